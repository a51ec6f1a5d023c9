// What is asked of the server. What goes wrong is an Error with the server's words.

class ServerError extends Error {
  /** `document` is what the server says: a sentence, a word for its kind, and what it is about. */
  constructor(document) {
    super(document.error);
    this.document = document;
    this.kind = document.kind;
    this.field = document.field;
  }
}

async function ask(method, path, body) {
  let response;
  try {
    response = await fetch(`/api/${path}`, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ServerError({ error: "", kind: "network" });
  }
  if (response.status === 204) return null;
  if (response.ok && response.headers.get("content-type").startsWith("text/plain")) return response.text();
  const answer = await response.json().catch(() => ({ error: response.statusText, kind: "wrong" }));
  if (!response.ok) throw new ServerError(answer);
  return answer;
}

const query = (values) => new URLSearchParams(values).toString();

export const games = () => ask("GET", "games");
export const players = (game) => ask("GET", `players?${query({ game })}`);
export const position = (game, text, moves = []) => ask("POST", "position", { game, position: text, moves });
export const setUp = (game, cells, toMove) => ask("POST", "set-up", { game, cells, to_move: toMove });
export const read = (game, text) => ask("POST", "read", { game, text });
export const tables = () => ask("GET", "tables");
export const createTable = (table) => ask("POST", "tables", table);
export const deleteTable = (id) => ask("DELETE", `tables/${id}`);
export const table = (id, plies) => ask("GET", `tables/${id}${plies === undefined ? "" : `?${query({ plies })}`}`);
export const play = (id, text, plies) => ask("POST", `tables/${id}/moves`, { text, plies });
export const undo = (id) => ask("POST", `tables/${id}/undo`, {});
export const resign = (id, side) => ask("POST", `tables/${id}/resign`, { side });
export const hint = (id) => ask("POST", `tables/${id}/hint`, {});
export const record = (id) => ask("GET", `tables/${id}/record`);

/** Listens to a table, and so keeps its machines moving. Returns what ends it. */
export function listen(id, onTable, onLost) {
  const source = new EventSource(`/api/tables/${id}/events`);
  source.addEventListener("table", (event) => onTable(JSON.parse(event.data)));
  source.addEventListener("error", onLost);
  return () => source.close();
}

const runPath = (kind, name) => `runs/${kind}/${encodeURIComponent(name)}`;
export const runs = () => ask("GET", "runs");
export const cluster = () => ask("GET", "cluster");
export const runOptions = () => ask("GET", "run-options");
export const tuningFile = (values) => ask("GET", `tuning-file?${query(values)}`);
export const startRun = (run) => ask("POST", "runs", run);
export const run = (kind, name) => ask("GET", runPath(kind, name));
export const changeRun = (kind, name, change) => ask("POST", runPath(kind, name), change);
export const deleteRun = (kind, name) => ask("DELETE", runPath(kind, name));
export const gamesOf = (name) => ask("GET", `tournaments/${encodeURIComponent(name)}/games`);
export const gameOf = (name, number) => ask("GET", `tournaments/${encodeURIComponent(name)}/games/${number}`);

/** Listens to a run as long as it runs. */
export function listenToRun(kind, name, onRun) {
  const source = new EventSource(`/api/${runPath(kind, name)}/events`);
  source.addEventListener("run", (event) => onRun(JSON.parse(event.data)));
  source.addEventListener("end", () => source.close());
  return () => source.close();
}

/** A question about a search tree, as it stands in an address. */
export const treeQuery = ({ position, moves, ...others }) =>
  query({ ...others, ...(position ? { position } : {}), ...(moves.length > 0 ? { moves: moves.join(" ") } : {}) });
/** The tree that a search visits, and its figures. */
export const tree = (question) => ask("GET", `tree?${treeQuery(question)}`);

/** Listens to some work, which ends when what is returned is called. */
function work(path, name, { game, position, moves, ...others }, onView, onEnd) {
  const values = { game, moves: moves.join(" "), ...others };
  if (position) values.position = position;
  const source = new EventSource(`/api/${path}?${query(values)}`);
  const end = (how) => {
    // It would connect again, and begin anew.
    source.close();
    onEnd(how);
  };
  source.addEventListener(name, (event) => onView(JSON.parse(event.data)));
  source.addEventListener("end", () => end("end"));
  source.addEventListener("busy", () => end("busy"));
  source.addEventListener("error", () => end("error"));
  return () => source.close();
}

/** Analyses a position, depth by depth. */
export const analyse = (line, onView, onEnd) => work("analysis", "analysis", line, onView, onEnd);
/** Looks at each position of a game for a moment. */
export const review = (line, onView, onEnd) => work("review", "review", line, onView, onEnd);
/** Solves all moves of a position. */
export const exact = (line, onView, onEnd) => work("exact", "exact", line, onView, onEnd);
