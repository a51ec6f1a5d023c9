// A search tree: which of its nodes are seen, where they are drawn, and the steps of the search that visited them.

const WIDTH = 74;
const HEIGHT = 92;
const GAP = 12;

/** The tree of the server with the children of each node, in the order they were visited. */
export function treeOf({ nodes, ...facts }) {
  const children = nodes.map(() => []);
  for (const { id, parent } of nodes) if (parent !== null) children[parent].push(id);
  return { ...facts, nodes, children };
}

/** All ancestors of a node, the root first, and the node itself. */
export function pathTo(tree, id) {
  const path = [];
  for (let at = id; at !== null; at = tree.nodes[at].parent) path.unshift(at);
  return path;
}

/** As many levels as can be read at once, and the chosen line. */
export function firstOpen(tree, most) {
  const open = new Set(tree.nodes.filter((node) => node.chosen_line).map(({ id }) => id));
  let level = [0];
  let count = 1;
  while (level.length > 0) {
    const next = level.flatMap((id) => tree.children[id]);
    count += next.length;
    if (count > most) break;
    for (const id of level) open.add(id);
    level = next;
  }
  return open;
}

/** Everything that has children. */
export const allOpen = (tree) => new Set(tree.nodes.map(({ id }) => id));

/** Where the seen nodes are: a place for each leaf, and parents above the middle of their children. */
export function layoutOf(tree, open) {
  const places = new Map();
  const seen = [];
  let leaves = 0;
  const place = (id) => {
    seen.push(id);
    const { ply } = tree.nodes[id];
    const below = open.has(id) ? tree.children[id] : [];
    if (below.length === 0) {
      places.set(id, { x: leaves++ * (WIDTH + GAP) + WIDTH / 2, y: ply * HEIGHT + 24 });
    } else {
      const first = place(below[0]);
      let last = first;
      for (const child of below.slice(1)) last = place(child);
      places.set(id, { x: (first + last) / 2, y: ply * HEIGHT + 24 });
    }
    return places.get(id).x;
  };
  if (tree.nodes.length > 0) place(0);
  const deepest = seen.reduce((most, id) => Math.max(most, tree.nodes[id].ply), 0);
  return { places, seen, width: Math.max(1, leaves) * (WIDTH + GAP), height: (deepest + 1) * HEIGHT };
}

/** What the search did, one thing after the other: it comes to a node, and it leaves it with a value. */
export function stepsOf(tree) {
  const steps = [];
  const visit = (id) => {
    steps.push({ id, kind: "enter" });
    for (const child of tree.children[id]) visit(child);
    steps.push({ id, kind: "leave" });
  };
  if (tree.nodes.length > 0) visit(0);
  return steps;
}

/** Values as numbers that can be compared: sooner wins are greater. */
function weightOf({ value, number }) {
  if (number !== null) return Number(number);
  const found = value.match(/^(win|loss) in (\d+)$/);
  if (!found) return 0;
  return (found[1] === "win" ? 1 : -1) * (1e9 - Number(found[2]));
}

/** What is known after so many steps: which nodes were come to and left, where the search is, and the best so far. */
export function stateAfter(tree, steps, count) {
  const entered = new Set();
  const left = new Set();
  const best = new Map();
  for (const { id, kind } of steps.slice(0, count)) {
    if (kind === "enter") {
      entered.add(id);
      continue;
    }
    left.add(id);
    const { parent } = tree.nodes[id];
    if (parent === null) continue;
    const sign = tree.nodes[parent].kind === "max" ? 1 : -1;
    const before = best.get(parent);
    if (before === undefined || sign * weightOf(tree.nodes[id]) > sign * weightOf(tree.nodes[before])) best.set(parent, id);
  }
  return { entered, left, best, current: count === 0 ? null : steps[count - 1] };
}

const cssColour = (style, name) => style.getPropertyValue(name).trim();

/** The node at a point of the tree's own plane. */
export function nodeAt({ places, seen }, x, y) {
  return seen.find((id) => {
    const place = places.get(id);
    return Math.abs(place.x - x) <= WIDTH / 2 && Math.abs(place.y - y) <= 22;
  });
}

/** How the whole tree, or its top where that would be too small to see, fits into a window. */
export function fit({ width, height }, [across, down]) {
  const scale = Math.min(1.2, Math.max(0.12, Math.min(across / (width + 40), down / (height + 20))));
  return { scale, x: (across - width * scale) / 2, y: 12 };
}

/** The root in the middle, at a size at which everything can be read. */
export function fromTheRoot(layout, window) {
  const scale = Math.max(0.8, fit(layout, window).scale);
  return { scale, x: window[0] / 2 - layout.places.get(0).x * scale, y: 24 };
}

/** Draws what of a tree is in the window. */
export function draw(canvas, tree, layout, { view, open, state, selected, say }) {
  const ratio = window.devicePixelRatio || 1;
  const [across, down] = [canvas.clientWidth, canvas.clientHeight];
  if (canvas.width !== Math.round(across * ratio)) canvas.width = Math.round(across * ratio);
  if (canvas.height !== Math.round(down * ratio)) canvas.height = Math.round(down * ratio);
  const pen = canvas.getContext("2d");
  const style = getComputedStyle(canvas);
  const [ink, muted, line, accent, soft, card, error] = ["--ink", "--muted", "--line", "--accent", "--accent-soft", "--card", "--error"].map((name) => cssColour(style, name));
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, across, down);
  pen.translate(view.x, view.y);
  pen.scale(view.scale, view.scale);
  const isIn = ({ x, y }) => {
    const [left, top] = [x * view.scale + view.x, y * view.scale + view.y];
    return left > -100 && left < across + 100 && top > -100 && top < down + 100;
  };
  const isKnown = (id) => !state || state.entered.has(id);
  const isFaint = (id) => !isKnown(id);
  const isSmall = view.scale < 0.4;
  // All lines of a kind in one go: that is what keeps thousands of them quick.
  const edges = (keep, colour, width, alpha) => {
    pen.beginPath();
    for (const id of layout.seen) {
      const { parent, chosen_line: isChosen } = tree.nodes[id];
      if (parent === null || !keep(id, isChosen)) continue;
      const [from, to] = [layout.places.get(parent), layout.places.get(id)];
      if (!isIn(from) && !isIn(to)) continue;
      pen.moveTo(from.x, from.y + 16);
      pen.lineTo(to.x, to.y - 16);
    }
    pen.globalAlpha = alpha;
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.stroke();
    pen.globalAlpha = 1;
  };
  const showsLine = !state || state.left.has(0);
  edges((id) => isFaint(id), line, 1, 0.4);
  edges((id, isChosen) => !isFaint(id) && !(isChosen && showsLine), muted, 1.2, 0.8);
  edges((id, isChosen) => !isFaint(id) && isChosen && showsLine, accent, 3.5, 1);

  pen.textAlign = "center";
  pen.textBaseline = "middle";
  for (const id of layout.seen) {
    const place = layout.places.get(id);
    if (!isIn(place)) continue;
    const node = tree.nodes[id];
    const isCurrent = state?.current?.id === id;
    const isOnLine = node.chosen_line && showsLine && !isFaint(id);
    pen.globalAlpha = isFaint(id) ? 0.25 : 1;
    pen.beginPath();
    if (node.kind === "max") pen.rect(place.x - WIDTH / 2, place.y - 17, WIDTH, 34);
    else pen.ellipse(place.x, place.y, WIDTH / 2, 17, 0, 0, 2 * Math.PI);
    pen.fillStyle = isCurrent ? accent : isOnLine ? soft : card;
    pen.fill();
    pen.strokeStyle = id === selected ? error : isOnLine || isCurrent ? accent : muted;
    pen.lineWidth = id === selected ? 4 : isOnLine ? 2.5 : 1.2;
    pen.stroke();
    if (!isSmall && !isFaint(id)) {
      pen.fillStyle = isCurrent ? card : ink;
      pen.font = "600 12px system-ui, sans-serif";
      pen.fillText(node.move ?? "·", place.x, place.y - 7, WIDTH - 8);
      pen.font = "12px system-ui, sans-serif";
      pen.fillText(textOf(tree, id, state, say), place.x, place.y + 8, WIDTH - 8);
      if (node.window && view.scale > 0.7) {
        pen.fillStyle = muted;
        pen.font = "10px system-ui, sans-serif";
        pen.fillText(`[${node.window.map(say).join(", ")}]`, place.x, place.y - 24, WIDTH + GAP - 2);
      }
    }
    if (!isFaint(id) && (!state || state.left.has(id))) {
      const marks = marksOf(tree, id, open);
      if (marks && view.scale > 0.25) {
        pen.fillStyle = node.cut > 0 ? error : muted;
        pen.font = "600 11px system-ui, sans-serif";
        pen.fillText(marks, place.x, place.y + 26, WIDTH + GAP);
      }
    }
    pen.globalAlpha = 1;
  }
}

const signs = { exact: "", "at-least": "≥ ", "at-most": "≤ " };

/** What is known of a node: its value, or while the search is below it the best so far. */
function textOf(tree, id, state, say) {
  const node = tree.nodes[id];
  if (!state || state.left.has(id)) return signs[node.bound] + say(node.value);
  const best = state.best.get(id);
  return best === undefined ? "?" : `${say(tree.nodes[best].value)} …`;
}

/** What is not drawn below a node: cut, mirrored or dropped moves, and nodes that are folded up or left out. */
function marksOf(tree, id, open) {
  const { cut, mirrored, dropped, hidden } = tree.nodes[id];
  const below = open.has(id) ? 0 : tree.children[id].length;
  return [
    cut > 0 && `✂${cut}`,
    mirrored > 0 && `≅${mirrored}`,
    dropped > 0 && `−${dropped}`,
    below > 0 && `▸${below}`,
    hidden > 0 && `+${hidden}`,
  ].filter(Boolean).join(" ");
}
