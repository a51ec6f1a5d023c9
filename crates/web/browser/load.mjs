// Many people at once: `node load.mjs ADDRESS PID [SECONDS [CONNECTIONS]]`, with the address and the process of a running
// server. Half of them play, some analyse, the others look around, each over connections of their own. Tells how long
// they waited and what the server used; ends with 1 if something went wrong, or, with CHECK=1 in the environment, if
// calls that need no search took 50 ms or more in one of a hundred cases. (That is for machines with nothing else to do.)

import http from "node:http";
import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

const [address, pid, seconds = "60", connections = "200"] = process.argv.slice(2);
if (!address || !pid) throw new Error("node load.mjs ADDRESS PID [SECONDS [CONNECTIONS]]");
const base = new URL(address);
const end = Date.now() + Number(seconds) * 1000;
const isOver = () => Date.now() >= end;
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** As people do: sometimes at once, sometimes after a second. */
const think = () => pause(Math.min(200 + Math.random() * 1300, Math.max(0, end - Date.now())));
const choose = (list) => list[Math.floor(Math.random() * list.length)];

const waits = { calls: [], "first view of an analysis": [], "reply of a machine": [] };
const wrong = new Map();
const note = (what) => wrong.set(what, (wrong.get(what) ?? 0) + 1);
let searches = 0;

/** A call that needs no search. */
function call(agent, method, path, body) {
  const began = performance.now();
  return new Promise((resolve) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = text === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
    const request = http.request({ host: base.hostname, port: base.port, method, path, agent, headers }, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.on("end", () => {
        waits.calls.push(performance.now() - began);
        if (response.statusCode >= 400) note(`${method} ${path.replace(/[0-9a-f]{32}/, "ID").split("?")[0]}: ${response.statusCode}`);
        resolve(Buffer.concat(parts));
      });
    });
    request.on("error", (error) => {
      note(`${method}: ${error.code}`);
      resolve(Buffer.from("null"));
    });
    request.end(text);
  });
}

/** Listens to events until `onEvent` says that it is enough, or the time is up. */
function listen(path, onEvent) {
  return new Promise((resolve) => {
    let rest = "";
    const request = http.get({ host: base.hostname, port: base.port, path, agent: false }, (response) => {
      if (response.statusCode !== 200) {
        note(`events: ${response.statusCode}`);
        request.destroy();
      }
      response.setEncoding("utf8");
      response.on("data", async (part) => {
        rest += part;
        const blocks = rest.split("\n\n");
        rest = blocks.pop();
        for (const block of blocks) {
          const name = block.match(/^event: (.*)$/m)?.[1];
          if (name && onEvent(name, block.match(/^data: (.*)$/m)?.[1])) request.destroy();
        }
      });
    });
    const timer = setTimeout(() => request.destroy(), Math.max(0, end - Date.now()));
    request.on("error", () => {});
    request.on("close", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

const games = ["connect:7x6,c=4", "bricks:6", "fuga:7", "amazons:6x6"];

async function play(agent) {
  while (!isOver()) {
    const level = 1 + Math.floor(Math.random() * 4);
    const created = JSON.parse(await call(agent, "POST", "/api/tables", { game: choose(games), players: ["human", `level:${level}`] }));
    if (!created) return;
    let asked = null;
    let moved = null;
    await listen(`/api/tables/${created.id}/events`, (name, data) => {
      const table = JSON.parse(data);
      if (table.outcome || isOver()) return true;
      if (table.to_move === 1) {
        asked ??= performance.now();
        return false;
      }
      if (asked !== null) {
        searches++;
        waits["reply of a machine"].push(performance.now() - asked);
        asked = null;
      }
      const { text } = choose(table.legal);
      moved = think().then(() => !isOver() && call(agent, "POST", `/api/tables/${created.id}/moves`, { text, plies: table.plies }));
      return false;
    });
    // A move that is still on its way has to arrive before its connection is closed.
    await moved;
  }
}

async function analyse() {
  while (!isOver()) {
    const began = performance.now();
    let isFirst = true;
    const until = Date.now() + 1000 + Math.random() * 4000;
    await listen(`/api/analysis?game=${encodeURIComponent(choose(games))}&lines=3&seconds=30`, (name) => {
      if (isFirst && name === "analysis") {
        searches++;
        waits["first view of an analysis"].push(performance.now() - began);
        isFirst = false;
      }
      if (name === "busy") note("busy");
      return name !== "analysis" || (!isFirst && Date.now() >= until);
    });
  }
}

async function lookAround(agent) {
  const table = JSON.parse(await call(agent, "POST", "/api/tables", { game: choose(games), players: ["human", "human"] }));
  while (!isOver() && table) {
    const looks = [
      ["GET", "/"], ["GET", "/assets/board.js"], ["GET", "/api/games"], ["GET", `/api/tables/${table.id}`], ["GET", "/api/tables"],
      ["GET", `/api/tables/${table.id}/record`], ["POST", "/api/position", { game: choose(games) }],
      ["GET", `/api/players?game=${encodeURIComponent(choose(games))}`],
    ];
    await call(agent, ...choose(looks));
    await think();
  }
}

const usage = () => {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const field = (name) => Number(status.match(new RegExp(`^${name}:\\s+(\\d+)`, "m"))[1]);
  const times = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return { megabytes: field("VmRSS") / 1024, threads: field("Threads"), ticks: Number(times[11]) + Number(times[12]) };
};
const at = (list, part) => [...list].sort((one, other) => one - other)[Math.min(list.length - 1, Math.floor(list.length * part))];

const before = usage();
const most = { megabytes: 0, threads: 0 };
const watching = setInterval(() => {
  const now = usage();
  for (const name of ["megabytes", "threads"]) most[name] = Math.max(most[name], now[name]);
}, 250);
const own = monitorEventLoopDelay({ resolution: 5 });
own.enable();
const people = Array.from({ length: Number(connections) }, async (_, number) => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  // Not all at the same moment.
  await pause(Math.random() * 1000);
  await [play, analyse, play, lookAround][number % 4](agent);
  agent.destroy();
});
await Promise.all(people);
own.disable();
clearInterval(watching);
const after = usage();
await pause(3000);
const idle = usage();
await pause(1000);
const [busy, left] = [(after.ticks - before.ticks) / 100, usage().ticks - idle.ticks];

console.log(`${connections} connections, ${seconds} s: ${waits.calls.length} calls without a search, ${searches} searches answered`);
for (const [name, list] of Object.entries(waits)) {
  const shown = [0.5, 0.99, 1].map((part) => `${at(list, part)?.toFixed(1)} ms`);
  console.log(`  ${name}: half within ${shown[0]}, 99 of 100 within ${shown[1]}, all within ${shown[2]} (${list.length})`);
}
console.log(`  delays of this program itself: 99 of 100 within ${(own.percentile(99) / 1e6).toFixed(1)} ms`);
console.log(`  server: ${busy.toFixed(1)} s of processor time, at most ${most.megabytes.toFixed(0)} MB and ${most.threads} threads; before ${before.megabytes.toFixed(0)} MB`);
console.log(`  when all are gone: ${idle.megabytes.toFixed(0)} MB, ${left} of 100 ticks of a second`);
for (const [what, count] of wrong) console.log(`  WRONG ${what} (${count})`);

const isBad = wrong.size > 0 || left > 20 || waits["first view of an analysis"].length === 0 || waits["reply of a machine"].length === 0;
const isSlow = process.env.CHECK === "1" && at(waits.calls, 0.99) >= 50;
process.exit(isBad || isSlow ? 1 : 0);
