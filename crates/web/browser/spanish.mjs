// Whether the page can say in Spanish what the server says: `node spanish.mjs ADDRESS`, with the address of a running
// server. Asks for all that is described, plays games to their ends, and sends texts that are wrong in many ways.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

const [address] = process.argv.slice(2);
if (!address) throw new Error("node spanish.mjs ADDRESS");
const base = address.replace(/\/$/, "");
// As text, since nothing says to Node that files of the page are modules.
const source = await readFile(new URL("../assets/spanish.js", import.meta.url));
const { phrase, failure } = await import(`data:text/javascript;base64,${source.toString("base64")}`);

const SEED = 20_260;
/** At least so many different wrong requests. */
const LEAST_WRONG = 1500;
/** How many requests are on their way at once. */
const AT_ONCE = 8;

let state = SEED;
/** A whole number below `bound`; the same ones in each run. */
function random(bound) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * bound);
}
const oneOf = (list) => list[random(list.length)];

const untranslated = new Set();
const shapes = new Set();
let refused = 0;
let accepted = 0;

/** English words that are no names of anything, and so have nothing to do in Spanish. */
const english =
  "the is are was not an of and or to from with cannot there expected found which that this it by for each least most " +
  "behind cell cells row rows columns board number whole given twice mean king queen piece pieces brick bricks side " +
  "another only when where may must than because already covered reach such";
const isEnglish = new RegExp(`(?<![\\p{L}\\p{N}_=:@./-])(${english.split(" ").join("|")})(?![\\p{L}\\p{N}_=:./-])`, "u");
/** What libraries say stays as it is, behind one of these. */
const technical = /^((?:El|La|Los|No|Dirección|UTF-8|esto no es un registro|la partida no se puede leer)[^:]*: ).*/s;

/** What is left of a sentence without the words of whoever asked, and without lists of names. */
function ownWords(sentence) {
  return sentence
    .replace(/"(?:[^"\\]|\\.)*"|'(?:[^\\]|\\[^']+|\\')'|`[^`]*`|«.*?»/gsu, "")
    .replace(/(jugada|move) (\d+) \(.*?\): /su, "$1 $2: ")
    .replace(/(, column\w? \d+): .*: (?=files cannot be read|aquí no se pueden leer archivos)/su, "$1: ")
    .replace(/(?:[\w-]+=?, ){2,}[\w-]+/g, "")
    .replace(/(?<=(its last words|sus últimas palabras): ).*/s, "")
    .replace(technical, "$1");
}

/** A sentence with all that changes from one to another of its kind left out. */
const shapeOf = (sentence) =>
  ownWords(sentence).replace(/(?<=Failed to [^:]*: ).*/s, "").replace(/(?<![a-z])[a-z]?\d+(\.\d+)?/g, "#");

/** Whether two words that follow each other in English do so in Spanish too. */
function isCopied(sentence, spanish) {
  const pairs = ownWords(sentence).matchAll(/(?<![\w-])(?=([a-z]{2,} [a-z]{2,})(?![\w-]))/g);
  return [...pairs].some(([, pair]) => ownWords(spanish).includes(pair));
}

function checkPhrase(text) {
  const spanish = phrase(text);
  if (spanish === undefined || isEnglish.test(ownWords(spanish))) untranslated.add(`${text} → ${spanish}`);
}

function checkFailure(document) {
  assert.equal(typeof document.error, "string");
  assert.equal(document.kind === "text", document.text !== undefined, JSON.stringify(document));
  shapes.add(shapeOf(document.error));
  const spanish = failure(document);
  if (spanish === undefined || isEnglish.test(ownWords(spanish)) || isCopied(document.error, spanish))
    untranslated.add(`${document.error} → ${spanish}`);
}

const query = (values) => new URLSearchParams(Object.entries(values).filter(([, value]) => value !== undefined));
const posted = (document) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(document),
});

async function get(path) {
  const answer = await fetch(base + path);
  assert.ok(answer.ok, `${path}: ${answer.status}`);
  return answer.json();
}

/** Sends something that is most likely wrong; what is accepted after all is ended. */
async function send([path, options = {}]) {
  const abort = new AbortController();
  const answer = await fetch(base + path, { ...options, signal: abort.signal });
  if (!answer.ok) {
    refused++;
    checkFailure(await answer.json());
  } else {
    accepted++;
    if (answer.status === 201) {
      const { id } = await answer.json();
      await fetch(`${base}/api/tables/${id}`, { method: "DELETE" });
    }
    abort.abort();
  }
}

async function sendAll(requests) {
  const rest = [...requests];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (rest.length > 0) await send(rest.pop());
    }),
  );
}

// What is described.

const families = await get("/api/games");
const described = new Set();
const isForPeople = (text) => /[a-z]{2,}.* |^[a-z]{5,}$/i.test(text);
/** Words that are typed as they are. */
const typed = new Set(["first", "full", "canonical", "fuga", "private", "partida"]);
const describe = (parameters) => {
  for (const { meaning, default: usual, range } of parameters) {
    described.add(meaning);
    described.add(range);
    if (isForPeople(usual) && !typed.has(usual)) described.add(usual);
  }
};
const playersOf = new Map();
for (const family of families) {
  described.add(family.title);
  described.add(family.summary);
  describe(family.parameters);
  for (const { text, summary } of family.variants) {
    described.add(summary);
    const { players, evaluators } = await get(`/api/players?${query({ game: text })}`);
    playersOf.set(text, players);
    for (const { meaning } of evaluators) described.add(meaning);
    for (const player of players) {
      if (player.meaning !== "") described.add(player.meaning);
      describe(player.parameters);
    }
  }
}
for (const { help } of Object.values(await get("/api/run-options")).flat()) described.add(help);
described.forEach(checkPhrase);

// What is said beside the board, and how games end; from each variant valid texts to spoil are kept.

const beside = new Set();
const samples = [];
for (const { text: game } of families.flatMap(({ variants }) => variants)) {
  const moves = [];
  let position;
  let view;
  for (let ply = 0; ; ply++) {
    const answer = await fetch(`${base}/api/position`, posted({ game, position }));
    view = await answer.json();
    assert.ok(answer.ok, `${game}: ${JSON.stringify(view)}`);
    for (const { name } of view.cells) beside.add(name);
    for (const [name] of view.facts) beside.add(name);
    for (const side of view.sides) if (side.length > 1) beside.add(side);
    if (view.outcome) beside.add(view.outcome.reason);
    if (ply === 6) samples.push({ game, position: view.position, moves: [...moves] });
    const isLong = view.cells.length > 81 && ply === 6;
    if (view.legal.length === 0 || ply === 400 || isLong) break;
    const chosen = oneOf(view.legal).text;
    moves.push(chosen);
    const next = await fetch(`${base}/api/position`, posted({ game, position, moves: [chosen] }));
    position = (await next.json()).position;
  }
}
beside.forEach(checkPhrase);

// What no request of this test leads to.

const seldom = [
  // Ends of games.
  "4 in a row", "the board is full", "no pieces left", "White has no move left", "no attackers left", "no enemies left",
  "the guards are surrounded", "the king is in an exit fort", "the position was repeated", "the moves were repeated",
  "no legal move", "1000 moves were played", "1 moves were played", "resigned", "out of time", "it found no move",
  "the game cannot be read", "the game cannot be played",
  // Outside programs.
  'an illegal move: "z9" (z9 is not on the board)', "no answer in time", "too much output: \"x\" (a line without an end)",
  'an answer that is no move: "hello" (found \'h\')', 'an answer that is no move: "x" (expected a column, counted from 0)',
  'an answer that is no move: "go on" (expected id, option, ok, readyok, info, bestmove, error)',
  "the program ended: exit status 3", "the program ended: signal 11 (SIGSEGV); its last words: oh no",
  "the program ended: signal 40", "the program ended: nobody knows how",
  'the output ended in the middle of a line: "best" (exit status 0)', "the program closed its output",
  'the program does not speak the protocol: "readyok" (expected ok)',
  'the program does not speak the protocol: "x" (it gave up)', 'a line that nobody asked for: "ok"',
  "the program does not read its input", 'the program cannot be started (there is no command "x")',
  'the program cannot be started (there is no command "x"; the file here is ./x)',
  "the program cannot be started (there is no file ./x)", "the program cannot be started (./x is a directory)",
  "the program cannot be started (./x is not executable)", "the program cannot be started (it is not running)",
  "the program ended at its memory limit (exit status 1); its last words: out of memory",
  "the program used up its processor time", "stopped before the program answered (its protocol has no word for that)",
  "the program cannot be told of this position (it can only be asked from the beginning of a game on)",
  'player, column 9: there is no command "x"; expected a program that can be run',
  'an illegal move: "9 9 1" (the brick is not on the board)', 'an answer that is no move: "a" (expected row, column and direction (0 or 1))',
  "the program cannot be started (it has no streams)", "the program cannot be started (no program was named)",
  "the program cannot be started (the limits cannot be read)", "the program cannot be started (its parent is gone)",
  "the program cannot be started (it cannot be tied to its parent: EPERM)",
  "the program cannot be started (its files cannot be restricted: EPERM)",
  "the program cannot be started (Cpu cannot be limited: EPERM)", "the program cannot be started (./x: EPERM)",
  "no answer in time (it should say ok to partida, and readyok to isready)",
  'too much output: "x" (many lines, the last one shown)', 'an illegal move: "99" (there is no such column)',
  'an illegal move: "1 1 9" (there is no such direction)',
  // Players that are not listed here.
  "an outside program: process:./player --fast, options before the command", "a player for people, from 1 (easiest) to 10",
  "from the easiest to the hardest", "how the program is talked to", "plies, told to the program (protocol partida)",
  "positions, told to the program (protocol partida)", "time for a move, told to the program (protocol partida)",
  "time to start and to get ready (protocol partida)", "that each of its processes may have",
  "processor time that each of its processes may take in all", "1s, if nothing else limits it", "none: it must be given",
  "private: it writes temporary files only, and reads what its command names, the working directory and the system; off: no limits",
  "the rest of the text: a program and its arguments, quoted as in a shell", "a program and its arguments",
  // What judges and programs tell each other.
  "brick, column 1: 2 words; expected row, column and direction (0 or 1)",
  "greeting, column 1: these are not two numbers; expected the size of the board and 0 or 1",
  "greeting, column 1: the size is not a number; expected the size of the board and 0 or 1",
  "greeting, column 1: this is no side; expected the size of the board and 0 or 1", "this game has no bricks",
  "sizes, column 1: 1 words; expected columns, rows, how many in a row, pieces a side",
  "column, column 1: found \"x\"; expected a column, counted from 0",
  "answer, column 1: found \"x\" (did you mean \"ok\"?); expected id, option, ok", "order, column 1: found \"x\"; expected the end of the line",
  "order, column 1: the text ends; expected the text of a game, such as connect:7x6,c=4",
  "order, column 1: the text ends; expected name NAME value VALUE", 'order, column 1: found "x"; expected setoption name NAME value VALUE',
  "order, column 1: no position stands before moves; expected start, or the text of a position",
  "order, column 1: the text ends; expected positions, a whole number from 0",
  "order, column 1: the text ends; expected the time in milliseconds, a whole number from 0",
  "answer, column 1: the text ends; expected the name of an option", "answer, column 1: the text ends; expected a name",
  "answer, column 1: the text ends; expected a move", "answer, column 1: the text ends; expected a number",
  "answer, column 1: the text ends; expected name or author", "answer, column 1: the text ends; expected value, win or loss",
  // Presets, rulesets and board files, which the server does not read.
  'preset "x", player "greedy:seed=y": seed cannot be "y"', 'preset "x" has no weights',
  'preset "x": line 1, column 2: a weight cannot be 1e30; expected a number of at most nine digits and six decimals',
  'preset "x" is an outside program, which takes no arguments',
  "my.toml, line 3, column 1: size: the board cannot be 12 cells wide; expected an odd number from 5 to 19",
  "my.toml, line 3, column 1: layout: column 3: found 'z'; expected a number of empty cells, t, T, K or /",
  'my.toml, line 3, column 1: layout: " x" behind the rows; expected 9 rows of 9 cells',
  "my.toml, line 3, column 1: layout: 2 kings; expected one king",
  "my.toml, line 3, column 1: layout: no attackers; expected at least one attacker",
  "my.toml, line 3, column 1: throne.cells: z1 is not on the board; expected a cell of a board of 9 x 9",
  "my.toml, line 3, column 1: corners.cells: a1 is special in two ways; expected each cell in one list at most",
  "my.toml, line 3, column 1: speed.king: a piece that cannot move; expected a number from 1",
  "my.toml, line 3, column 1: repetition.times: 1 is no repetition; expected a number from 2",
  "my.toml, line 3, column 1: move-limit: a limit of 0 plies; expected a number from 1 to 1000000",
  'my.toml, line 3, column 1: side-names: "" is no name; expected two names',
  'my.toml, line 3, column 1: "z" is not a cell; expected a cell such as "a1"',
  "board file, line 1, column 1: the text ends; expected 1 (enemies to move) or 2 (guards to move)",
  "board file, line 2, column 1: rows of 8 cells; expected 11, the size of this game",
  "board file, line 2, column 1: 8 rows; expected 11, as many as columns",
  "board file, line 2, column 1: the text ends; expected the rows of the board",
  "board file, line 2, column 3: found 'x'; expected 0, N, G or R",
  'preset "x": a preset cannot name another one',
  "my.txt, line 1, column 1: the rules do not begin with the size of the board; expected dim: and a number",
  'my.toml, line 3, column 1: "z" is not a list of pieces; expected letters of t, T and K, or all, none, attackers, defenders or soldiers',
  "clock, column 1: this is too long; expected at most a week",
  "clock, column 4: the increment cannot be \"1week\"; expected a time such as 100ms, 2s or 1m",
  "order, column 4: the text ends; expected the time left in milliseconds, a whole number from 0",
  "order, column 4: an increment without a clock; expected clock and the time left",
  "player, column 1: this game cannot build it; expected another player",
  "position, column 1: this game has no positions that are set up by hand",
  "position, column 1: there are 4 cells; expected 42 cells", "position, column 1: found 'z'; expected Q, q, *",
  // The server.
  "there is no such file", "the search failed", "the store failed", "there is no move", "another move was played meanwhile",
  "the table cannot be read: EOF while parsing", "this is no game record: EOF while parsing",
  'game record, line 2, column 3: found \'x\'; expected a header such as [Game "connect"]',
  "No paths parameters found for matched route", "too many searches are waiting; try again in a moment",
  "this server wants a token: open it with the address that it printed", "this server has another name",
  "another page may not ask this server", "there are several headers origin", "the header cookie is no text",
  "Request body didn't contain valid UTF-8: invalid utf-8", "Invalid UTF-8 in `id`", "Invalid URL: Cannot parse",
  // The store.
  "the store a.db cannot be opened: it is a database of some other program", "it was written by a later version of partida",
  "the disk is full; all games written before are safe, and can be gone on from", "it may only be read",
  "the store a.db: another process is writing to it", "it is no database, or a damaged one", "an entry cannot be read: EOF",
  'there is no tournament "x"; `partida tournament list` shows those that there are', 'there is a tournament "x" already',
  'another process is playing tournament "x"', 'there is no tuning "x"; `partida tune list` shows those that there are',
  'there is a tuning "x" already; go on with it (partida tune resume), delete it (partida tune delete), or give this one another name',
  'another process is at tuning "x"',
  // Clusters.
  "the cluster cannot be reached: no answer in 20 s", "there is no cluster here yet: partida cluster init makes one",
  "this cluster was made by another version of partida (its tables are of version 2)",
  "experiment x-1 was begun with partida 1 (signature 2), and this is partida 1 (signature 3)",
  "there are other jobs of the same numbers", "somebody else has removed the jobs, or taken over the experiment",
  "the cluster refuses: x",
  "on a cluster games are limited by nodes, so that every machine plays the same; --allow-time lets them be timed, each machine by its speed",
  "process:./x is an outside program, which cannot play on a cluster",
  "mcts would play by the clock, and on a cluster every machine must play the same: limit it by depth=, nodes= or playouts=, or all players with --nodes",
];
seldom.forEach(checkPhrase);
assert.equal(phrase("there is no such thing as this sentence"), undefined);
assert.equal(failure({ error: "nobody has ever said this", kind: "wrong" }), undefined);

// Wrong texts by hand: each way to be wrong that there is.

const long = "x".repeat(30_000);
const start9 = "/9/9/9/4t4/4K4/9/9/9/9/";
const games = [
  "", ":", "zzz", "conect", "connect:", "connect:,", "connect:7x6,,c=4", "connect:7x6,c", "connect:7x6,c=0", "connect:0x6",
  "connect:7x6,d=4", "connect:7x6,cc=4", "connect:7x6,c=4,c=5", "connect:7x6,8", "connect:c=4,size=3,size=4", "connect:p=x",
  "bricks:1", "bricks:8,9", "bricks:size", "bricks:size=8,size=9", "bricks:,", "amazons:2x2", "amazons:8x", "amazons:,",
  "fuga:8", "fuga:21", "fuga:x", "fuga:11,x=1", "tafl:8", "tafl:99999999999999999999", "tafl:brandub", "tafl:zzzzzzzzz", "tafl:@rules.toml", "tafl:a,,b", "tafl:rules=x",
  "tafl:dim:9", "tafl:dim:8", "tafl:dim:x start:9", "tafl:dim:9 x", "tafl:dim:9 dim:9", "tafl:dim:9 zzzzz:1", "tafl:dim:9 ecs:e",
  `tafl:dim:9 start:${start9} starti:${start9}`, "tafl:dim:9 start:/9/9/", "tafl:dim:9 start:/9/9x/", "tafl:dim:9 start:/4n4/",
  "tafl:dim:9 start:/4c4/", "tafl:dim:9 start:/4m4/", "tafl:dim:9 start:/4k4/", "tafl:dim:9 start:", "tafl: dim:9 name:x",
  ...["kj:y", "nj:y", "cj:y", "ber:c", "esc:x", "surf:x", "atkf:x", "tfr:x", "ka:x", "ks:x", "spd:0", "spd:1,2,3", "sw:x", "swf:x",
    "efe:x", "linc:x", "cor:z99", "cor:a1b2", "cor:a1,e5", "cor:", "cenh:xyz", "cens:tx", "afor:a1", "afor:e5", "corre:q"].map((rule) => `tafl:dim:9 ${rule} start:${start9}`),
  "tafl:dim:9 start:/9/9/9/4t4/9/9/9/9/9/", "tafl:dim:9 start:/9/9/9/4T4/4K4/9/9/9/9/", "tafl:dim:9 start:/9/9/9/4K4/4K4/4t4/9/9/9/",
];
const positions = [
  ["connect:7x6", ["", " ", "8/8/8/8/8/8 x", "7/7/7/7/7/7", "7/7/7/7/7/7 z", "7/7/7/7/7/7 x x", "7/7/7/7/7/7x", "7/7/7/7/7/6 x", "7/0/7", "7/99/7",
    "7/7/7/7/x6/7 o", "7/7/7/7/7/xxx4 o", "7/7/x6/x6/x6/xooo3 o", "44444444", "4z4", "49", "z/", "/", "7//7", "64/64",
    "7/7/7/7/7/oooo3 x", "7/7/7/7/xxx4/oooo3 o", "7/7/7/7/7/ooooxxx o", `${"7/".repeat(70)}7 x`, "7/7/7/7\n/7/7 x", "7/7/7/7/7/7\nz",
    "7/7/7/7/ooo4/xxxxo2 x", "7/7/7/7/ooo4/xxxx3 x", "7/7/7/7/ooo1x2/xxxx3 x"]],
  ["connect:7x6,c=4,p=2", ["7/7/7/7/7/xoxoxo1 x"]],
  ["bricks:4", ["4/4/4/4", "4/4/4/x3 x", "4/4/4/xx2 x", "4/4/xo2/xo2 o", "x3/4/4/3x o", "4/4/4/oo2 o", "5/5/5/5/5 x", "4/4/4/4 w"]],
  ["amazons:5x5", ["5/5/5/5/5", "5/5/5/5/5 x", "5/5/5/5/5z w", "6/6/6/6/6/6 w", "5/5/5/5/4Q w w"]],
  ["fuga:7", ["7/7/7/7/7/7/7 a", "7/7/7/7/7/7/7 d x", "7/7/7/3K3/7/7/6t a", "7/7/7/3K3/7/7/6T a", "K6/3K3/7/7/7/7/7 a", "7/7/7/7/7/7/7 z", "7/7/7/7/7/7/7"]],
  ["fuga", ["5/5/5/5/5 a", "9/9/9/9/4t4/9/9/9/9 a"]],
  ["tafl:brandubh", ["7/7/7/7/7/7/7 a", "t6/7/7/7/7/7/7 d"]],
];
const lines = [
  ["connect:7x6", ["z", "8", "0", "!", "aaaaaaa", "abababa b", "1.", "44444444", "a a", "ñ", "a\nb", '"', "'", "a)", "(a): x"]],
  ["bricks:4", ["a1", "a1c1", "a1a9", "a1b1x", "z", "a1b1 a1a2", "a1-b", "a0b0", "a1a1", "ñ"]],
  ["amazons:5x5", ["a1", "a1-b2/c3", "b1-b2", "b1-b2/b9", "b1b2,c3c4", "b1b2,b2", "b1-b2(b3", "b1-b2/b3x", "b1-c3/c4", "b1-b5/b4", "b1-b2/d3", "z"]],
  ["fuga:7", ["a1", "a1-a2", "d4-d5", "a9-a1", "d1-d1", "d7-c7xa1", "d7-c7z", "d7-g6", "c1-c9", "d7-c7x"]],
];
const players = [
  "", "zzz", "engin", "perfct", "engine:", "engine:,", "engine:depth", "engine:depth=0", "engine:depth=x", "engine:depth=3,depth=4", "engine:dpeth=3",
  "engine:zzzzzz=3", "engine:3", "engine:time=1week", "engine:eval=zzz", "engine:weights=x", "engine:weights=1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20/21/22/23/24/25/26/27/28/29/30/31/32/33/34/35/36/37/38/39/40",
  "greedy:weights=999999999/999999999/999999999", "greedy:weights=1/1/1/1/1/1/1/1/1/1/1/1", "greedy:eval=outcome,weights=1", "greedy:eval=outcome,weights=1/2", "engine:selective=maybe", "alphabeta:cut=ful", "alphabeta:cut=zzz", "alphabeta:order=histroy",
  "random:seed=-1", "random:,", "random:5", "first:1", "first:seed=1", "level:11", "level:x", "level:1,2", "level:1,seed=x", "level:", "level:,", "adaptive:x=9", "adaptive:k=1",
  "mcts:exploration=99", "mcts:widening=0", "height:k=1", "@mine", "@mine:seed=3", "greedy:weights=@mine", "@", "ties=first", "minimax:ties=last", "minimax:table=5000",
  "process:", "process: ", "process:'x", "process:depth=0,x", "process:depth=1,depth=2,x", "process:protocol=zzz,x", "process:protocol=bricks-judge,x", "process:protocol=connect-judge,x",
  "process:memory=1,x", "process:files=,x", "process:files=a::b,x", "process:cpu=x,x", "process:x\ty", "process:./player", "champion:depth=0", "champion:eval=zzz",
  "heur:1", "staff:zzz=1", "plain:1", "line:weights=1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20", "h1:weights=1/1/1/1/1/1/1/1/1", "h2:ties=x", "mobility:weights=1/1/1/1/1/1/1/1/1",
  "greedy:weights=0.000001/999999999", "alphabeta:depth=2,weights=100000000/0.000001", "line:weights=-999999999", "solid:weights=1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1",
];
const someGames = ["connect:7x6,c=4", "bricks:8", "fuga:7", "tafl:brandubh", "amazons:5x5"];
const onTable = (game, player) => ["/api/tables", posted({ game, players: [player, "human"] })];
const onPosition = (document) => ["/api/position", posted(document)];
const pasted = (text, game = "connect:7x6,c=4") => ["/api/read", posted({ text, game })];
const arranged = (cells, game = "connect:4x4,c=3", side = 0) => ["/api/set-up", posted({ game, cells: [...cells].map((it) => (it === "." ? null : it)), to_move: side })];
// Those that are accepted after all think for no time.
const inAnalysis = (values) => [`/api/analysis?${query({ seconds: 0, ...values })}`];

const { id } = await (await fetch(`${base}/api/tables`, posted({ game: "connect:4x4,c=3", players: ["human", "human"] }))).json();
const table = `/api/tables/${id}`;
const byHand = [
  ...games.flatMap((game) => [onPosition({ game }), [`/api/players?${query({ game })}`], inAnalysis({ game })]),
  ...positions.flatMap(([game, texts]) => texts.flatMap((position) => [onPosition({ game, position }), inAnalysis({ game, position })])),
  ...lines.flatMap(([game, texts]) => texts.flatMap((moves) => [onPosition({ game, moves: [moves] }), inAnalysis({ game, moves })])),
  ...["", "x", "5m+1week", "5m+", "900h", "-1s", "0"].map((clock) => ["/api/tables", posted({ game: "connect", players: ["human", "human"], clock })]),
  ...["", "[", "[Game]", '[Game "zzz"]\n\n1. a', '[Game "connect"]\n1. z', '[Game "connect"]\n[Position "7/7"]\n', "{", "{}", "zz", "7/7 x", "a z", long].map((text) => pasted(text)),
  ...["", "....", "z...............", "x...............", "....x...........", "xx.............."].flatMap((cells) => [arranged(cells), arranged(cells, "amazons:4x4"), arranged(cells, "bricks:4", 1)]),
  arranged(".".repeat(49), "fuga:7"), arranged(`K${".".repeat(47)}K`, "fuga:7"), arranged(`t${".".repeat(48)}`, "fuga:7", 1), arranged(".".repeat(16), "connect:4x4,c=3", 2), arranged("", "zzz"),
  ...["review", "exact"].flatMap((what) => [`game=zzz`, "", "game=connect&moves=z", "game=connect&position=z", "game=connect&seconds=x"].map((values) => [`/api/${what}?${values}`])),
  onTable("bricks:20", "greedy:weights=1000000/1000000/1000000"),
  // Captures that are none.
  ...samples.filter(({ game }) => /^(fuga|tafl)/.test(game)).map(({ game, moves }) => onPosition({ game, moves: [`${moves[0]}xa1`] })),
  ...someGames.flatMap((game) => players.map((player) => onTable(game, player))),
  ...players.filter((player) => /^(process|@|zzz)|0|x/.test(player)).map((player) => inAnalysis({ game: "connect:7x6", player })),
  onPosition({ game: long }), onPosition({ game: "connect", position: long }), onPosition({ game: "connect", moves: Array(4001).fill("a") }),
  onPosition({ game: "connect", moves: [""] }), onPosition({ game: "connect", moves: ["a b"] }), onPosition({}), onPosition([]), onPosition({ game: 1 }), onPosition({ game: "connect", more: 1 }),
  onPosition({ game: "x".repeat(300_000) }), ["/api/position", { method: "POST", body: "{}" }], ["/api/position", { ...posted({}), body: "{" }], ["/api/position", { ...posted({}), body: "" }],
  ["/api/position"], ["/api/nothing"], ["/api/players"], ["/api/players?game=connect&more=1"], ["/api/tables/zzz"], ["/api/tables/zzz", { method: "DELETE" }], ["/api/tables/%ff"], ["/api/tables/zzz?plies=x"],
  ["/api/tables/zzz/moves", posted({ text: "a", plies: 0 })], ["/api/tables/zzz/events"], ["/api/tables/zzz/hint", posted({})], ["/api/tables", posted({ game: "connect", players: ["human"] })],
  inAnalysis({ game: "connect", seconds: -1 }), inAnalysis({ game: "connect", seconds: "x" }), inAnalysis({ game: "connect", lines: -1 }), inAnalysis({}), inAnalysis({ game: "connect:4x4,c=3", moves: "a b a b a" }),
  [`${table}/moves`, posted({ text: "z", plies: 0 })], [`${table}/moves`, posted({ text: "a", plies: 3 })], [`${table}/moves`, posted({ text: "a" })], [`${table}/undo`, posted({})],
  [`${table}/resign`, posted({ side: 2 })], [`${table}/resign`, posted({ side: "x" })], [`${table}/zzz`], [table, { method: "PUT" }], ["/no/such/file", { headers: { accept: "application/json" } }],
];
await sendAll(byHand);
await fetch(`${base}${table}/resign`, posted({ side: 0 }));
await sendAll([[`${table}/moves`, posted({ text: "a", plies: 0 })], [`${table}/resign`, posted({ side: 0 })], [`${table}/hint`, posted({})]]);
await fetch(base + table, { method: "DELETE" });

// Valid texts, spoilt.

const ALPHABET = "abdeghkotwxzKNQTq0123456789,:=/-+*@.# \"'()ñ\n";
const WORDS = ["=", "weights=1/2/3/4", "seed=1", "depth=", "time=1", " x", "z9", "64", "dim:9", ":", ",", "99", "/", " a", "\t"];
function spoilt(text) {
  const letters = [...text];
  for (let times = 1 + random(3); times > 0; times--) {
    const place = random(letters.length + 1);
    const other = random(letters.length + 1);
    const change = random(6);
    if (change === 0) letters.splice(place, 1);
    else if (change === 1) letters.splice(place, 0, oneOf(ALPHABET));
    else if (change === 2) letters.splice(place, 1, oneOf(ALPHABET));
    else if (change === 3) letters.splice(place, 0, ...oneOf(WORDS));
    else if (change === 4) letters.splice(Math.min(place, other), Math.abs(place - other));
    else letters.splice(place, 0, ...letters.slice(Math.min(place, other)));
  }
  return letters.join("").slice(0, 500);
}
/** The valid text of a player with one of its parameters. */
function playerText(game) {
  const player = oneOf(playersOf.get(game));
  if (player.parameters.length === 0 || random(4) === 0) return player.text;
  const { name, default: usual } = oneOf(player.parameters);
  return `${player.text}:${name}=${usual.includes(" ") ? oneOf(["1", "2/1", "100ms", "zzz"]) : usual}`;
}
const sent = new Set(byHand.map((request) => JSON.stringify(request)));
const toSpoil = [
  ({ game }) => onPosition({ game: spoilt(game) }),
  ({ game }) => [`/api/players?${query({ game: spoilt(game) })}`],
  ({ game, position }) => onPosition({ game, position: spoilt(position) }),
  ({ position, game }) => onPosition({ game: game.split(":")[0], position: spoilt(position) }),
  ({ game, moves }) => onPosition({ game, moves: moves.map((text) => (random(3) === 0 ? spoilt(text) : text)) }),
  ({ game, moves }) => inAnalysis({ game, moves: spoilt(moves.join(" ")) }),
  ({ game, moves, position }) => onPosition({ game, position, moves: [spoilt(oneOf(moves))] }),
  ({ game }) => onTable(game, spoilt(playerText(game))),
  ({ game }) => onTable(game, spoilt(playerText(game))),
  ({ game, moves }) => pasted(spoilt(`[Game "${game}"]\n\n1. ${moves.join(" ")}`), game),
  ({ game, position }) => pasted(spoilt(position), game),
  () => onPosition({ game: spoilt(`tafl:dim:9 esc:e cor: start:${start9}`) }),
];
while (refused < LEAST_WRONG || sent.size < 2 * LEAST_WRONG) {
  const requests = [];
  while (requests.length < 200) {
    const request = oneOf(toSpoil)(oneOf(samples));
    const key = JSON.stringify(request);
    if (sent.has(key)) continue;
    sent.add(key);
    requests.push(request);
  }
  await sendAll(requests);
}

console.log(`phrases: ${described.size} described, ${beside.size} beside boards, ${seldom.length} others`);
console.log(`wrong requests: ${refused} refused, ${accepted} accepted, ${shapes.size} shapes of sentences`);
for (const sentence of untranslated) console.log(`untranslated: ${sentence}`);
if (untranslated.size > 0) process.exit(1);
