// One tournament or tuning while it runs and after, and two of them beside each other.

import { html, useEffect, useState } from "./vendor/preact.js";
import * as api from "./api.js";
import { Bars, Curves } from "./plots.js";

/** A run, kept current while it runs. `again` makes it listen anew. */
function useRun(kind, name, again) {
  const [run, setRun] = useState(null);
  const [failure, setFailure] = useState(null);
  useEffect(() => {
    let stop = null;
    let isLeft = false;
    api.run(kind, name).then((seen) => {
      if (isLeft) return;
      setRun(seen);
      stop = api.listenToRun(kind, name, setRun);
    }, setFailure);
    return () => {
      isLeft = true;
      stop?.();
    };
  }, [kind, name, again]);
  return { run, setRun, failure };
}

function Standings({ table, speaker }) {
  const { t, number } = speaker;
  return html`<div class="scrolls"><table class="levels standings">
    <thead><tr>${["rank", "player", "points", "games", "wins", "draws", "losses", "forfeits", "move-time"].map((name) => html`<th scope="col" key=${name}>${t(`runs.${name}`)}</th>`)}</tr></thead>
    <tbody>${table.map((row) => html`<tr key=${row.player}>
      <td>${row.rank}</td><th scope="row">${row.player}</th><td>${number(row.points)}</td><td>${number(row.games)}</td>
      <td>${number(row.wins)}</td><td>${number(row.draws)}</td><td>${number(row.losses)}</td><td>${number(row.forfeits)}</td>
      <td>${row.mean_move_ms === null ? "" : row.mean_move_ms.toFixed(2)}</td>
    </tr>`)}</tbody>
  </table></div>`;
}

const barsOf = (table) => table.slice(0, 20).map(({ player, points }) => ({ name: player, value: points }));

function Games({ name, played, go, speaker }) {
  const { t, failure } = speaker;
  const [games, setGames] = useState([]);
  const [error, setError] = useState("");
  useEffect(() => {
    api.gamesOf(name).then(setGames, (wrong) => setError(failure(wrong)));
  }, [name, played]);
  const open = async (game) => {
    try {
      const { record } = await api.gameOf(name, game.number);
      const table = await api.createTable({ game: record.game, players: ["human", "human"], moves: record.moves.map((move) => move.text) });
      go(`/table/${table.id}`);
    } catch (wrong) {
      setError(failure(wrong));
    }
  };
  return html`<section>
    <h2>${t("runs.all-games")}</h2>
    ${error && html`<p class="error" role="alert">${error}</p>`}
    <ul class="game-list">
      ${games.map((game) => html`<li key=${game.id}>
        <button type="button" class="quiet" data-game=${game.number} onClick=${() => open(game)}>
          <strong>${game.id}</strong> ${game.game}: ${game.players.join(" – ")} <strong>${game.result}</strong>${" "}
          <span class="muted">${speaker.word(game.reason)}, ${t("setup.plies", { count: game.plies })}</span>
        </button>
      </li>`)}
    </ul>
  </section>`;
}

/** Fitness, or where there is none the numbers themselves, over the games that were played. */
function linesOf({ generations, numbers }, t) {
  const of = (name) => generations.filter((it) => it[name] !== null).map((it) => [it.games, it[name]]);
  const fitness = ["best", "mean", "worst"].map((name) => ({ name: t(`runs.${name}`), points: of(name) })).filter(({ points }) => points.length > 0);
  const weights = numbers.map(({ name }, index) => ({ name, points: generations.map((it) => [it.games, it.point[index]]) }));
  return { fitness, weights };
}

function Tuning({ shown, speaker }) {
  const { t, word } = speaker;
  const { fitness, weights } = linesOf(shown, t);
  return html`
    <p><code>${shown.best}</code></p>
    ${fitness.length > 0 && html`<h2>${t("runs.fitness")}</h2><${Curves} lines=${fitness} label=${t("runs.fitness")} />`}
    <h2>${t("runs.numbers")}</h2>
    <${Curves} lines=${weights} label=${t("runs.numbers")} />
    <div class="scrolls"><table class="levels">
      <thead><tr><th></th>${shown.numbers.map(({ name }) => html`<th scope="col" key=${name}>${name}</th>`)}</tr></thead>
      <tbody>${["start", "best"].map((row) => html`<tr key=${row}><th scope="row">${t(`runs.${row}`)}</th>
        ${shown.numbers.map((it) => html`<td key=${it.name}>${it[row] === null ? "" : Number(it[row].toPrecision(4))}</td>`)}</tr>`)}</tbody>
    </table></div>
    ${shown.validation.length > 0 && html`<h2>${t("runs.validation")}</h2>
      <ul>${shown.validation.map((it) => html`<li key=${`${it.games_tuned} ${it.against}`} class="validation">
        <code>${it.against}</code>: ${(100 * it.score).toFixed(1)} %, ${it.elo && `${t("runs.elo", { elo: it.elo.map((value) => value.toFixed(0)).join(" / ") })}, `}
        ${t("runs.played", { count: it.games })}: ${word(it.verdict)}</li>`)}</ul>`}`;
}

export function Run({ kind, name, speaker, go, follow }) {
  const { t, failure: say } = speaker;
  const [again, setAgain] = useState(0);
  const [workers, setWorkers] = useState("2");
  const [error, setError] = useState("");
  const { run, setRun, failure } = useRun(kind, name, again);
  useEffect(() => { document.title = `${name} · Partida`; }, [name]);
  if (failure) return html`<div class="card lonely"><p role="alert">${say(failure)}</p><a href="/runs" onClick=${follow}>${t("runs.title")}</a></div>`;
  if (!run) return html`<p class="lonely muted">${t("loading")}</p>`;
  const { summary, table, is_running: isRunning } = run;
  const doing = (change) => () => {
    setError("");
    api.changeRun(kind, name, change).then((seen) => { setRun(seen); setAgain((count) => count + 1); }, (wrong) => setError(say(wrong)));
  };
  /** A tuning changes only when it begins anew: so it is paused, and goes on. */
  const changeWorkers = async () => {
    const count = Number(workers);
    if (kind === "tournament") return doing({ action: "workers", count })();
    setError("");
    try {
      await api.changeRun(kind, name, { action: "stop" });
      while ((await api.run(kind, name)).is_running) await new Promise((resolve) => setTimeout(resolve, 200));
      if (!(await api.run(kind, name)).summary.complete) await api.changeRun(kind, name, { action: "resume", workers: count });
      setAgain((count) => count + 1);
    } catch (wrong) {
      setError(say(wrong));
    }
    return undefined;
  };
  const remove = () => api.deleteRun(kind, name).then(() => go("/runs"), (wrong) => setError(say(wrong)));
  const exported = (format) => `/api/runs/${kind}/${encodeURIComponent(name)}/export?format=${format}`;
  const state = isRunning ? "running" : summary.complete ? "complete" : "stopped";
  return html`<div class="run">
    <section class="card">
      <h1>${name} <span class="muted">${kind === "tournament" ? `${summary.format} · ${summary.games.join(", ")}` : `${summary.method} · ${summary.game}`}</span></h1>
      <p class="run-state" role="status" data-state=${state} data-games=${kind === "tournament" ? summary.played : summary.games}>
        ${t(`runs.${state}`)} · ${t("runs.played", { count: kind === "tournament" ? `${summary.played}/${summary.planned}` : summary.games })}
        ${isRunning && html` <progress aria-label=${t("runs.running")} value=${summary.planned && summary.played / summary.planned}></progress>`}
      </p>
      ${(error || run.failure) && html`<p class="error" role="alert">${error || run.failure}</p>`}
      <div class="actions">
        ${isRunning
          ? html`<button type="button" data-action="runs.stop" onClick=${doing({ action: "stop" })}>${t("runs.stop")}</button>`
          : !summary.complete && html`<button type="button" class="main" data-action="runs.resume" onClick=${doing({ action: "resume" })}>${t("runs.resume")}</button>`}
        ${!isRunning && html`<button type="button" data-action="runs.delete" onClick=${remove}>${t("setup.delete")}</button>`}
        <a class="button" href=${exported("html")} target="_blank">${t("runs.report")}</a>
      </div>
      ${isRunning && html`<div class="pair">
        <label class="field"><span>${t("runs.workers")}</span>
          <input type="number" name="workers" min="1" max="256" value=${workers} onInput=${(event) => setWorkers(event.target.value)} /></label>
        <button type="button" data-action="runs.change" onClick=${changeWorkers}>${t("runs.change")}</button>
      </div>`}
      ${kind === "tournament" && html`<p class="exports">${["text", "json", "csv"].map((format) => html`<a key=${format} href=${exported(format)} download>${format.toUpperCase()}</a> `)}</p>`}
      <p><a href="/runs" onClick=${follow}>${t("runs.title")}</a></p>
    </section>
    <section class="card">
      ${kind === "tournament"
        ? html`<h2>${t("runs.standings")}</h2><${Bars} rows=${barsOf(table)} label=${t("runs.standings")} /><${Standings} table=${table} speaker=${speaker} />
          <${Games} name=${name} played=${summary.played} go=${go} speaker=${speaker} />`
        : html`<${Tuning} shown=${table} speaker=${speaker} />`}
    </section>
  </div>`;
}

/** Two runs of a kind beside each other. */
export function Compare({ speaker, follow }) {
  const { t } = speaker;
  const wanted = new URLSearchParams(location.search);
  const [kinds, names] = [0, 1].map((part) => ["one", "other"].map((key) => (wanted.get(key) ?? "/").split("/")[part]));
  const seen = [0, 1].map((index) => useRun(kinds[index], names[index], 0));
  const failure = seen.find((it) => it.failure)?.failure;
  if (failure) return html`<div class="card lonely"><p role="alert">${speaker.failure(failure)}</p></div>`;
  if (seen.some(({ run }) => !run)) return html`<p class="lonely muted">${t("loading")}</p>`;
  const runs = seen.map(({ run }) => run);
  const isTournament = kinds[0] === "tournament";
  const points = (run, player) => run.table.find((row) => row.player === player);
  const players = isTournament ? [...new Set(runs.flatMap((run) => run.table.map((row) => row.player)))] : [];
  const share = (row) => (row ? `${row.points}/${row.games} (${((100 * row.points) / Math.max(1, row.games)).toFixed(1)} %)` : "–");
  const curves = isTournament ? [] : runs.flatMap((run) => {
    const { fitness, weights } = linesOf(run.table, t);
    return (fitness.length > 0 ? fitness.slice(0, 1) : weights).map((line) => ({ ...line, name: `${run.name}: ${line.name}` }));
  });
  return html`<div class="run"><section class="card compare">
    <h1>${names.join(" / ")}</h1>
    ${isTournament ? html`<div class="scrolls"><table class="levels standings">
      <thead><tr><th scope="col">${t("runs.player")}</th>${names.map((name) => html`<th scope="col" key=${name}>${name}</th>`)}</tr></thead>
      <tbody>${players.map((player) => html`<tr key=${player}><th scope="row">${player}</th>${runs.map((run) => html`<td key=${run.name}>${share(points(run, player))}</td>`)}</tr>`)}</tbody>
    </table></div>` : html`<${Curves} lines=${curves} label=${t("runs.fitness")} />
      ${runs.map((run) => html`<section key=${run.name}><h2>${run.name}</h2><${Tuning} shown=${run.table} speaker=${speaker} /></section>`)}`}
    <p><a href="/runs" onClick=${follow}>${t("runs.title")}</a></p>
  </section></div>`;
}
