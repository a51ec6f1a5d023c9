// What a machine thinks of the position that is shown, for as long as somebody wants to know.

import { html, useEffect, useState } from "./vendor/preact.js";
import * as api from "./api.js";
import { lookOf } from "./board.js";

const LINES = 3;
const SECONDS = 30;
/** An advantage of so many units of the evaluator gets half of the other side's part of the bar. */
const MUCH = 6;

/** The analysis of a position while it is wanted: what was found so far, and whether it goes on. */
export function useAnalysis(document, isWanted) {
  const [found, setFound] = useState(null);
  const position = isWanted && document && document.to_move !== null ? `${document.id} ${document.position}` : null;
  useEffect(() => {
    setFound(null);
    if (position === null) return undefined;
    const moves = document.played.map((move) => move.text);
    return api.analyse(
      { game: document.game, position: document.from, moves, lines: LINES, seconds: SECONDS },
      (view) => setFound({ view, position }),
      (how) => how === "busy" && setFound({ isBusy: true, position }),
    );
  }, [position]);
  // What is left of another position must not be seen in this one.
  return found?.position === position ? found : null;
}

/** How much of the bar belongs to the side to move. */
export function share({ value, win_in: win, loss_in: loss }) {
  if (win !== undefined) return 1;
  if (loss !== undefined) return 0;
  // Units differ from game to game: also large values must leave room for larger ones.
  return 0.5 + Math.atan(value / MUCH) / Math.PI;
}

export function Analysis({ document, found, speaker }) {
  const { t, number } = speaker;
  if (document.to_move === null) return html`<p class="muted">${t("analysis.over")}</p>`;
  if (found?.isBusy) return html`<p class="muted">${t("analysis.busy")}</p>`;
  if (!found) return html`<p class="muted">${t("analysis.waiting")}</p>`;
  const { depth, nodes, proven, lines } = found.view;
  const said = ({ text, win_in: win, loss_in: loss }) => {
    if (win !== undefined) return t("analysis.win", { plies: win });
    return loss === undefined ? text : t("analysis.loss", { plies: loss });
  };
  const best = lines[0];
  const part = best ? share(best) : 0.5;
  const first = document.to_move === 0 ? part : 1 - part;
  const side = speaker.side(document.sides, document.to_move);
  return html`<div class="analysis">
    ${best && html`<svg class="bar look-${lookOf(document.game)}" viewBox="0 0 100 6" preserveAspectRatio="none" role="img"
      aria-label=${t("analysis.bar", { value: said(best), side })}>
      <rect class="side-1" width="100" height="6" />
      <rect class="side-0" width=${first * 100} height="6" />
    </svg>`}
    <p class="muted">
      ${t("analysis.depth", { depth })} · ${t("analysis.nodes", { nodes: number(nodes) })}
      ${proven && html` · <strong>${t("analysis.proven")}</strong>`}
    </p>
    <ol>
      ${lines.map((line) => html`<li><strong>${said(line)}</strong> ${line.moves.slice(0, 8).map((move) => move.text).join(" ")}</li>`)}
    </ol>
  </div>`;
}
