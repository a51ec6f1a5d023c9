// The start page: what is played, and by whom; and the games there are already.

import { html, useEffect, useState } from "./vendor/preact.js";
import * as api from "./api.js";
import { Ornament, Shape, lookOf } from "./board.js";

/** How each family's board looks in small: a letter for each cell. */
const pictures = {
  connect: [".....", ".....", "..o..", ".xxo.", "oxxox"],
  bricks: [".....", ".....", ".....", ".....", "....."],
  fuga: ["+.t.+", "..T..", "tTKTt", "..T..", "+.t.+"],
  tafl: [".ttt.", "t.T.t", "tTKTt", "t.T.t", ".ttt."],
  amazons: ["..q..", "*....", "...*.", "Q....", "..*.q"],
};
const kinds = {
  x: ["piece", 0], o: ["piece", 1], t: ["attacker", 0], T: ["defender", 1], K: ["king", 1],
  Q: ["queen", 0], q: ["queen", 1], "*": ["arrow", undefined],
};
/** Column, row, width, height and owner. */
const littleBricks = [[0, 0, 2, 1, 0], [3, 0, 1, 2, 1], [1, 1, 1, 2, 1], [2, 2, 2, 1, 0], [0, 3, 1, 2, 0], [2, 4, 2, 1, 1], [4, 3, 1, 2, 0]];

function Picture({ family }) {
  const look = lookOf(family);
  const rows = pictures[family] ?? [];
  const cells = rows.flatMap((row, y) => [...row].map((letter, x) => ({ letter, x: x * 40, y: y * 40 })));
  const isBrick = look === "bricks";
  return html`<svg class="picture board look-${look}" viewBox="-6 -6 212 212" aria-hidden="true">
    <rect class=${look === "connect" ? "rack" : "plate"} x="-4" y="-4" width="208" height="208" rx="14" />
    ${cells.map(({ letter, x, y }) => {
      const name = `square ${(x + y) % 80 === 0 ? "dark" : "light"} ${letter === "+" ? "special" : ""}`;
      const ground = look === "connect"
        ? html`<circle class="back" cx=${x + 20} cy=${y + 20} r="16.5" />`
        : html`<rect class=${name} x=${x + (isBrick ? 2 : 0)} y=${y + (isBrick ? 2 : 0)} width=${isBrick ? 36 : 40} height=${isBrick ? 36 : 40} rx=${isBrick ? 6 : 0} />`;
      const piece = kinds[letter];
      const isSpecial = letter === "+";
      return html`${ground}${isSpecial && html`<${Ornament} x=${x} y=${y} />`}${!isBrick && piece && html`<g transform="translate(${x + 20} ${y + 20})">
        <${Shape} kind=${piece[0]} owner=${piece[1]} look=${look} />
      </g>`}`;
    })}
    ${isBrick && littleBricks.map(([x, y, width, height, owner]) => html`
      <rect class="brick side-${owner}" x=${x * 40 + 3} y=${y * 40 + 3} width=${width * 40 - 6} height=${height * 40 - 6} rx="8" />`)}
  </svg>`;
}

const playerText = ({ kind, level, text }) => (kind === "human" ? "human" : kind === "level" ? `level:${level}` : text);

/** Who plays a side. */
function PlayerChoice({ side, name, player, known, onChange, error, speaker, look }) {
  const { t } = speaker;
  const chosen = known.find((it) => it.text === player.text.split(":")[0]);
  const choice = (kind, text) => html`<label class="choice">
    <input type="radio" name="player-${side}" checked=${player.kind === kind} onChange=${() => onChange({ ...player, kind })} />
    <span>${text}</span>
  </label>`;
  return html`<fieldset class="player-choice">
    <legend><span class="chip chip-${side} look-${look}"></span>${name}</legend>
    <div class="choices">
      ${choice("human", t("setup.person"))}${choice("level", t("setup.machine"))}${choice("text", t("setup.other"))}
    </div>
    ${player.kind === "level" && html`<label class="field level">
      <span>${t("setup.level", { level: player.level })}</span>
      <input type="range" min="1" max="10" value=${player.level}
        onInput=${(event) => onChange({ ...player, level: Number(event.target.value) })} />
    </label>`}
    ${player.kind === "text" && html`<label class="field">
      <span>${t("setup.player-text")}</span>
      <input type="text" list="players" value=${player.text} placeholder="engine" spellcheck="false" autocapitalize="off"
        aria-invalid=${error ? "true" : undefined} aria-describedby=${error ? `player-error-${side}` : undefined}
        onInput=${(event) => onChange({ ...player, text: event.target.value })} />
      ${chosen && html`<span>${speaker.word(chosen.meaning)}</span>`}
    </label>`}
    ${player.kind === "text" && chosen?.parameters.length > 0 && html`<details class="parameters">
      <summary>${t("setup.parameters")}</summary>
      <dl>${chosen.parameters.map((it) => html`<div key=${it.name}>
        <dt><code data-typed>${it.name}</code>${it.default && ` (${speaker.word(it.default)})`}</dt><dd>${speaker.word(it.meaning)}</dd>
      </div>`)}</dl>
    </details>`}
    ${error && html`<p class="error" id="player-error-${side}" role="alert">${error}</p>`}
  </fieldset>`;
}

function EarlierGames({ speaker, follow, said }) {
  const { t } = speaker;
  const [tables, setTables] = useState(null);
  const [shows, setShows] = useState(8);
  const load = () => api.tables().then(setTables, () => setTables([]));
  useEffect(() => { load(); }, []);
  if (!tables) return null;
  const remove = (id) => api.deleteTable(id).then(load, load);
  return html`<section class="card earlier">
    <h2>${t("setup.earlier")}</h2>
    ${tables.length === 0 && html`<p class="muted">${t("setup.none")}</p>`}
    <ul>
      ${tables.slice(0, shows).map(({ id, game, created, players, plies }) => html`<li key=${id}>
        <a href="/table/${id}" onClick=${follow}>
          <strong>${game}</strong>
          <span>${t("play.against", { first: said(players[0]), second: said(players[1]) })}</span>
          <span class="muted">${t("setup.plies", { count: plies })} · ${created}</span>
        </a>
        <button type="button" class="quiet" aria-label=${t("setup.delete-game", { game, date: created })} title=${t("setup.delete")}
          onClick=${() => remove(id)}>✕</button>
      </li>`)}
    </ul>
    ${tables.length > shows && html`<button type="button" class="quiet" onClick=${() => setShows(tables.length)}>
      ${t("setup.more", { count: tables.length })}</button>`}
  </section>`;
}

/** The variant of the size that a family has if none is said, or its first one. */
const usualVariant = ({ name, parameters, variants }) =>
  (variants.find(({ text }) => text.split(",")[0] === `${name}:${parameters[0]?.default}`) ?? variants[0]).text;

/** The fields of this form by what the server calls them. */
const fields = { "players.0": "player0", "players.1": "player1", clock: "clock", game: "game", position: "position", moves: "pasted", text: "pasted" };
const fieldOf = (error) => fields[error.field] ?? "form";

/** Clocks that people use: minutes, and seconds after each move. */
const clocks = [[1, 1], [3, 2], [5, 3], [15, 10], [30, 20]].map(([minutes, seconds]) => ({ text: `${minutes}m+${seconds}s`, minutes, seconds }));

export function Setup({ speaker, go, follow }) {
  const { t, word, failure } = speaker;
  const wanted = new URLSearchParams(location.search);
  const [families, setFamilies] = useState([]);
  const [game, setGame] = useState(wanted.get("game") ?? "");
  const [position, setPosition] = useState(wanted.get("position") ?? "");
  const [pasted, setPasted] = useState("");
  const [moves, setMoves] = useState([]);
  const [clock, setClock] = useState({ isOwn: false, text: "" });
  const [known, setKnown] = useState([]);
  const [sides, setSides] = useState(["first", "second"]);
  const [players, setPlayers] = useState([
    { kind: "human", level: 3, text: "" },
    { kind: "level", level: 3, text: "" },
  ]);
  const [errors, setErrors] = useState({});
  const [isStarting, setIsStarting] = useState(false);

  useEffect(() => {
    document.title = "Partida";
    api.games().then((families) => {
      setFamilies(families);
      setGame((game) => game || usualVariant(families[0]));
    }).catch((error) => setErrors({ form: failure(error) }));
  }, []);
  useEffect(() => {
    if (!game) return undefined;
    let isOld = false;
    const check = async () => {
      const found = {};
      try {
        const { sides } = await api.position(game, position || undefined, moves);
        if (!isOld) setSides(sides);
      } catch (error) {
        found[fieldOf(error)] = failure(error);
      }
      if (!isOld) setErrors(({ game: _, position: __, ...others }) => ({ ...others, ...found }));
    };
    // What is still being typed is not worth an answer.
    const later = setTimeout(check, 250);
    return () => {
      isOld = true;
      clearTimeout(later);
    };
  }, [game, position, moves, speaker]);

  const paste = async (text) => {
    setPasted(text);
    let found = { position: undefined, moves: [] };
    let error;
    if (text.trim()) {
      try {
        found = await api.read(game, text);
        setGame(found.game);
      } catch (wrong) {
        error = failure(wrong);
      }
    }
    setPosition(found.position ?? "");
    setMoves(found.moves);
    setErrors(({ pasted: _, ...others }) => (error ? { ...others, pasted: error } : others));
  };

  const needsNames = players.some(({ kind }) => kind === "text");
  useEffect(() => {
    if (!needsNames || !game || errors.game) return;
    api.players(game).then((found) => setKnown(found.players), () => setKnown([]));
  }, [needsNames, game, errors.game]);

  const family = families.find((family) => game.split(":")[0] === family.name);
  const change = (side) => (player) => {
    setPlayers(players.map((old, index) => (index === side ? player : old)));
    setErrors(({ [`player${side}`]: _, form: __, ...others }) => others);
  };
  const start = async (event) => {
    event.preventDefault();
    setIsStarting(true);
    try {
      const table = { game, players: players.map(playerText), moves };
      if (position) table.position = position;
      if (clock.text) table.clock = clock.text;
      go(`/table/${(await api.createTable(table)).id}`);
    } catch (error) {
      setErrors({ [fieldOf(error)]: failure(error) });
      setIsStarting(false);
    }
  };

  return html`<div class="setup">
    <form class="card" onSubmit=${start} novalidate>
      <h1>${t("setup.title")}</h1>
      <fieldset>
        <legend>${t("setup.game")}</legend>
        <div class="families">
          ${families.map((it) => html`<label class="family" key=${it.name}>
            <input type="radio" name="family" checked=${it === family} onChange=${() => setGame(usualVariant(it))} />
            <span class="family-card">
              <${Picture} family=${it.name} />
              <strong>${speaker.title(it.name)}</strong>
              <span class="muted">${speaker.summary(it)}</span>
            </span>
          </label>`)}
        </div>
        <div class="pair">
          <label class="field">
            <span>${t("setup.variant")}</span>
            <select value=${family?.variants.some((it) => it.text === game) ? game : ""} onChange=${(event) => event.target.value && setGame(event.target.value)}>
              ${family?.variants.map((it) => html`<option key=${it.text} value=${it.text}>${it.text} – ${word(it.summary)}</option>`)}
              <option value="">${t("setup.own-variant")}</option>
            </select>
          </label>
          <label class="field">
            <span>${t("setup.text")}</span>
            <input type="text" name="game" value=${game} spellcheck="false" autocapitalize="off"
              aria-invalid=${errors.game ? "true" : undefined} aria-describedby=${errors.game ? "game-error" : undefined}
              onInput=${(event) => setGame(event.target.value)} />
          </label>
        </div>
        ${errors.game && html`<p class="error" id="game-error" role="alert">${errors.game}</p>`}
        <label class="field">
          <span>${t("setup.position")}</span>
          <input type="text" name="position" value=${position} spellcheck="false" autocapitalize="off"
            aria-invalid=${errors.position ? "true" : undefined} aria-describedby=${errors.position ? "position-error" : undefined}
            onInput=${(event) => setPosition(event.target.value)} />
        </label>
        ${errors.position && html`<p class="error" id="position-error" role="alert">${errors.position}</p>`}
        <p><a href="/edit?${new URLSearchParams({ game, ...(position ? { position } : {}) })}" onClick=${follow}>${t("setup.edit")}</a></p>
        <details>
          <summary>${t("setup.paste")}</summary>
          <label class="field">
            <span class="unseen">${t("setup.paste")}</span>
            <textarea name="pasted" rows="4" spellcheck="false" value=${pasted}
              aria-invalid=${errors.pasted ? "true" : undefined} aria-describedby=${errors.pasted ? "pasted-error" : undefined}
              onInput=${(event) => paste(event.target.value)}></textarea>
          </label>
          ${moves.length > 0 && html`<p class="muted" data-moves=${moves.length}>${t("setup.pasted", { count: moves.length })}</p>`}
          ${errors.pasted && html`<p class="error" id="pasted-error" role="alert">${errors.pasted}</p>`}
        </details>
      </fieldset>
      <h2>${t("setup.players")}</h2>
      <div class="pair">
        ${players.map((player, side) => html`<${PlayerChoice} key=${side} side=${side} name=${speaker.side(sides, side)} player=${player}
          look=${lookOf(game)} known=${known} onChange=${change(side)} error=${errors[`player${side}`]} speaker=${speaker} />`)}
      </div>
      <div class="pair">
        <label class="field">
          <span>${t("setup.clock")}</span>
          <select name="clock" value=${clock.isOwn ? "own" : clock.text}
            onChange=${({ target: { value } }) => setClock({ isOwn: value === "own", text: value === "own" ? "3m+2s" : value })}>
            <option value="">${t("setup.no-clock")}</option>
            ${clocks.map((it) => html`<option key=${it.text} value=${it.text}>${t("setup.minutes", it)}</option>`)}
            <option value="own">${t("setup.own-clock")}</option>
          </select>
        </label>
        ${clock.isOwn && html`<label class="field">
          <span>${t("setup.clock-text")}</span>
          <input type="text" name="clock-text" value=${clock.text} spellcheck="false" autocapitalize="off"
            aria-invalid=${errors.clock ? "true" : undefined} aria-describedby=${errors.clock ? "clock-error" : undefined}
            onInput=${(event) => setClock({ isOwn: true, text: event.target.value })} />
        </label>`}
      </div>
      ${errors.clock && html`<p class="error" id="clock-error" role="alert">${errors.clock}</p>`}
      <datalist id="players">${known.map(({ text }) => html`<option key=${text} value=${text} />`)}</datalist>
      ${errors.form && html`<p class="error" role="alert">${errors.form}</p>`}
      <button type="submit" class="main" disabled=${isStarting || !game}>${t("setup.start")}</button>
    </form>
    <${EarlierGames} speaker=${speaker} follow=${follow} said=${speaker.player} />
  </div>`;
}
