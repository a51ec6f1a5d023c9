// Plots of plain numbers, as drawings.

import { html } from "./vendor/preact.js";

const WIDTH = 640;
const ROW = 26;

/** Bars, one below the other, each with its name and number. */
export function Bars({ rows, label }) {
  const most = Math.max(1e-9, ...rows.map(({ value }) => value));
  return html`<svg class="plot" viewBox="0 0 ${WIDTH} ${rows.length * ROW}" role="img" aria-label=${label}>
    ${rows.map(({ name, value }, index) => html`<g key=${name} transform="translate(0 ${index * ROW})">
      <rect class="bar-back" x="220" y="3" width=${WIDTH - 290} height=${ROW - 6} rx="4" />
      <rect class="bar-front" x="220" y="3" width=${Math.max(0, value / most) * (WIDTH - 290)} height=${ROW - 6} rx="4" />
      <text x="212" y=${ROW / 2 + 5} text-anchor="end">${name.length > 28 ? `${name.slice(0, 27)}…` : name}</text>
      <text x=${WIDTH - 62} y=${ROW / 2 + 5}>${value}</text>
    </g>`)}
  </svg>`;
}

/** So many points are enough for a line. */
const thinned = (points) => points.filter((_, index) => points.length < 400 || index % Math.ceil(points.length / 400) === 0);

/** Lines over numbers: `lines` are `{name, points: [[x, y]…]}`. */
export function Curves({ lines, label }) {
  const height = 240;
  const [left, right, top, bottom] = [52, 12, 10, 24];
  const all = lines.flatMap(({ points }) => points);
  if (all.length === 0) return null;
  const range = (values) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return least === most ? [least - 1, most + 1] : [least, most];
  };
  const [x0, x1] = range(all.map(([x]) => x));
  const [y0, y1] = range(all.map(([, y]) => y));
  const across = (x) => left + ((x - x0) / (x1 - x0)) * (WIDTH - left - right);
  const down = (y) => top + (1 - (y - y0) / (y1 - y0)) * (height - top - bottom);
  const short = (value) => Number(value.toPrecision(3)).toString();
  return html`<figure class="curves">
    <svg class="plot" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label=${label}>
      ${[y0, (y0 + y1) / 2, y1].map((y) => html`<g key=${y}>
        <path class="grid" d="M${left} ${down(y)}H${WIDTH - right}" /><text x=${left - 6} y=${down(y) + 4} text-anchor="end">${short(y)}</text></g>`)}
      ${[x0, x1].map((x) => html`<text key=${x} x=${across(x)} y=${height - 6} text-anchor=${x === x0 ? "start" : "end"}>${short(x)}</text>`)}
      ${lines.map(({ name, points }, index) => html`<path key=${name} class="curve line-${index % 6}"
        d=${thinned(points).map(([x, y], at) => `${at === 0 ? "M" : "L"}${across(x).toFixed(1)} ${down(y).toFixed(1)}`).join("")} />`)}
    </svg>
    <figcaption>${lines.map(({ name }, index) => html`<span key=${name} class="key line-${index % 6}">${name}</span>`)}</figcaption>
  </figure>`;
}
