// The tree explorer: what a search looks at, and in which order, as a picture that can be stepped through.

import { html, useEffect, useMemo, useRef, useState } from "./vendor/preact.js";
import * as api from "./api.js";
import { Board } from "./board.js";
import { allOpen, draw, firstOpen, fit, fromTheRoot, layoutOf, nodeAt, pathTo, stateAfter, stepsOf, treeOf } from "./tree.js";

/** So many nodes are asked for, and so many are unfolded at first. */
const [MOST_NODES, FIRST_NODES] = [5000, 160];
const TABLE = 16;

const usual = { kind: "alphabeta", depth: 3, evaluator: "", cut: "full", order: "canonical", symmetry: false, table: false, x: 1, k: 3 };

/** The player's text. */
function playerOf({ kind, depth, evaluator, cut, order, symmetry, table, x, k }) {
  const choices = kind === "adaptive" ? [`x=${x}`, `k=${k}`] : [`depth=${depth}`];
  if (evaluator) choices.push(`eval=${evaluator}`);
  if (kind === "alphabeta") {
    if (cut !== "full") choices.push(`cut=${cut}`);
    if (order !== "canonical") choices.push(`order=${order}`);
  }
  if (kind !== "adaptive" && symmetry) choices.push("symmetry=on");
  if (kind !== "adaptive" && table) choices.push(`table=${TABLE}`);
  return `${kind}:${choices.join(",")}`;
}

/** The same search without one of its savings. */
const without = {
  pruning: (choice) => choice.kind === "alphabeta" && { ...choice, kind: "minimax" },
  order: (choice) => choice.kind === "alphabeta" && choice.order !== "canonical" && { ...choice, order: "canonical" },
  symmetry: (choice) => choice.kind !== "adaptive" && choice.symmetry && { ...choice, symmetry: false },
  table: (choice) => choice.kind !== "adaptive" && choice.table && { ...choice, table: false },
};

/** What each saving saves: the nodes of the search without it. */
function useSavings(line, choice, visited) {
  const [others, setOthers] = useState({});
  const player = playerOf(choice);
  useEffect(() => {
    setOthers({});
    if (visited === undefined) return undefined;
    let isOld = false;
    const ask = async () => {
      for (const [name, leaveOut] of Object.entries(without)) {
        const other = leaveOut(choice);
        if (!other || isOld) continue;
        const nodes = await api.tree({ ...line, player: playerOf(other), nodes: 1 }).then(({ tree }) => tree.visited, () => null);
        if (!isOld) setOthers((others) => ({ ...others, [name]: nodes }));
      }
    };
    ask();
    return () => { isOld = true; };
  }, [player, visited]);
  return others;
}

function Levels({ statistics, speaker }) {
  const { t, number } = speaker;
  const rows = [...statistics.levels, statistics.total];
  const columns = ["nodes", "leaves", "most_children", "mean_children", "cuts", "table_hits", "symmetric"];
  return html`<div class="scrolls"><table class="levels">
    <thead><tr><th scope="col">${t("tree.level")}</th>${columns.map((name) => html`<th scope="col" key=${name}>${t(`tree.${name.replace("_", "-")}`)}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr key=${row.level}>
      <th scope="row">${row.level ?? t("tree.all")}</th>
      ${columns.map((name) => html`<td key=${name} data-figure=${row.level === null ? name : undefined}>${number(row[name])}</td>`)}
    </tr>`)}</tbody>
  </table></div>`;
}

/** The board at a node, which the server draws. */
function NodeBoard({ line, tree, id, speaker }) {
  const [seen, setSeen] = useState(null);
  const moves = pathTo(tree, id).flatMap((at) => tree.nodes[at].move ?? []);
  useEffect(() => {
    let isOld = false;
    const later = setTimeout(() => {
      api.position(line.game, line.position, [...line.moves, ...moves]).then((document) => !isOld && setSeen(document), () => {});
    }, 80);
    return () => {
      isOld = true;
      clearTimeout(later);
    };
  }, [tree, id]);
  return seen && html`<${Board} document=${{ ...seen, id: "tree" }} speaker=${speaker} />`;
}

/** What a step of the search did, in words. */
function sentenceOf(tree, { id, kind }, state, { t, value }) {
  const node = tree.nodes[id];
  const name = node.move ?? t("tree.root");
  const values = { name, side: node.kind === "max" ? "MAX" : "MIN", value: value(node.value) };
  if (kind === "enter") {
    return node.window ? t("tree.enters-window", { ...values, window: `[${node.window.map(value).join(", ")}]` }) : t("tree.enters", values);
  }
  const parts = [t(`tree.leaves-${node.bound}`, values)];
  if (node.reason !== "children") parts.push(t(`tree.because-${node.reason}`));
  if (node.cut > 0) parts.push(t("tree.cuts-here", { count: node.cut }));
  if (node.parent !== null && state.best.get(node.parent) === id) parts.push(t("tree.best-so-far"));
  return parts.join(" ");
}

function describe(tree, id, { t, word, value }) {
  const node = tree.nodes[id];
  const facts = [
    [t("tree.path"), pathTo(tree, id).flatMap((at) => tree.nodes[at].move ?? []).join(" ") || t("tree.root")],
    [t("tree.side"), `${node.kind === "max" ? "MAX" : "MIN"} (${word(node.kind === "max" ? tree.max : tree.min)})`],
    [t("tree.value"), `${{ exact: "", "at-least": "≥ ", "at-most": "≤ " }[node.bound]}${value(node.value)}`],
    node.window && [t("tree.window"), `[${node.window.map(value).join(", ")}]`],
    [t("tree.reason"), t(`tree.because-${node.reason}`)],
    node.cut > 0 && [t("tree.cut-moves"), node.cut],
    node.mirrored > 0 && [t("tree.mirrored-moves"), node.mirrored],
    node.dropped > 0 && [t("tree.dropped-moves"), node.dropped],
    node.hidden > 0 && [t("tree.hidden-nodes"), node.hidden],
  ];
  return facts.filter(Boolean);
}

/** The picture: dragged, zoomed, its nodes unfolded by a click. */
function Picture({ tree, layout, open, toggle, state, selected, select, speaker }) {
  const canvas = useRef(null);
  const [view, setView] = useState(null);
  const pressed = useRef(null);
  const now = view ?? { scale: 1, x: 0, y: 12 };

  const size = () => [canvas.current.clientWidth, canvas.current.clientHeight];
  const whole = () => setView(fit(layout, size()));
  useEffect(() => setView(fromTheRoot(layout, size())), [tree]);
  useEffect(() => {
    const redraw = () => canvas.current && draw(canvas.current, tree, layout, { view: now, open, state, selected, say: speaker.value });
    const frame = requestAnimationFrame(redraw);
    addEventListener("resize", redraw);
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", redraw);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("resize", redraw);
      scheme.removeEventListener("change", redraw);
    };
  }, [tree, layout, view, open, state, selected, speaker]);
  useEffect(() => {
    // What the search is at must be in the window.
    const id = state?.current?.id ?? selected;
    const place = layout.places.get(id);
    if (!place || !view) return;
    const [left, top] = [place.x * view.scale + view.x, place.y * view.scale + view.y];
    const [across, down] = [canvas.current.clientWidth, canvas.current.clientHeight];
    const x = left < 60 || left > across - 60 ? view.x + across / 2 - left : view.x;
    const y = top < 40 || top > down - 40 ? view.y + down / 2 - top : view.y;
    if (x !== view.x || y !== view.y) setView({ ...view, x, y });
  }, [state, selected, layout]);

  const zoom = (factor, [x, y] = [canvas.current.clientWidth / 2, canvas.current.clientHeight / 2]) => setView((view) => {
    const scale = Math.min(3, Math.max(0.05, view.scale * factor));
    const by = scale / view.scale;
    return { scale, x: x - (x - view.x) * by, y: y - (y - view.y) * by };
  });
  useEffect(() => {
    const onWheel = (event) => {
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 500), [event.offsetX, event.offsetY]);
    };
    const element = canvas.current;
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, []);

  const at = (event) => nodeAt(layout, (event.offsetX - now.x) / now.scale, (event.offsetY - now.y) / now.scale);
  const press = (event) => {
    pressed.current = { x: event.clientX, y: event.clientY, view: now, hasMoved: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event) => {
    const start = pressed.current;
    if (!start) {
      if (event.pointerType === "mouse") select(at(event) ?? selected);
      return;
    }
    const [across, down] = [event.clientX - start.x, event.clientY - start.y];
    if (Math.hypot(across, down) > 4) start.hasMoved = true;
    if (start.hasMoved) setView({ ...start.view, x: start.view.x + across, y: start.view.y + down });
  };
  const release = (event) => {
    const start = pressed.current;
    pressed.current = null;
    const id = at(event);
    if (!start || start.hasMoved || id === undefined) return;
    select(id);
    toggle(id);
  };
  const onKey = (event) => {
    const { parent } = tree.nodes[selected];
    const row = parent === null ? [0] : tree.children[parent];
    const place = row.indexOf(selected);
    const to = {
      ArrowUp: parent, ArrowLeft: row[place - 1], ArrowRight: row[place + 1],
      ArrowDown: open.has(selected) ? tree.children[selected][0] : undefined,
    };
    if (event.key in to) {
      if (to[event.key] !== undefined && to[event.key] !== null) select(to[event.key]);
    } else if (event.key === "Enter" || event.key === " ") toggle(selected);
    else if (event.key === "+") zoom(1.25);
    else if (event.key === "-") zoom(0.8);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const { t } = speaker;
  return html`<div class="tree-place">
    <canvas ref=${canvas} class="tree" tabindex="0" role="img" data-seen=${layout.seen.length}
      aria-label=${t("tree.picture", { count: layout.seen.length })} aria-describedby="tree-node"
      onPointerDown=${press} onPointerMove=${move} onPointerUp=${release} onPointerCancel=${() => { pressed.current = null; }} onKeyDown=${onKey}></canvas>
    <div class="zoom">
      <button type="button" aria-label=${t("tree.nearer")} title=${t("tree.nearer")} onClick=${() => zoom(1.25)}>+</button>
      <button type="button" aria-label=${t("tree.farther")} title=${t("tree.farther")} onClick=${() => zoom(0.8)}>−</button>
      <button type="button" aria-label=${t("tree.whole")} title=${t("tree.whole")} onClick=${whole}>⤢</button>
    </div>
  </div>`;
}

export function Explorer({ speaker, follow }) {
  const { t, number } = speaker;
  const line = useMemo(() => {
    const wanted = new URLSearchParams(location.search);
    return {
      game: wanted.get("game") ?? "connect:4x4,c=3",
      position: wanted.get("position") ?? undefined,
      moves: (wanted.get("moves") ?? "").split(" ").filter(Boolean),
    };
  }, []);
  const [choice, setChoice] = useState({ ...usual, depth: null });
  const [evaluators, setEvaluators] = useState([]);
  const [grown, setGrown] = useState(null);
  const [error, setError] = useState("");
  const [open, setOpen] = useState(new Set());
  const [selected, setSelected] = useState(0);
  const [count, setCount] = useState(null);
  const [isRunning, setIsRunning] = useState(false);
  const [speed, setSpeed] = useState(4);

  const player = playerOf(choice);
  useEffect(() => {
    document.title = `${t("tree.title")} · Partida`;
    // As deep as can be taken in where there are so many moves.
    api.position(line.game, line.position, line.moves).then(({ legal }) => {
      setChoice((choice) => ({ ...choice, depth: choice.depth ?? (legal.length > 150 ? 1 : legal.length > 25 ? 2 : 3) }));
    }, (wrong) => setError(speaker.failure(wrong)));
    api.players(line.game).then(({ evaluators }) => setEvaluators(evaluators), () => {});
  }, []);
  useEffect(() => {
    if (choice.depth === null) return undefined;
    let isOld = false;
    setError("");
    const later = setTimeout(() => api.tree({ ...line, player, nodes: MOST_NODES }).then((found) => {
      if (isOld) return;
      const tree = treeOf(found.tree);
      setGrown({ ...found, tree, steps: stepsOf(tree) });
      setOpen(firstOpen(tree, FIRST_NODES));
      setSelected(0);
      setCount(null);
      setIsRunning(false);
    }, (wrong) => {
      if (isOld) return;
      setGrown(null);
      setError(speaker.failure(wrong));
    }), 150);
    return () => {
      isOld = true;
      clearTimeout(later);
    };
  }, [player]);

  const tree = grown?.tree;
  const steps = grown?.steps ?? [];
  const savings = useSavings(line, choice, tree?.visited);
  const state = useMemo(() => (tree && count !== null ? stateAfter(tree, steps, count) : null), [grown, count]);
  // Where the search is must be seen.
  const unfolded = useMemo(() => {
    const id = state?.current?.id ?? selected;
    if (!tree) return open;
    const path = pathTo(tree, Math.min(id, tree.nodes.length - 1)).slice(0, -1);
    return path.every((at) => open.has(at)) ? open : new Set([...open, ...path]);
  }, [tree, open, state, selected]);
  const layout = useMemo(() => (tree ? layoutOf(tree, unfolded) : null), [tree, unfolded]);

  const within = (at) => Math.max(0, Math.min(steps.length, at));
  const go = (to) => setCount(within(to));
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setCount((count) => Math.min(steps.length, (count ?? 0) + 1)), 2000 / speed ** 2);
    return () => clearInterval(timer);
  }, [isRunning, speed, steps]);
  useEffect(() => {
    if (isRunning && count === steps.length) setIsRunning(false);
  }, [count]);
  useEffect(() => {
    const onKey = (event) => {
      if (event.target.closest("input, select, canvas") || event.ctrlKey || event.altKey || event.metaKey) return;
      const to = { ArrowLeft: (count) => (count ?? steps.length) - 1, ArrowRight: (count) => (count ?? 0) + 1, Home: () => 0, End: () => steps.length }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      // Keys come faster than what they change is drawn: none shall be lost.
      setCount((count) => within(to(count)));
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [steps]);

  const set = (name) => (event) => {
    const { type, checked, value } = event.target;
    setChoice({ ...choice, [name]: type === "checkbox" ? checked : type === "number" ? Number(value) : value });
  };
  const saved = (name) => {
    if (!tree || !without[name](choice) || !(name in savings)) return null;
    const nodes = savings[name];
    if (nodes === null) return html`<span class="muted saved">${t("tree.saves-unknown")}</span>`;
    const part = nodes === 0 ? 0 : Math.round((100 * (nodes - tree.visited)) / nodes);
    return html`<span class="muted saved" data-saved=${nodes - tree.visited}>${t("tree.saves", { nodes: number(nodes - tree.visited), part })}</span>`;
  };
  const option = (value) => html`<option key=${value} value=${value}>${t(`tree.option-${value}`)}</option>`;
  const numberField = (name, least, most, step = 1) => html`<label class="field"><span>${t(`tree.${name}`)}</span>
    <input type="number" name=${name} min=${least} max=${most} step=${step} value=${choice[name]} onInput=${(event) => event.target.value && set(name)(event)} /></label>`;
  const isFull = choice.kind !== "adaptive";
  const shownStep = state?.current;
  /** The same explorer with another root: for what lies below what is shown. */
  const from = (id) => `/tree?${new URLSearchParams({
    game: line.game,
    ...(line.position ? { position: line.position } : {}),
    moves: [...line.moves, ...pathTo(tree, id).flatMap((at) => tree.nodes[at].move ?? [])].join(" "),
  })}`;
  const download = (format) => `/api/tree?${api.treeQuery({ ...line, player, nodes: MOST_NODES, format })}`;

  return html`<div class="explorer">
    <div class="explorer-main">
      ${error && html`<p class="card error" role="alert">${error}</p>`}
      ${!error && !tree && html`<p class="card muted">${t("analysis.waiting")}</p>`}
      ${tree && html`
        <${Picture} tree=${tree} layout=${layout} open=${unfolded} state=${state} selected=${selected} select=${setSelected} speaker=${speaker}
          toggle=${(id) => setOpen((open) => {
            const next = new Set(unfolded);
            if (!next.delete(id)) next.add(id);
            return next;
          })} />
        <div class="card steps-bar">
          <div class="steps">
            ${[["«", "tree.first", 0], ["‹", "play.back", (count ?? steps.length) - 1], ["›", "play.forward", (count ?? 0) + 1], ["»", "tree.last", steps.length]].map(([sign, key, to]) => html`
              <button type="button" class="quiet" key=${key} data-action=${key} title=${t(key)} aria-label=${t(key)} onClick=${() => go(to)}>${sign}</button>`)}
            <button type="button" data-action="tree.run" onClick=${() => { if (count === null || count === steps.length) setCount(0); setIsRunning(!isRunning); }}>${t(isRunning ? "tree.pause" : "tree.run")}</button>
            <label class="speed"><span class="unseen">${t("tree.speed")}</span>
              <input type="range" min="1" max="12" value=${speed} title=${t("tree.speed")} onInput=${(event) => setSpeed(Number(event.target.value))} /></label>
            ${count !== null && html`<button type="button" class="quiet" data-action="tree.all-at-once" onClick=${() => { setCount(null); setIsRunning(false); }}>${t("tree.all-at-once")}</button>`}
          </div>
          <p class="step-text" role="status" data-step=${count}>${count === null
            ? t("tree.steps", { count: number(steps.length) })
            : `${number(count)}/${number(steps.length)}: ${shownStep ? sentenceOf(tree, shownStep, state, speaker) : t("tree.before")}`}</p>
        </div>`}
    </div>
    <aside class="card side">
      <h1>${t("tree.title")} <span class="muted">${line.game}</span></h1>
      <label class="field"><span>${t("tree.search")}</span>
        <select name="kind" value=${choice.kind} onChange=${set("kind")}>${["minimax", "alphabeta", "adaptive"].map(option)}</select></label>
      ${isFull ? numberField("depth", 1, 20) : html`<div class="pair">${numberField("x", 0.1, 2, 0.1)}${numberField("k", 3, 8)}</div>`}
      <label class="field"><span>${t("tree.evaluator")}</span>
        <select name="evaluator" value=${choice.evaluator} onChange=${set("evaluator")}>
          <option value="">${t("tree.usual")}</option>
          ${evaluators.map((it) => html`<option key=${it.name} value=${it.name}>${it.name} – ${speaker.word(it.meaning)}</option>`)}
        </select></label>
      ${choice.kind === "alphabeta" && html`
        <label class="field"><span>${t("tree.cut")} ${saved("pruning")}</span>
          <select name="cut" value=${choice.cut} onChange=${set("cut")}>${["full", "one-sided"].map(option)}</select></label>
        <label class="field"><span>${t("tree.order")} ${saved("order")}</span>
          <select name="order" value=${choice.order} onChange=${set("order")}>${["canonical", "evaluator", "history"].map(option)}</select></label>`}
      ${isFull && ["symmetry", "table"].map((name) => html`<label class="switch" key=${name}>
        <input type="checkbox" role="switch" name=${name} checked=${choice[name]} onChange=${set(name)} />
        <span>${t(`tree.${name}`)}</span> ${saved(name)}
      </label>`)}
      ${tree && html`
        <p class="figures" data-nodes=${tree.visited} data-cuts=${grown.statistics.total.cuts} data-shown=${tree.shown}
          data-marked=${tree.nodes.filter((node) => node.cut > 0).length}>
          ${t("tree.figures", { nodes: number(tree.visited), cuts: number(grown.statistics.total.cuts) })}
          ${tree.shown < tree.visited && ` ${t("tree.shown", { shown: number(tree.shown) })}`}
        </p>
        <div class="actions">
          <button type="button" data-action="tree.unfold" onClick=${() => setOpen(allOpen(tree))}>${t("tree.unfold")}</button>
          <button type="button" data-action="tree.fold" onClick=${() => { setSelected(0); setOpen(firstOpen(tree, FIRST_NODES)); }}>${t("tree.fold")}</button>
        </div>
        <section id="tree-node" aria-live="polite">
          <h2>${t("tree.node")}</h2>
          <dl class="facts">${describe(tree, selected, speaker).map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
        </section>
        ${tree.nodes[selected].reason === "children" && selected !== 0 && html`<p><a href=${from(selected)}>${t("tree.from-here")}</a></p>`}
        <div class="node-board"><${NodeBoard} line=${line} tree=${tree} id=${shownStep ? shownStep.id : selected} speaker=${speaker} /></div>
        <section><h2>${t("tree.levels")}</h2><${Levels} statistics=${grown.statistics} speaker=${speaker} /></section>
        <div class="actions small">
          ${["dot", "svg", "json"].map((format) => html`<a class="button" key=${format} data-format=${format} download="tree.${format}" href=${download(format)}>${format.toUpperCase()}</a>`)}
        </div>`}
      <p><a href="/" onClick=${follow}>${t("error.back")}</a></p>
    </aside>
  </div>`;
}
