// Tournaments and tunings: those there are, and forms for new ones.

import { html, useEffect, useState } from "./vendor/preact.js";
import * as api from "./api.js";
import { Cluster } from "./cluster.js";

const lines = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);
/** Players are what lists of them are about: whoever has nothing else in mind starts with these. */
const examples = { format: "round-robin", game: "connect:5x4", players: "random\ngreedy\nalphabeta:depth=3" };

/** A field for something that a command takes. */
function Field({ option, value, onChange, error, speaker }) {
  const { word } = speaker;
  const { name, help, default: usual, values, is_list: isList } = option;
  const marks = { name, "aria-invalid": error ? "true" : undefined };
  const change = (event) => onChange(event.target.value);
  const entry = () => {
    if (values.length > 0) {
      return html`<select ...${marks} value=${value} onChange=${change}>
        ${!option.is_required && html`<option value="">${usual ?? ""}</option>`}
        ${values.map((it) => html`<option key=${it} value=${it}>${it}</option>`)}
      </select>`;
    }
    if (isList) return html`<textarea ...${marks} rows="4" spellcheck="false" value=${value} onInput=${change}></textarea>`;
    return html`<input type="text" ...${marks} value=${value} placeholder=${usual ?? ""} spellcheck="false" autocapitalize="off" onInput=${change} />`;
  };
  return html`<label class="field">
    <span><strong data-typed>${name}</strong> – ${word(help)}</span>
    ${entry()}
    ${error && html`<span class="error" role="alert">${error}</span>`}
  </label>`;
}

function TournamentForm({ options, go, speaker }) {
  const { t, failure } = speaker;
  const [values, setValues] = useState(examples);
  const [name, setName] = useState("");
  const [workers, setWorkers] = useState("");
  const [error, setError] = useState({});
  const [isStarting, setIsStarting] = useState(false);
  const start = async (event) => {
    event.preventDefault();
    setIsStarting(true);
    try {
      const given = Object.entries(values).filter(([, value]) => value.trim());
      const isList = (name) => options.find((option) => option.name === name)?.is_list;
      const run = await api.startRun({
        kind: "tournament",
        name: name.trim(),
        options: Object.fromEntries(given.map(([name, value]) => [name, isList(name) ? lines(value) : [value.trim()]])),
        ...(workers ? { workers: Number(workers) } : {}),
      });
      go(`/runs/tournament/${encodeURIComponent(run.name)}`);
    } catch (wrong) {
      setError({ [wrong.field ?? "form"]: failure(wrong) });
      setIsStarting(false);
    }
  };
  const field = (option) => html`<${Field} key=${option.name} option=${option} value=${values[option.name] ?? ""} error=${error[option.name]} speaker=${speaker}
    onChange=${(value) => setValues({ ...values, [option.name]: value })} />`;
  const first = options.filter((option) => option.is_positional || ["rounds", "pairs", "seed"].includes(option.name));
  return html`<form class="card run-form" onSubmit=${start} novalidate>
    <h2>${t("runs.new-tournament")}</h2>
    <label class="field"><span><strong data-typed>name</strong> – ${t("runs.name")}</span>
      <input type="text" name="name" value=${name} spellcheck="false" onInput=${(event) => setName(event.target.value)} />
      ${error.name && html`<span class="error" role="alert">${error.name}</span>`}</label>
    ${first.map(field)}
    <details><summary>${t("runs.more")}</summary>
      ${options.filter((option) => !first.includes(option)).map(field)}
      <label class="field"><span><strong data-typed>workers</strong> – ${t("runs.workers")}</span>
        <input type="number" name="workers" min="1" value=${workers} onInput=${(event) => setWorkers(event.target.value)} /></label>
    </details>
    ${error.form && html`<p class="error" role="alert">${error.form}</p>`}
    <button type="submit" class="main" disabled=${isStarting}>${t("setup.start")}</button>
  </form>`;
}

function TuningForm({ options, go, speaker }) {
  const { t, failure } = speaker;
  const [values, setValues] = useState({ game: "bricks:5", player: "greedy:weights=1/1/1/1/1", method: "spsa", budget: "2000" });
  const [name, setName] = useState("");
  const [file, setFile] = useState("");
  const [workers, setWorkers] = useState("");
  const [error, setError] = useState({});
  const fill = () => api.tuningFile(Object.fromEntries(Object.entries(values).filter(([, value]) => value)))
    .then((text) => { setFile(text); setError({}); }, (wrong) => setError({ form: failure(wrong) }));
  const start = (event) => {
    event.preventDefault();
    api.startRun({ kind: "tuning", name: name.trim(), file, ...(workers ? { workers: Number(workers) } : {}) })
      .then((run) => go(`/runs/tuning/${encodeURIComponent(run.name)}`), (wrong) => setError({ [wrong.field ?? "form"]: failure(wrong) }));
  };
  return html`<form class="card run-form" onSubmit=${start} novalidate>
    <h2>${t("runs.new-tuning")}</h2>
    ${options.map((option) => html`<${Field} key=${option.name} option=${{ ...option, is_list: false }} value=${values[option.name] ?? ""} speaker=${speaker}
      onChange=${(value) => setValues({ ...values, [option.name]: value })} />`)}
    <button type="button" data-action="runs.write-file" onClick=${fill}>${t("runs.write-file")}</button>
    ${file && html`<label class="field"><span>${t("runs.file")}</span>
      <textarea name="file" rows="16" spellcheck="false" value=${file} onInput=${(event) => setFile(event.target.value)}></textarea>
      ${error.file && html`<span class="error" role="alert">${error.file}</span>`}</label>
      <label class="field"><span><strong data-typed>name</strong> – ${t("runs.name")}</span>
        <input type="text" name="tuning-name" value=${name} spellcheck="false" onInput=${(event) => setName(event.target.value)} />
        ${error.name && html`<span class="error" role="alert">${error.name}</span>`}</label>
      <label class="field"><span><strong data-typed>workers</strong> – ${t("runs.workers")}</span>
        <input type="number" min="1" value=${workers} onInput=${(event) => setWorkers(event.target.value)} /></label>`}
    ${error.form && html`<p class="error" role="alert">${error.form}</p>`}
    ${file && html`<button type="submit" class="main">${t("setup.start")}</button>`}
  </form>`;
}

/** What a run is about, in a line. */
const about = ({ kind, summary }, t) => (kind === "tournament"
  ? `${summary.format} · ${summary.games.join(", ")} · ${t("runs.played", { count: summary.played })}`
  : `${summary.method} · ${summary.game} · ${t("runs.played", { count: summary.games })}`);

export function Runs({ speaker, go, follow }) {
  const { t, failure } = speaker;
  const [runs, setRuns] = useState(null);
  const [options, setOptions] = useState(null);
  const [error, setError] = useState("");
  const [chosen, setChosen] = useState([]);
  const load = () => api.runs().then(setRuns, (wrong) => setError(failure(wrong)));
  useEffect(() => {
    document.title = `${t("runs.title")} · Partida`;
    load();
    api.runOptions().then(setOptions, (wrong) => setError(failure(wrong)));
    const timer = setInterval(load, 3000);
    return () => clearInterval(timer);
  }, []);
  const choose = (run) => (event) => {
    const key = `${run.kind}/${run.name}`;
    const { checked } = event.target;
    setChosen((chosen) => (checked ? [...chosen.filter((other) => other !== key).slice(-1), key] : chosen.filter((other) => other !== key)));
  };
  const canCompare = chosen.length === 2 && chosen[0].split("/")[0] === chosen[1].split("/")[0];
  return html`<div class="runs">
    <section class="card">
      <h1>${t("runs.title")}</h1>
      ${error && html`<p class="error" role="alert">${error}</p>`}
      ${runs?.length === 0 && html`<p class="muted">${t("setup.none")}</p>`}
      <ul class="run-list">
        ${runs?.map((run) => html`<li key=${`${run.kind}/${run.name}`}>
          <input type="checkbox" aria-label=${t("runs.choose", { name: run.name })} checked=${chosen.includes(`${run.kind}/${run.name}`)} onChange=${choose(run)} />
          <a href="/runs/${run.kind}/${encodeURIComponent(run.name)}" onClick=${follow}>
            <strong>${run.name}</strong> <span class="muted">${about(run, t)}</span>
          </a>
          <span class="muted">${t(run.is_running ? "runs.running" : run.summary.complete ? "runs.complete" : "runs.stopped")}</span>
        </li>`)}
      </ul>
      ${runs?.length > 1 && html`<button type="button" data-action="runs.compare" disabled=${!canCompare}
        onClick=${() => go(`/runs/compare?${new URLSearchParams({ one: chosen[0], other: chosen[1] })}`)}>${t("runs.compare")}</button>`}
    </section>
    <${Cluster} speaker=${speaker} />
    ${options && html`<${TournamentForm} options=${options.tournament} go=${go} speaker=${speaker} />
      <${TuningForm} options=${options.tuning} go=${go} speaker=${speaker} />`}
  </div>`;
}
