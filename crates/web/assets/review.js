// A whole game under the glass: how the evaluation went, and which moves were mistakes.

import { html, useEffect, useMemo, useState } from "./vendor/preact.js";
import * as api from "./api.js";
import { share } from "./analysis.js";
import { lookOf } from "./board.js";

const SECONDS = 0.25;
/** Whoever gives away so much of the bar has made a mistake, or a blunder. */
const [MISTAKE, BLUNDER] = [0.12, 0.25];

const WIDTH = 320;
const HEIGHT = 90;

/** What a review has found about the positions of a game so far, by the number of moves before them. */
export function useReview(table, isWanted) {
  const [found, setFound] = useState(null);
  const moves = table?.played.map((move) => move.text).join(" ");
  useEffect(() => {
    setFound(null);
    if (!isWanted) return undefined;
    const views = new Map();
    return api.review(
      { game: table.game, position: table.from, moves: table.played.map((move) => move.text), seconds: SECONDS },
      (view) => {
        views.set(view.plies, view);
        setFound({ views: new Map(views), end: null });
      },
      (end) => setFound({ views: new Map(views), end }),
    );
  }, [table?.id, moves, isWanted]);
  return found;
}

/** How much of the bar the first side has in each position; nothing where that is not known. */
function sharesOf(table, views) {
  return Array.from({ length: table.plies + 1 }, (_, ply) => {
    const best = views.get(ply)?.lines[0];
    if (best) return views.get(ply).to_move === 0 ? share(best) : 1 - share(best);
    if (ply < table.plies || !table.outcome) return undefined;
    return table.outcome.winner === null ? 0.5 : 1 - table.outcome.winner;
  });
}

/** The moves that gave something away: which one, how much, and what was better. */
export function mistakesOf(table, views) {
  const shares = sharesOf(table, views);
  return table.played.flatMap((move, ply) => {
    const view = views.get(ply);
    if (!view || shares[ply + 1] === undefined) return [];
    const lost = (view.to_move === 0 ? 1 : -1) * (shares[ply] - shares[ply + 1]);
    const best = view.lines[0]?.moves[0]?.text;
    if (lost < MISTAKE || best === move.text) return [];
    return [{ ply: ply + 1, move: move.text, best, isBlunder: lost >= BLUNDER }];
  });
}

/** A move's number as in the list of moves: `3.` for the first of a pair, `3…` for the second. */
const numberOf = (ply) => `${Math.ceil(ply / 2)}${ply % 2 === 1 ? "." : "…"}`;

export function Review({ table, ply, step, found, speaker }) {
  const { t } = speaker;
  const views = found?.views ?? new Map();
  const shares = useMemo(() => sharesOf(table, views), [table, found]);
  const mistakes = useMemo(() => mistakesOf(table, views), [table, found]);
  const left = (at) => (table.plies === 0 ? 0 : (at / table.plies) * WIDTH);
  const top = (part) => (1 - part) * HEIGHT;
  const known = shares.flatMap((part, at) => (part === undefined ? [] : [[left(at), top(part)]]));
  const path = known.map(([x, y], index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("");
  const area = known.length > 1 ? `${path}L${known.at(-1)[0]} ${HEIGHT}L${known[0][0]} ${HEIGHT}Z` : "";
  const point = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    step(Math.round(((event.clientX - box.left) / box.width) * table.plies));
  };
  const all = table.plies + (table.outcome ? 0 : 1);
  return html`<div class="review" data-end=${found?.end}>
    <svg class="graph look-${lookOf(table.game)}" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img"
      aria-label=${t("review.graph", { first: speaker.side(table.sides, 0) })} onClick=${point}>
      <rect class="side-1" width=${WIDTH} height=${HEIGHT} />
      <path class="side-0" d=${area} />
      <path class="middle" d="M0 ${HEIGHT / 2}H${WIDTH}" />
      <path class="curve" d=${path} />
      <path class="now" d="M${left(ply)} 0V${HEIGHT}" />
      ${mistakes.map((it) => html`<path key=${it.ply} class=${it.isBlunder ? "blunder" : "mistake"} d="M${left(it.ply)} ${top(shares[it.ply])}h0" />`)}
    </svg>
    ${found?.end !== "end" && html`<p class="muted">${t("review.progress", { done: views.size, all })}</p>`}
    ${found?.end === "busy" && html`<p class="muted">${t("analysis.busy")}</p>`}
    ${found?.end === "end" && mistakes.length === 0 && html`<p class="muted">${t("review.clean")}</p>`}
    <ol>
      ${mistakes.map(({ ply: at, move, best, isBlunder }) => html`<li key=${at}>
        <button type="button" class="quiet ${isBlunder ? "is-blunder" : ""}" onClick=${() => step(at - 1)}>
          ${t(isBlunder ? "review.blunder" : "review.mistake", { number: numberOf(at), move, best })}
        </button>
      </li>`)}
    </ol>
  </div>`;
}
