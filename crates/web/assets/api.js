// What is asked of the server. What goes wrong is an Error with the server's words.

class ServerError extends Error {
  constructor(message, kind) {
    super(message);
    this.kind = kind;
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
    throw new ServerError("", "network");
  }
  if (response.status === 204) return null;
  const answer = await response.json().catch(() => ({ error: response.statusText, kind: "wrong" }));
  if (!response.ok) throw new ServerError(answer.error, answer.kind);
  return answer;
}

const query = (values) => new URLSearchParams(values).toString();

export const games = () => ask("GET", "games");
export const players = (game) => ask("GET", `players?${query({ game })}`);
export const position = (game, text) => ask("POST", "position", { game, position: text });
export const tables = () => ask("GET", "tables");
export const createTable = (table) => ask("POST", "tables", table);
export const deleteTable = (id) => ask("DELETE", `tables/${id}`);
export const table = (id, plies) => ask("GET", `tables/${id}${plies === undefined ? "" : `?${query({ plies })}`}`);
export const play = (id, text, plies) => ask("POST", `tables/${id}/moves`, { text, plies });
export const undo = (id) => ask("POST", `tables/${id}/undo`, {});
export const resign = (id, side) => ask("POST", `tables/${id}/resign`, { side });
export const hint = (id) => ask("POST", `tables/${id}/hint`, {});

/** Listens to a table, and so keeps its machines moving. Returns what ends it. */
export function listen(id, onTable, onLost) {
  const source = new EventSource(`/api/tables/${id}/events`);
  source.addEventListener("table", (event) => onTable(JSON.parse(event.data)));
  source.addEventListener("error", onLost);
  return () => source.close();
}

/** Analyses a position; the search ends when what is returned is called. */
export function analyse({ game, position, moves, lines, seconds }, onView, onEnd) {
  const values = { game, moves: moves.join(" "), lines, seconds };
  if (position) values.position = position;
  const source = new EventSource(`/api/analysis?${query(values)}`);
  const end = (how) => {
    // It would connect again, and search from the beginning.
    source.close();
    onEnd(how);
  };
  source.addEventListener("analysis", (event) => onView(JSON.parse(event.data)));
  source.addEventListener("end", () => end("end"));
  source.addEventListener("busy", () => end("busy"));
  source.addEventListener("error", () => end("error"));
  return () => source.close();
}
