// What every move is worth, where the solver finds out.

import { html, useEffect, useState } from "./vendor/preact.js";
import * as api from "./api.js";

const SECONDS = 20;

/** The solved moves of a position while they are wanted, and whether there are more to come. */
export function useExact(document, isWanted) {
  const [found, setFound] = useState(null);
  const position = isWanted && document && document.to_move !== null ? `${document.id} ${document.position}` : null;
  useEffect(() => {
    setFound(null);
    if (position === null) return undefined;
    const moves = [];
    const show = (end) => setFound({ position, end, moves: [...moves] });
    // One drawing for all that come together.
    let later = null;
    const stop = api.exact(
      { game: document.game, position: document.from, moves: document.played.map((move) => move.text), seconds: SECONDS },
      (view) => {
        moves.push(view);
        later ??= requestAnimationFrame(() => {
          later = null;
          show(null);
        });
      },
      (how) => {
        cancelAnimationFrame(later);
        later = null;
        show(how);
      },
    );
    return () => {
      cancelAnimationFrame(later);
      stop();
    };
  }, [position]);
  return found?.position === position ? found : null;
}

/** A value in words; where the size of a win counts, with it. */
function valueOf({ least, most, plies }, isMargin, t) {
  if (least !== most) {
    if (least > 0) return t("exact.win");
    if (most < 0) return t("exact.loss");
    if (least === 0) return t("exact.at-least-draw");
    return most === 0 ? t("exact.at-most-draw") : t("exact.unknown");
  }
  if (least === 0) return t("exact.draw");
  if (isMargin) return `${t(least > 0 ? "exact.win" : "exact.loss")}, ${least > 0 ? "+" : "−"}${Math.abs(least)}`;
  if (plies !== null) return t(least > 0 ? "analysis.win" : "analysis.loss", { plies });
  return t(least > 0 ? "exact.win" : "exact.loss");
}

/** The best first: the soonest win, the latest loss. */
const byValue = (one, other) =>
  other.least - one.least || other.most - one.most || (one.least > 0 ? 1 : -1) * ((one.plies ?? 0) - (other.plies ?? 0));

export function Exact({ document, found, isMargin, speaker }) {
  const { t } = speaker;
  if (document.to_move === null) return html`<p class="muted">${t("analysis.over")}</p>`;
  if (!found) return html`<p class="muted">${t("exact.solving")}</p>`;
  const known = found.moves.filter(({ least, most }) => least === most || least > 0 || most < 0);
  if (found.end === "busy") return html`<p class="muted">${t("analysis.busy")}</p>`;
  return html`<div class="exact" data-end=${found.end}>
    <p class="muted">${t("exact.progress", { done: known.length, all: document.legal.length })}${found.end ? "" : " …"}</p>
    ${found.end && known.length === 0 && html`<p class="muted">${t("exact.none")}</p>`}
    <ol>
      ${[...known].sort(byValue).slice(0, 100).map((view) => html`<li key=${view.move.text}>
        <strong>${view.move.text}</strong> <span>${valueOf(view, isMargin, t)}</span>
      </li>`)}
    </ol>
  </div>`;
}
