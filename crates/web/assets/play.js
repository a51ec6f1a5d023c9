// A table: the board, whose turn it is, the moves, and what can be done.

import { html, useCallback, useEffect, useRef, useState } from "./vendor/preact.js";
import * as api from "./api.js";
import { Analysis, useAnalysis } from "./analysis.js";
import { Board, lookOf } from "./board.js";
import { Clock } from "./clock.js";
import { Exact, useExact } from "./exact.js";
import { Review, mistakesOf, useReview } from "./review.js";

/** Puts a text on the clipboard. */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Pages from other machines have no clipboard; what is selected can be copied all the same.
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const isDone = document.execCommand("copy");
  field.remove();
  if (!isDone) throw new Error("not copied");
  return undefined;
}

/** The position that is shown, for the tree explorer. */
const treeAddress = ({ game, from }, { played }) =>
  new URLSearchParams({ game, ...(from ? { position: from } : {}), ...(played.length > 0 ? { moves: played.map((move) => move.text).join(" ") } : {}) });

/** What is looked at instead of the game as it is: a position of it, or so many moves of another line from there. */
const lookAt = (plies, moves = [], at = moves.length) => ({ plies, moves, at });

/** The table as it is, kept current, and the other position that is looked at, if any. */
function useTable(id) {
  const [table, setTable] = useState(null);
  const [other, setOther] = useState(null);
  const [isLost, setIsLost] = useState(false);
  const [failure, setFailure] = useState(null);
  const wanted = useRef(null);
  const heard = useRef(0);

  useEffect(() => {
    let stop = null;
    let isLeft = false;
    const onTable = (table) => {
      setIsLost(false);
      heard.current++;
      setTable(table);
      const looked = wanted.current;
      // Moves were taken back further than what is looked at.
      if (looked && (looked.plies > table.plies || (looked.plies === table.plies && looked.moves.length === 0))) {
        wanted.current = null;
        setOther(null);
      }
    };
    api.table(id).then((table) => {
      if (isLeft) return;
      setTable(table);
      stop = api.listen(id, onTable, () => setIsLost(true));
    }, setFailure);
    return () => {
      isLeft = true;
      stop?.();
    };
  }, [id]);

  const look = useCallback(async (to) => {
    wanted.current = to;
    if (to === null) return setOther(null);
    let seen = await api.table(id, to.plies);
    if (to.at > 0) {
      const moves = [...seen.played.map((move) => move.text), ...to.moves.slice(0, to.at)];
      seen = { ...await api.position(seen.game, seen.from ?? undefined, moves), id, from: seen.from };
    }
    // Somebody may have stepped on while this was on its way.
    if (wanted.current === to) setOther({ seen, to });
    return undefined;
  }, [id]);

  /** Changes the table. What was heard of it meanwhile may be newer than the answer. */
  const change = useCallback(async (action) => {
    const before = heard.current;
    const changed = await action();
    if (heard.current === before) setTable(changed);
  }, []);

  return { table, change, other, look, wanted, isLost, failure };
}

function Players({ table, shown, speaker }) {
  return html`<ul class="players">
    ${[0, 1].map((side) => html`<li class=${shown.to_move === side ? "to-move" : ""}>
      <span class="chip chip-${side} look-${lookOf(table.game)}"></span>
      <strong>${speaker.side(table.sides, side)}</strong>
      <span class="muted">${speaker.player(table.players[side])}</span>
      ${shown.outcome?.winner === side && html`<span class="trophy" aria-hidden="true">★</span>`}
      ${table.clock && html`<${Clock} table=${table} side=${side} speaker=${speaker} />`}
    </li>`)}
  </ul>`;
}

function Moves({ table, ply, step, branch, toBranch, mistakes, speaker }) {
  const { t } = speaker;
  const list = useRef(null);
  useEffect(() => {
    const box = list.current;
    const current = box.querySelector("[aria-current]");
    if (!current) return;
    // Only the list scrolls, never the page.
    const [top, bottom] = [current.offsetTop, current.offsetTop + current.offsetHeight];
    if (top < box.scrollTop) box.scrollTop = top;
    else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
  }, [ply, table.plies]);
  const rounds = Array.from({ length: Math.ceil(table.plies / 2) }, (_, round) => table.played.slice(2 * round, 2 * round + 2));
  const control = (to, sign, key) => html`<button type="button" class="quiet" title=${t(key)} aria-label=${t(key)}
    disabled=${to < 0 || to > table.plies || to === ply} onClick=${() => step(to)}>${sign}</button>`;
  return html`<section class="moves">
    <div class="moves-head">
      <h2>${t("play.moves")}</h2>
      <div class="steps">
        ${control(0, "«", "play.start")}${control(ply - 1, "‹", "play.back")}
        ${control(ply + 1, "›", "play.forward")}${control(table.plies, "»", "play.end")}
      </div>
    </div>
    ${table.plies === 0 && html`<p class="muted">${t("play.no-moves")}</p>`}
    <ol ref=${list}>
      ${rounds.map((moves, round) => html`<li key=${round}>
        <span class="muted number">${round + 1}</span>
        ${moves.map((move, index) => {
          const after = 2 * round + index + 1;
          const mistake = mistakes.get(after);
          const mark = mistake && html`<b class="mark">${mistake.isBlunder ? "??" : "?"}</b>`;
          const isShown = after === ply && !branch;
          return html`<button type="button" class="quiet" aria-current=${isShown ? "step" : undefined} onClick=${() => step(after)}>${move.text}${mark}</button>`;
        })}
      </li>`)}
    </ol>
    ${branch && html`<div class="branch">
      <p class="muted">${branch.plies === 0 ? t("play.branch-start") : t("play.branch", { ply: branch.plies })}</p>
      <div>${branch.moves.map((move, index) => html`<button type="button" class="quiet" key=${index}
        aria-current=${index + 1 === branch.at ? "step" : undefined} onClick=${() => toBranch(index + 1)}>${move}</button>`)}</div>
    </div>`}
  </section>`;
}

export function Play({ id, speaker, go, follow }) {
  const { t, word } = speaker;
  const { table, change, other, look, wanted, isLost, failure } = useTable(id);
  const [flip, setFlip] = useState(null);
  const [sent, setSent] = useState(null);
  const [hint, setHint] = useState(null);
  const [message, setMessage] = useState("");
  const [announcement, setAnnouncement] = useState("");
  const [isAnalysed, setIsAnalysed] = useState(location.hash === "#analysis");
  const [isSolved, setIsSolved] = useState(false);
  const [isReviewed, setIsReviewed] = useState(false);
  const shown = other?.seen ?? table;
  const found = useAnalysis(shown, isAnalysed);
  const solved = useExact(shown, isAnalysed && isSolved);
  const review = useReview(table, isAnalysed && isReviewed);
  const announced = useRef(null);

  const tell = (error) => setMessage(speaker.failure(error));

  useEffect(() => {
    if (!table) return;
    document.title = `${speaker.title(table.game)} · Partida`;
    setHint(null);
    setMessage("");
    const before = announced.current;
    announced.current = table.plies;
    const last = table.played.at(-1);
    const parts = [];
    if (last && before !== null && table.plies > before) {
      const owner = table.to_move === null ? null : 1 - table.to_move;
      parts.push(owner === null ? last.text : t("play.moved", { side: speaker.side(table.sides, owner), move: last.text }));
    }
    if (table.outcome) parts.push(speaker.outcome(table));
    else if (table.to_move !== null) parts.push(t("play.turn", { side: speaker.side(table.sides, table.to_move) }));
    setAnnouncement(parts.join(" "));
  }, [table]);

  useEffect(() => {
    if (!other) return;
    const { seen, to } = other;
    const last = seen.played.at(-1);
    const place = to.at > 0 && last ? last.text : to.plies === 0 ? t("play.earlier-start") : t("play.earlier", { ply: to.plies, plies: table.plies });
    setAnnouncement([place, seen.outcome ? speaker.outcome(seen) : t("play.turn", { side: speaker.side(seen.sides, seen.to_move) })].join(". "));
  }, [other]);

  const step = (plies) => {
    if (plies < 0 || plies > table.plies) return;
    setMessage("");
    look(plies === table.plies ? null : lookAt(plies)).catch(tell);
  };
  /** To a position of the line that leaves the game, or, before it, to the game. */
  const toBranch = (at) => {
    const { plies, moves } = wanted.current;
    if (at > moves.length) return;
    if (at < 0) step(plies - 1);
    else look(at === 0 && plies === table.plies ? null : lookAt(plies, moves, at)).catch(tell);
  };
  useEffect(() => {
    const onKey = (event) => {
      if (!table || event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, textarea, .board")) return;
      const at = wanted.current;
      const ply = at?.plies ?? table.plies;
      const steps = at?.moves.length > 0
        ? { ArrowLeft: () => toBranch(at.at - 1), ArrowRight: () => toBranch(at.at + 1), Home: () => step(0), End: () => step(table.plies) }
        : { ArrowLeft: () => step(ply - 1), ArrowRight: () => step(ply + 1), Home: () => step(0), End: () => step(table.plies) };
      if (!(event.key in steps)) return;
      event.preventDefault();
      steps[event.key]();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [table, look]);

  if (failure) {
    return html`<div class="card lonely">
      <p role="alert">${speaker.failure(failure)}</p>
      <a href="/" onClick=${follow}>${t("error.back")}</a>
    </div>`;
  }
  if (!table) return html`<p class="lonely muted">${t("loading")}</p>`;

  const persons = [0, 1].filter((side) => table.players[side] === "human");
  const isPersonsTurn = table.to_move !== null && persons.includes(table.to_move);
  const resigning = isPersonsTurn ? table.to_move : persons[0];
  // Whoever plays Black alone sees the own queens below.
  const isFlipped = flip ?? (lookOf(table.game) === "amazons" && persons.length === 1 && persons[0] === 1);
  const ply = other ? other.to.plies : table.plies;
  const branch = other?.to.moves.length > 0 ? other.to : null;
  const mistakes = new Map(review ? mistakesOf(table, review.views).map((it) => [it.ply, it]) : []);
  const isMargin = lookOf(table.game) === "bricks";

  const doing = (action, after) => async () => {
    setMessage("");
    try {
      const answer = await action();
      await after?.(answer);
    } catch (error) {
      tell(error);
    }
  };
  const play = (move) => doing(async () => {
    // A second click must not play in a position that is no more.
    setSent(table);
    await change(() => api.play(id, move.text, table.plies)).catch((error) => {
      setSent(null);
      throw error;
    });
  })();
  /** A move in a position that is only looked at: along the game if it was played there, or else off it. */
  const tryOut = (move) => {
    const { plies, moves, at } = other.to;
    if (moves.length === 0 && table.played[plies]?.text === move.text) return step(plies + 1);
    if (moves[at] === move.text) return toBranch(at + 1);
    return look(lookAt(plies, [...moves.slice(0, at), move.text])).catch(tell);
  };
  const playOn = doing(
    () => api.createTable({
      game: table.game,
      players: table.players,
      moves: shown.played.map((move) => move.text),
      ...(table.from ? { position: table.from } : {}),
      ...(table.clock ? { clock: table.clock.text } : {}),
    }),
    (next) => go(`/table/${next.id}`),
  );
  const undo = doing(() => change(() => api.undo(id)), () => look(null));
  const resign = doing(() => change(() => api.resign(id, resigning)));
  const showHint = doing(() => api.hint(id), (move) => {
    setHint({ move, plies: table.plies });
    setMessage(t("play.hint-is", { move: move.text }));
  });
  const again = doing(
    () => api.createTable({
      game: table.game,
      players: table.players,
      ...(table.from ? { position: table.from } : {}),
      ...(table.clock ? { clock: table.clock.text } : {}),
    }),
    (next) => go(`/table/${next.id}`),
  );
  const copied = (text) => () => copy(text).then(() => setMessage(t("play.copied")), () => setMessage(t("play.not-copied")));

  const status = () => {
    if (branch) return shown.outcome ? speaker.outcome(shown) : t("play.turn", { side: speaker.side(shown.sides, shown.to_move) });
    if (other) return ply === 0 ? t("play.earlier-start") : t("play.earlier", { ply, plies: table.plies });
    if (table.outcome) return speaker.outcome(table);
    return t(isPersonsTurn ? "play.turn" : "play.thinking", { side: speaker.side(table.sides, table.to_move) });
  };
  const button = (key, onClick, isDisabled = false) =>
    html`<button type="button" data-action=${key} disabled=${isDisabled} onClick=${onClick}>${t(key)}</button>`;
  // Where a move is one cell there is room for what it is worth.
  const values = new Map((solved?.moves ?? []).flatMap(({ move, least, most }) =>
    (move.cells.length === 1 && least === most ? [[move.cells[0], least > 0 ? `+${least}` : String(least).replace("-", "−")]] : [])));
  // What is known exactly needs no advice.
  const advice = values.size > 0 ? [] : found?.view?.lines.flatMap(({ moves }) => (moves.length > 0 ? [moves[0].cells] : [])) ?? [];
  const onMove = other ? tryOut : isPersonsTurn && sent !== table ? play : undefined;
  const copyRecord = doing(() => api.record(id), (text) => copied(text)());
  const facts = shown.facts.filter(([name]) => name !== "plies");

  return html`<div class="play">
    <div class="board-place">
      <${Board} document=${shown} isFlipped=${isFlipped} speaker=${speaker} onMove=${onMove} values=${values}
        hint=${!other && hint?.plies === table.plies ? hint.move.cells : null}
        advice=${advice} />
    </div>
    <aside class="card side">
      <h1>${speaker.title(table.game)} <span class="muted">${table.game}</span></h1>
      <${Players} table=${table} shown=${shown} speaker=${speaker} />
      <p class="status ${shown.outcome ? "is-over" : ""}" data-plies=${table.plies} data-shown=${ply} data-branch=${branch?.at}>${status()}</p>
      ${other && html`<button type="button" class="main" data-action="play.to-now" onClick=${() => step(table.plies)}>${t("play.to-now")}</button>`}
      ${other && !shown.outcome && html`<button type="button" data-action="play.play-on" onClick=${playOn}>${t("play.play-on")}</button>`}
      <p class="message" role="status">${isLost ? t("error.lost") : message}</p>
      <div class="actions">
        ${button("play.undo", undo, table.plies === 0 && !table.outcome)}
        ${button("play.hint", showHint, !isPersonsTurn || Boolean(other))}
        ${button("play.resign", resign, table.to_move === null || persons.length === 0)}
        ${button("play.flip", () => setFlip(!isFlipped))}
        ${table.outcome && html`<button type="button" class="main" data-action="play.again" onClick=${again}>${t("play.again")}</button>`}
        <a class="button" href="/" onClick=${follow}>${t("play.new")}</a>
      </div>
      <${Moves} table=${table} ply=${ply} step=${step} branch=${branch} toBranch=${toBranch} mistakes=${mistakes} speaker=${speaker} />
      ${facts.length > 0 && html`<section>
        <h2>${t("play.on-board")}</h2>
        <dl class="facts">${facts.map(([name, value]) => html`<div><dt>${word(name)}</dt><dd>${value}</dd></div>`)}</dl>
      </section>`}
      <section>
        <label class="switch">
          <input type="checkbox" role="switch" name="analysis" checked=${isAnalysed} onChange=${(event) => setIsAnalysed(event.target.checked)} />
          <span>${t("analysis.title")}</span>
        </label>
        ${isAnalysed && html`<${Analysis} document=${shown} found=${found} speaker=${speaker} />`}
        ${isAnalysed && html`<label class="switch">
          <input type="checkbox" role="switch" name="exact" checked=${isSolved} onChange=${(event) => setIsSolved(event.target.checked)} />
          <span>${t("exact.start")}</span>
        </label>`}
        ${isAnalysed && isSolved && html`<${Exact} document=${shown} found=${solved} isMargin=${isMargin} speaker=${speaker} />`}
        ${isAnalysed && table.plies > 0 && html`<label class="switch">
          <input type="checkbox" role="switch" name="review" checked=${isReviewed} onChange=${(event) => setIsReviewed(event.target.checked)} />
          <span>${t("review.start")}</span>
        </label>`}
        ${isAnalysed && isReviewed && table.plies > 0 && html`<${Review} table=${table} ply=${ply} step=${step} found=${review} speaker=${speaker} />`}
      </section>
      <div class="actions small">
        ${button("play.copy-moves", copied(shown.played.map((move) => move.text).join(" ")))}
        ${button("play.copy-position", copied(shown.position))}
        ${button("play.copy-record", copyRecord)}
        ${button("play.copy-link", copied(location.origin + location.pathname))}
        ${shown.to_move !== null && html`<a class="button" href="/tree?${treeAddress(table, shown)}" onClick=${follow}>${t("play.tree")}</a>`}
        <a class="button" href="/edit?${new URLSearchParams({ game: table.game, position: shown.position })}" onClick=${follow}>${t("play.edit")}</a>
      </div>
      <p class="muted keys">${t("play.keys")}</p>
    </aside>
    <div class="unseen" aria-live="polite">${announcement}</div>
  </div>`;
}
