// The machines that play, as long as somebody looks: who is there, how fast they are, and what is left to do.

import { html, useEffect, useState } from "./vendor/preact.js";
import * as api from "./api.js";
import { Curves } from "./plots.js";

const BETWEEN_LOOKS = 2000;
/** So many looks are drawn: ten minutes. */
const MOST_POINTS = 300;

const one = (value) => value.toFixed(1);

function Workers({ workers, speaker }) {
  const { t } = speaker;
  const heads = ["name", "threads", "yardstick", "jobs", "rate"];
  return html`<div class="scrolls"><table class="levels standings workers">
    <thead><tr>${heads.map((head) => html`<th scope="col" key=${head}>${t(`cluster.${head}`)}</th>`)}</tr></thead>
    <tbody>${workers.map(({ name, alive, threads, yardstick_ms: yardstick, seen_s: seen, jobs, rate }) => html`<tr key=${name} data-worker=${name} class=${alive ? "" : "muted"}>
      <th scope="row" data-typed>${name}</th><td>${threads}</td><td>${one(yardstick)}</td><td>${jobs}</td>
      <td>${alive ? one(rate) : t("cluster.silent", { seconds: Math.round(seen) })}</td></tr>`)}</tbody>
  </table></div>`;
}

function Experiment({ experiment, speaker }) {
  const { t } = speaker;
  const { name, kind, state, queued, leased, done, parked, reasons } = experiment;
  const all = queued + leased + done + parked;
  return html`<li data-experiment=${name} data-done=${done}>
    <p><strong data-typed>${kind} ${name}</strong> <span class="muted">${t(`cluster.${state}`)}</span></p>
    <progress aria-label=${name} value=${all ? done / all : 1}></progress>
    <p class="muted">${t("cluster.counts", { queued, leased, done, parked })}</p>
    ${reasons.map(({ number, attempts, error }) => html`<p key=${number} class="error">${t("cluster.parked", { number, attempts })} <span data-typed>${error}</span></p>`)}
  </li>`;
}

export function Cluster({ speaker }) {
  const { t, failure } = speaker;
  const [status, setStatus] = useState(null);
  const [rates, setRates] = useState([]);
  const [error, setError] = useState("");
  useEffect(() => {
    const began = Date.now();
    let timer;
    const look = async () => {
      try {
        const seen = await api.cluster();
        // A server without one does not get one.
        if (seen === null) return;
        setStatus(seen);
        setRates((rates) => [...rates, [Math.round((Date.now() - began) / 1000), seen.rate]].slice(-MOST_POINTS));
        setError("");
      } catch (wrong) {
        setError(failure(wrong));
      }
      timer = setTimeout(look, BETWEEN_LOOKS);
    };
    look();
    return () => clearTimeout(timer);
  }, []);
  if (!status && !error) return null;
  const alive = status?.workers.filter((worker) => worker.alive).length;
  return html`<section class="card cluster">
    <h2>${t("cluster.title")}</h2>
    ${error && html`<p class="error" role="alert">${error}</p>`}
    ${status && html`
      <p class="cluster-state" role="status" data-workers=${alive}>${t("cluster.state", { count: alive, rate: one(status.rate) })}${status.draining ? ` · ${t("cluster.leaving")}` : ""}</p>
      ${rates.length > 1 && html`<${Curves} lines=${[{ name: t("cluster.rate"), points: rates }]} label=${t("cluster.rate")} />`}
      ${status.workers.length > 0 && html`<${Workers} workers=${status.workers} speaker=${speaker} />`}
      <ul class="experiments">${status.experiments.map((experiment) => html`<${Experiment} key=${experiment.name} experiment=${experiment} speaker=${speaker} />`)}</ul>`}
  </section>`;
}
