// A board on which any position can be set up. Whether it makes sense, the server says.

import { html, useEffect, useRef, useState } from "./vendor/preact.js";
import * as api from "./api.js";
import { Board, Shape, lookOf } from "./board.js";

const EMPTY = { name: "empty" };
const isSame = (one, other) => one.owner === other.owner && one.name === other.name;

/** The cell with something else on it. What the cell itself is does not change. */
const put = (cell, piece) => ({ ...(piece ?? EMPTY), ...(cell.special ? { special: true } : {}) });

export function Edit({ speaker, go, follow }) {
  const { t, failure } = speaker;
  const wanted = new URLSearchParams(location.search);
  const game = wanted.get("game") ?? "connect";
  const [ground, setGround] = useState(null);
  const [pieces, setPieces] = useState([]);
  const [cells, setCells] = useState([]);
  const [toMove, setToMove] = useState(0);
  const [chosen, setChosen] = useState(0);
  const [seen, setSeen] = useState(null);
  const [text, setText] = useState(null);
  const [error, setError] = useState("");
  const [trouble, setTrouble] = useState("");
  const painted = useRef(null);

  const show = (document) => {
    setCells(document.cells);
    setToMove(document.to_move ?? 0);
    setText(null);
  };
  const load = (position) => api.position(game, position).then((document) => {
    setGround((ground) => ground ?? document);
    show(document);
  });
  useEffect(() => {
    document.title = `${t("edit.title")} · Partida`;
    Promise.all([
      api.players(game).then(({ pieces }) => setPieces(pieces)),
      load(wanted.get("position") ?? undefined),
    ]).catch((error) => setTrouble(failure(error)));
  }, []);

  const letters = cells.map((cell) => pieces.find((piece) => isSame(piece, cell))?.letter ?? null);
  useEffect(() => {
    if (!ground || pieces.length === 0) return undefined;
    let isOld = false;
    const check = () => api.setUp(ground.game, letters, toMove).then(
      (document) => {
        if (isOld) return;
        setSeen(document);
        setError("");
      },
      (wrong) => {
        if (isOld) return;
        setSeen(null);
        setError(failure(wrong));
      },
    );
    const later = setTimeout(check, 100);
    return () => {
      isOld = true;
      clearTimeout(later);
    };
  }, [letters.join(), toMove, ground, pieces, speaker]);

  if (trouble) {
    return html`<div class="card lonely">
      <p role="alert">${trouble}</p>
      <a href="/" onClick=${follow}>${t("error.back")}</a>
    </div>`;
  }
  if (!ground) return html`<p class="lonely muted">${t("loading")}</p>`;

  const look = lookOf(ground.game);
  /** A stroke puts down what its first cell got: the piece, or nothing where that piece stood. */
  const paint = (cell, isFirst) => {
    const piece = pieces[chosen];
    if (isFirst) painted.current = piece && isSame(piece, cells[cell]) ? undefined : piece;
    setCells((cells) => cells.map((old, index) => (index === cell ? put(old, painted.current) : old)));
    setText(null);
  };
  const read = (position) => {
    setText(position);
    load(position).catch((wrong) => {
      setSeen(null);
      setError(failure(wrong));
    });
  };
  const analyse = () => api.createTable({ game: seen.game, position: seen.position, players: ["human", "human"] })
    .then(({ id }) => go(`/table/${id}#analysis`), (wrong) => setError(failure(wrong)));
  const pieceName = ({ owner, name }) => (owner === undefined || ["attacker", "defender", "king"].includes(name)
    ? speaker.word(name)
    : t("edit.piece", { what: speaker.word(name), side: speaker.side(ground.sides, owner) }));
  const choice = (piece, index) => html`<label class="piece-choice" key=${index} title=${piece ? pieceName(piece) : t("edit.nothing")}>
    <input type="radio" name="piece" checked=${chosen === index} onChange=${() => setChosen(index)} />
    <svg class="board look-${look}" viewBox="-20 -20 40 40" aria-hidden="true">
      ${piece ? html`<${Shape} kind=${piece.name} owner=${piece.owner} look=${look} />` : html`<path class="nothing" d="M-11 -11L11 11M11 -11L-11 11" />`}
    </svg>
    <span class="unseen">${piece ? pieceName(piece) : t("edit.nothing")}</span>
  </label>`;
  const draft = { ...ground, id: "edit", cells, to_move: toMove, played: [], legal: [], decisive: [], position: letters.join() };

  return html`<div class="play edit">
    <div class="board-place"><${Board} document=${draft} speaker=${speaker} onCell=${pieces.length > 0 ? paint : undefined} /></div>
    <aside class="card side">
      <h1>${t("edit.title")} <span class="muted">${ground.game}</span></h1>
      ${pieces.length === 0 ? html`<p class="muted">${t("edit.none")}</p>` : html`
        <fieldset>
          <legend>${t("edit.pieces")}</legend>
          <div class="piece-choices">${[...pieces, undefined].map(choice)}</div>
        </fieldset>
        <p class="muted">${t("edit.help")}</p>
        <fieldset>
          <legend>${t("edit.to-move")}</legend>
          <div class="choices">
            ${[0, 1].map((side) => html`<label class="choice" key=${side}>
              <input type="radio" name="to-move" checked=${toMove === side} onChange=${() => setToMove(side)} />
              <span class="chip chip-${side} look-${look}"></span><span>${speaker.side(ground.sides, side)}</span>
            </label>`)}
          </div>
        </fieldset>
        <div class="actions">
          <button type="button" data-action="edit.clear" onClick=${() => { setCells(cells.map((cell) => put(cell))); setText(null); }}>${t("edit.clear")}</button>
          <button type="button" data-action="edit.start" onClick=${() => load().catch((wrong) => setError(failure(wrong)))}>${t("edit.start")}</button>
        </div>`}
      <label class="field">
        <span>${t("edit.position")}</span>
        <input type="text" name="position" value=${text ?? seen?.position ?? ""} spellcheck="false" autocapitalize="off"
          aria-invalid=${error ? "true" : undefined} aria-describedby="edit-verdict" onChange=${(event) => read(event.target.value)} />
      </label>
      <p id="edit-verdict" role="status" class=${error ? "error" : "muted"}>
        ${error || (seen && t(seen.outcome ? "edit.over" : "edit.right"))}
      </p>
      <div class="actions">
        <button type="button" class="main" data-action="edit.play" disabled=${!seen || Boolean(seen.outcome)}
          onClick=${() => go(`/?${new URLSearchParams({ game: seen.game, position: seen.position })}`)}>${t("edit.play")}</button>
        <button type="button" data-action="edit.analyse" disabled=${!seen || Boolean(seen.outcome)} onClick=${analyse}>${t("edit.analyse")}</button>
      </div>
    </aside>
  </div>`;
}
