// The page in a real browser: `node test.mjs ADDRESS FOLDER [NAME…]`, with the address of a running server, a folder for
// screenshots, and parts of names of tests, if not all are to be run. Plays whole games of each kind with mouse, keyboard and on a phone.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { chromium } from "playwright-core";

const [address, folder] = process.argv.slice(2);
if (!address || !folder) throw new Error("node test.mjs ADDRESS FOLDER");
const base = address.replace(/\/$/, "");
/** The program that the server is, for what it says on the command line. */
const program = process.env.PARTIDA ?? "target/debug/partida";
await mkdir(folder, { recursive: true });

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const complaints = [];
/** The server refuses something on purpose: browsers say so on the console. */
let isRefusalExpected = false;

async function open({ isElsewhere, ...options } = {}) {
  const context = await browser.newContext({ locale: "en-GB", viewport: { width: 1200, height: 800 }, ...options });
  context.on("request", (request) => {
    if (!isElsewhere && !request.url().startsWith(`${base}/`) && !request.url().startsWith("data:")) complaints.push(`asks ${request.url()}`);
  });
  context.on("weberror", (error) => complaints.push(String(error.error().stack)));
  context.on("console", (message) => {
    const isRefusal = isRefusalExpected && message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isRefusal) complaints.push(message.text());
  });
  return context.newPage();
}

async function api(path, body) {
  const options = body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(`${base}/api/${path}`, options);
  assert.ok(answer.ok, `${path}: ${answer.status}`);
  return answer.json();
}
const shot = (page, name, fullPage = false) => page.screenshot({ path: `${folder}/${name}.png`, fullPage });
const idOf = (page) => page.url().match(/table\/(\w+)/)[1];
/** Waits until something is as expected: the page draws, and copies, a moment after it was told to. */
async function eventually(look, expected, what) {
  for (let tries = 0; ; tries++) {
    const seen = await look();
    try {
      if (expected instanceof RegExp) assert.match(seen, expected, what);
      else assert.deepEqual(seen, expected, what);
      return;
    } catch (error) {
      if (tries === 200) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const cellOf = (page, cell) => page.locator(`[data-cell="${cell}"]`);

/** Sets up a game in the page itself. */
async function setUp(page, game, kinds) {
  await page.goto(`${base}/`);
  const field = page.locator('input[name="game"]');
  await page.waitForFunction(() => document.querySelector('input[name="game"]')?.value);
  await field.fill(game);
  for (const [side, kind] of kinds.entries()) {
    const choice = page.locator(".player-choice").nth(side);
    await choice.locator("input[type=radio]").nth(kind === "human" ? 0 : typeof kind === "number" ? 1 : 2).check();
    if (typeof kind === "number") await choice.locator("input[type=range]").fill(String(kind));
    else if (kind !== "human") await choice.locator("input[type=text]").fill(kind);
  }
  await page.locator("button[type=submit]").click();
  await page.waitForURL(/\/table\/\w+/);
  await page.waitForSelector(".play .board");
}

/** Waits until a person is to move, or the game is over, and the page shows it. */
async function settled(page) {
  for (;;) {
    const table = await api(`tables/${idOf(page)}`);
    if (table.outcome || table.players[table.to_move] === "human") {
      await page.waitForSelector(`.status[data-plies="${table.plies}"][data-shown="${table.plies}"]`);
      return table;
    }
    await page.waitForTimeout(50);
  }
}

/** Points at a move with the mouse: `way` chooses among the ways that mean the same. */
async function pointAt(page, table, move, way) {
  const family = table.game.split(":")[0];
  if (family === "connect") {
    // Anywhere in the column; what comes as fast as a double click is taken for one.
    const row = way % table.rows;
    await page.waitForTimeout(260);
    return cellOf(page, row * table.columns + move.cells[0] % table.columns).click();
  }
  const cells = family === "bricks" && way % 2 === 1 ? [...move.cells].reverse() : move.cells;
  if (way % 3 === 1) {
    // The first two by dragging.
    const boxes = await Promise.all(cells.slice(0, 2).map((cell) => cellOf(page, cell).boundingBox()));
    const [from, to] = boxes.map((box) => [box.x + box.width / 2, box.y + box.height / 2]);
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 3 });
    await page.mouse.up();
    for (const cell of cells.slice(2)) await cellOf(page, cell).click();
    return undefined;
  }
  for (const cell of cells) await cellOf(page, cell).click();
  return undefined;
}

async function pressAt(page, table, cells) {
  for (const cell of cells) {
    const focused = Number(await page.evaluate(() => document.activeElement.dataset.cell));
    const [columns, rows] = [(cell % table.columns) - (focused % table.columns), Math.floor(cell / table.columns) - Math.floor(focused / table.columns)];
    for (let step = 0; step < Math.abs(columns); step++) await page.keyboard.press(columns > 0 ? "ArrowRight" : "ArrowLeft");
    for (let step = 0; step < Math.abs(rows); step++) await page.keyboard.press(rows > 0 ? "ArrowUp" : "ArrowDown");
    await page.keyboard.press("Enter");
  }
}

/** Plays on until the game is over, or so many moves of the person were made. */
async function playOn(page, most, make = pointAt) {
  for (let turn = 0; ; turn++) {
    const table = await settled(page);
    if (table.outcome || turn === most) return table;
    const move = table.legal[(turn * 31 + 7) % table.legal.length];
    await make(page, table, move, turn);
    await page.waitForFunction((plies) => Number(document.querySelector(".status").dataset.plies) > plies, table.plies, { timeout: 10_000 });
    const now = await api(`tables/${table.id}?plies=${table.plies + 1}`);
    assert.equal(now.played.at(-1).text, move.text, "the move that was pointed at");
  }
}

const tests = {
  async "every string is in both languages"() {
    const { texts, languages } = await import("../assets/text.js");
    for (const [key, said] of Object.entries(texts)) {
      assert.equal(said.length, Object.keys(languages).length, key);
      const gaps = said.map((text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort().join());
      assert.ok(said.every((text) => text.length > 0) && new Set(gaps).size === 1, key);
    }
  },

  async "the first load is small"() {
    const page = await open();
    await page.goto(`${base}/`);
    await page.waitForSelector(".family");
    await page.waitForTimeout(500);
    const [sent, bytes] = await page.evaluate(() => {
      const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        // The list of earlier games is as long as there are games.
        .filter((entry) => !entry.name.endsWith("/api/tables"));
      return ["transferSize", "decodedBodySize"].map((size) => entries.reduce((sum, entry) => sum + entry[size], 0));
    });
    console.log(`      ${sent} bytes sent, ${bytes} unpacked`);
    assert.ok(sent > 10_000 && sent < 150_000, `${sent} bytes`);
    await shot(page, "setup-light", true);
    await page.emulateMedia({ colorScheme: "dark" });
    await shot(page, "setup-dark", true);
  },

  async "whole games of all kinds, by pointing"() {
    const page = await open();
    // A strong machine where a weak one could walk about for long.
    for (const [game, level, early] of [["connect:5x4", 1, 3], ["bricks:4", 1, 2], ["fuga:7", 5, 3], ["tafl:brandubh", 5, 2], ["amazons:4x4", 1, 1]]) {
      await setUp(page, game, ["human", level]);
      const name = game.split(":")[0];
      await playOn(page, early);
      await page.waitForTimeout(500);
      for (const colorScheme of ["dark", "light"]) {
        await page.emulateMedia({ colorScheme });
        await shot(page, `${name}-${colorScheme}`);
      }
      const table = await playOn(page, 300);
      assert.ok(table.outcome, `${game} is over`);
      await page.waitForSelector(".status.is-over");
      await page.waitForTimeout(500);
      await shot(page, `${name}-end`);
    }
  },

  async "large boards"() {
    const page = await open();
    for (const [game, steps] of [["connect:7x6,c=4", 12], ["bricks:8", 13], ["fuga:11", 16], ["amazons:10x10", 12], ["tafl:alea-evangelii", 3]]) {
      let table = await api("tables", { game, players: ["human", "human"] });
      for (let ply = 0; ply < steps && !table.outcome; ply++) {
        const { text } = table.legal[(ply * 37 + 11) % table.legal.length];
        table = await api(`tables/${table.id}/moves`, { text, plies: ply });
      }
      await page.goto(`${base}/table/${table.id}`);
      await page.waitForSelector(".board");
      const { cells } = table.legal[Math.floor(table.legal.length / 2)];
      for (const cell of cells.slice(0, -1)) await cellOf(page, cell).click();
      await cellOf(page, cells.at(-1)).hover();
      await page.waitForTimeout(500);
      const name = game.split(/[:,]/).slice(0, 2).join("-");
      for (const colorScheme of ["dark", "light"]) {
        await page.emulateMedia({ colorScheme });
        await shot(page, `large-${name}-${colorScheme}`);
      }
    }
  },

  async "steps of a move can be taken back, and a flipped board played on"() {
    const page = await open();
    const table = await api("tables", { game: "amazons:6x6", players: ["human", "human"] });
    await page.goto(`${base}/table/${table.id}`);
    const { cells } = table.legal[20];
    await cellOf(page, cells[0]).click();
    await cellOf(page, cells[1]).click();
    const chosen = () => page.locator(".chosen").count();
    await eventually(chosen, 2);
    await page.keyboard.press("Escape");
    await eventually(chosen, 1);
    await page.locator(".side h1").click();
    await eventually(chosen, 0);
    await page.locator('[data-action="play.flip"]').click();
    await pointAt(page, table, table.legal[20], 0);
    await page.waitForSelector('.status[data-plies="1"]');
  },

  async "captured pieces fade, dropped ones fall, and a double click does no harm"() {
    const page = await open();
    let table = await api("tables", { game: "fuga:7", players: ["human", "human"] });
    let capture;
    for (let ply = 0; ; ply++) {
      capture = table.legal.find(({ text }) => text.includes("x"));
      if (capture) break;
      assert.ok(ply < 200 && !table.outcome, "there is a capture");
      table = await api(`tables/${table.id}/moves`, { text: table.legal[(ply * 37 + 11) % table.legal.length].text, plies: ply });
    }
    await page.goto(`${base}/table/${table.id}`);
    await page.waitForSelector(".board");
    await pointAt(page, table, capture, 0);
    await page.waitForSelector(".leaving", { state: "attached" });
    const { id } = await api("tables", { game: "connect:7x6,c=4", players: ["human", "human"] });
    await page.goto(`${base}/table/${id}`);
    await page.waitForSelector(".board");
    await cellOf(page, 38).dblclick();
    await page.waitForSelector(".falling", { state: "attached" });
    await shot(page, "connect-falling");
    await page.waitForTimeout(500);
    assert.equal((await api(`tables/${id}`)).plies, 1, "a double click is one move");
    assert.equal(await page.locator(".message").textContent(), "");
  },

  async "machines play each other to the end"() {
    const page = await open();
    for (const game of ["connect:5x4", "amazons:4x4", "fuga:7", "bricks:4"]) {
      await setUp(page, game, [3, "random"]);
      await page.waitForSelector(".status.is-over", { timeout: 120_000 });
    }
    const first = page.url();
    await page.locator('[data-action="play.again"]').click();
    await page.waitForURL((url) => url.href !== first);
    await page.waitForSelector(".status.is-over", { timeout: 60_000 });
  },

  async "in every game: reload, undo, analysis, keys"() {
    const page = await open();
    for (const game of ["connect:7x6,c=4", "bricks:6", "fuga:7", "tafl:brandubh", "amazons:6x6"]) {
      await setUp(page, game, ["human", 1]);
      const { plies } = await playOn(page, 2);
      assert.equal(plies, 4, game);
      const labels = () => page.locator("[data-cell]").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label").split(",").slice(0, 2).join()));
      const before = await labels();
      await page.reload();
      await page.waitForSelector('.status[data-plies="4"]');
      await eventually(labels, before, `${game}: a reload loses nothing`);
      await page.locator('input[name="analysis"]').check();
      await page.waitForSelector(".analysis li");
      await page.waitForSelector(".advice");
      await page.locator('input[name="analysis"]').uncheck();
      await eventually(() => page.locator(".advice").count(), 0);
      await page.locator('[data-action="play.undo"]').click();
      await page.waitForSelector('.status[data-plies="2"]');
      await cellOf(page, 0).focus();
      await playOn(page, 2, (page, table, move) => pressAt(page, table, move.cells));
      await page.waitForSelector('.status[data-plies="6"]');
    }
  },

  async "undo, reload, steps, hint, resign, copy, analysis"() {
    const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
    await setUp(page, "connect:7x6,c=4", ["human", 1]);
    await playOn(page, 3);
    const labels = () => page.locator("[data-cell]").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label").split(",").slice(0, 2).join()));
    const before = await labels();
    await page.reload();
    await page.waitForSelector('.status[data-plies="6"]');
    await eventually(labels, before, "a reload loses nothing");

    await page.locator(".moves li button").first().click();
    await page.waitForSelector('.status[data-shown="1"]');
    await eventually(async () => await page.locator(".piece").count() - await page.locator(".leaving").count(), 1);
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector('.status[data-shown="2"]');
    await page.keyboard.press("Home");
    await page.waitForSelector('.status[data-shown="0"]');
    await page.locator('[data-action="play.to-now"]').click();
    await page.waitForSelector('.status[data-shown="6"]');

    await page.locator('[data-action="play.undo"]').click();
    await page.waitForSelector('.status[data-plies="4"]');
    await page.locator('[data-action="play.hint"]').click();
    await page.waitForSelector(".hint");

    await page.locator('input[name="analysis"]').check();
    await page.waitForSelector(".analysis li");
    await page.waitForSelector(".advice");
    await page.waitForTimeout(700);
    await shot(page, "analysis");
    await page.locator('input[name="analysis"]').uncheck();
    await eventually(() => page.locator(".advice").count(), 0);

    await page.locator('[data-action="play.copy-moves"]').click();
    const { played, position } = await api(`tables/${idOf(page)}`);
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await eventually(clipboard, played.map((move) => move.text).join(" "));
    await page.locator('[data-action="play.copy-position"]').click();
    await eventually(clipboard, position);
    await page.locator('[data-action="play.copy-link"]').click();
    await eventually(clipboard, page.url());

    await page.locator('[data-action="play.copy-record"]').click();
    await eventually(clipboard, /^\[Game "connect:7x6,c=4"\][^]*\n1\. /);

    await page.locator('[data-action="play.resign"]').click();
    await page.waitForSelector(".status.is-over");
    await eventually(() => page.locator("[aria-live]").textContent(), /Win for Yellow: resigned/);
  },

  async "a line of one's own, and back"() {
    const page = await open();
    let table = await api("tables", { game: "connect:7x6,c=4", players: ["human", "human"] });
    for (const [plies, text] of ["d", "d", "c", "e", "b"].entries()) table = await api(`tables/${table.id}/moves`, { text, plies });
    await page.goto(`${base}/table/${table.id}`);
    await page.waitForSelector('.status[data-shown="5"]');
    await page.locator(".moves li button").nth(2).click();
    await page.waitForSelector('.status[data-shown="3"]');
    const shown = () => page.locator(".status").evaluate(({ dataset: { shown, branch } }) => [shown, branch ?? ""]);
    // The move of the game goes on with the game; another one leaves it.
    await cellOf(page, 4).click();
    await eventually(shown, ["4", ""]);
    await cellOf(page, 6).click();
    await eventually(shown, ["4", "1"]);
    await page.waitForTimeout(260);
    await cellOf(page, 0).click();
    await eventually(shown, ["4", "2"]);
    await eventually(() => page.locator(".branch button").allTextContents(), ["g", "a"]);
    await shot(page, "branch");
    await page.locator(".side h1").click();
    await page.keyboard.press("ArrowLeft");
    await eventually(shown, ["4", "1"]);
    await page.keyboard.press("ArrowRight");
    await eventually(shown, ["4", "2"]);
    assert.equal((await api(`tables/${table.id}`)).plies, 5, "the game is as it was");
    await page.locator('[data-action="play.to-now"]').click();
    await eventually(shown, ["5", ""]);
    await page.locator(".moves li button").first().click();
    await eventually(shown, ["1", ""]);
    await page.locator('[data-action="play.play-on"]').click();
    await page.waitForURL((url) => !url.href.includes(table.id));
    await page.waitForSelector('.status[data-plies="1"]');
  },

  async "clocks run, and end games"() {
    const page = await open();
    await page.goto(`${base}/`);
    await page.waitForFunction(() => document.querySelector('input[name="game"]')?.value);
    await page.locator('input[name="game"]').fill("connect:7x6,c=4");
    await page.locator(".player-choice").nth(1).locator("input[type=radio]").first().check();
    await page.locator('select[name="clock"]').selectOption("own");
    await page.locator('input[name="clock-text"]').fill("2s+1s");
    await page.locator("button[type=submit]").click();
    await page.waitForSelector(".clock");
    await eventually(() => page.locator(".clock").allTextContents(), ["0:02.0", "0:02.0"]);
    await cellOf(page, 3).click();
    await page.waitForSelector(".players li:nth-child(2) .clock.is-running");
    await shot(page, "clocks");
    await page.waitForSelector(".status.is-over", { timeout: 60_000 });
    await eventually(() => page.locator(".status").textContent(), "Win for Red: out of time");
    await eventually(() => page.locator(".clock").allTextContents(), ["0:03.0", "0:00.0"]);
  },

  async "any position can be set up, played and analysed"() {
    const page = await open();
    for (const [game, clicks] of [["connect:5x4", [0, 1]], ["bricks:4", [0, 1]], ["fuga:7", [8]], ["amazons:6x6", [14]]]) {
      await page.goto(`${base}/edit?game=${game}`);
      await page.waitForSelector(".piece-choice");
      const verdict = () => page.locator("#edit-verdict").textContent();
      isRefusalExpected = true;
      await eventually(verdict, /can be played/);
      const before = await page.locator('input[name="position"]').inputValue();
      for (const cell of clicks) await cellOf(page, cell).click();
      if (game.startsWith("connect")) {
        await eventually(verdict, /2 x and 0 o/);
        await page.locator(".piece-choice input").nth(1).check();
        await cellOf(page, 1).click();
      }
      if (game.startsWith("bricks")) {
        await eventually(verdict, /1 bricks of x and 0 of o/);
        await page.locator('input[name="to-move"]').nth(1).check();
      }
      await eventually(verdict, /can be played/);
      await eventually(async () => (await page.locator('input[name="position"]').inputValue()) !== before, true);
      const position = await page.locator('input[name="position"]').inputValue();
      await shot(page, `edit-${game.split(":")[0]}`);
      await page.locator('[data-action="edit.play"]').click();
      await page.waitForSelector('input[name="position"]');
      assert.equal(await page.locator('form input[name="position"]').inputValue(), position);
      await page.goBack();
    }
    // By keyboard, and a stroke over several cells.
    await page.goto(`${base}/edit?game=amazons:6x6`);
    await page.waitForSelector(".piece-choice");
    await page.locator('[data-action="edit.clear"]').click();
    await page.locator(".piece-choice input").nth(2).check();
    const boxes = await Promise.all([12, 17].map((cell) => cellOf(page, cell).boundingBox()));
    const [from, to] = boxes.map((box) => [box.x + box.width / 2, box.y + box.height / 2]);
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 20 });
    await page.mouse.up();
    await eventually(() => page.locator(".arrow").count(), 7, "six arrows, and one to choose");
    await page.locator(".piece-choice input").first().focus();
    await page.keyboard.press("Space");
    await cellOf(page, 17).focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.locator(".piece-choice input").nth(1).check();
    await cellOf(page, 0).click();
    await eventually(() => page.locator('input[name="position"]').inputValue(), "6/6/5Q/******/6/q5 w");
    await page.locator('input[name="position"]').fill("6/6/5Q/*****1/6/q5 b");
    await page.keyboard.press("Tab");
    await eventually(() => page.locator("[data-cell='17']").getAttribute("aria-label"), /empty/);
    await shot(page, "edit");
    await page.locator('[data-action="edit.analyse"]').click();
    await page.waitForURL(/table\/\w+#analysis/);
    await page.waitForSelector(".analysis li");
  },

  async "exact values, proofs and reviews"() {
    const page = await open();
    let table = await api("tables", { game: "connect:5x4", players: ["human", "human"] });
    const moves = "ccdbeadbaba".split("");
    for (const [plies, text] of moves.entries()) {
      if (table.outcome) break;
      table = await api(`tables/${table.id}/moves`, { text, plies });
    }
    await page.goto(`${base}/table/${table.id}#analysis`);
    await page.waitForSelector(".analysis li");
    await eventually(() => page.locator(".analysis strong").first().textContent(), "proven");
    await page.locator('input[name="exact"]').check();
    await page.waitForSelector('.exact[data-end="end"]', { timeout: 60_000 });
    assert.equal(await page.locator(".exact li").count(), table.legal.length, "every move is solved");
    assert.equal(await page.locator(".values text").count(), table.legal.length);
    await page.locator('input[name="review"]').check();
    await page.waitForSelector('.review[data-end="end"]', { timeout: 60_000 });
    assert.ok(await page.locator(".review li").count() > 0, "somebody made a mistake");
    assert.equal(await page.locator(".moves .mark").count(), await page.locator(".review li").count());
    await page.waitForTimeout(300);
    await shot(page, "review", true);
    await page.locator(".review li button").first().click();
    await eventually(() => page.locator(".status").textContent(), /Position after|Starting position/);
    await page.emulateMedia({ colorScheme: "dark" });
    await shot(page, "review-dark", true);
    const over = await api("tables", { game: "connect:7x6,c=4", players: ["human", "human"], moves: "a b a b a b a".split(" ") });
    await page.goto(`${base}/table/${over.id}`);
    await eventually(() => page.locator(".decisive").count(), 4);
    await page.waitForTimeout(900);
    await shot(page, "connect-line");
  },

  async "records and moves can be pasted"() {
    const page = await open();
    await page.goto(`${base}/`);
    await page.waitForFunction(() => document.querySelector('input[name="game"]')?.value);
    await page.locator("details summary").first().click();
    isRefusalExpected = true;
    await page.locator("textarea").fill("44z");
    await page.waitForSelector("#pasted-error");
    isRefusalExpected = false;
    await page.locator("textarea").fill('[Game "bricks:4"]\n[First "human"]\n[Second "level:1"]\n1. a1a2 c3d3\n');
    await page.waitForSelector('[data-moves="2"]');
    await eventually(() => page.locator('input[name="game"]').inputValue(), "bricks:4");
    await page.locator("button[type=submit]").click();
    await page.waitForSelector(".status");
    await eventually(() => page.locator(".status").evaluate(({ dataset }) => Number(dataset.plies) >= 2), true);
  },

  async "a finger drags pieces"() {
    const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const table = await api("tables", { game: "fuga:7", players: ["human", "human"] });
    await page.goto(`${base}/table/${table.id}`);
    await page.waitForSelector(".board");
    const touch = await page.context().newCDPSession(page);
    const centre = async (cell) => {
      const { x, y, width, height } = await cellOf(page, cell).boundingBox();
      return { x: x + width / 2, y: y + height / 2 };
    };
    const [from, to] = await Promise.all(table.legal[0].cells.map(centre));
    const send = (type, touchPoints) => touch.send("Input.dispatchTouchEvent", { type, touchPoints });
    await send("touchStart", [from]);
    for (let step = 1; step <= 5; step++) {
      await send("touchMove", [{ x: from.x + ((to.x - from.x) * step) / 5, y: from.y + ((to.y - from.y) * step) / 5 }]);
    }
    await send("touchEnd", []);
    await page.waitForSelector('.status[data-plies="1"]');
    assert.equal((await api(`tables/${table.id}`)).played[0].text, table.legal[0].text);
  },

  async "the tree explorer shows what the engine counts"() {
    const page = await open();
    const figures = () => page.locator(".figures").evaluate(({ dataset: { nodes, cuts, shown, marked } }) => [nodes, cuts, shown, marked].map(Number));
    for (const [game, players] of [
      ["connect:5x4", ["alphabeta:depth=4", "minimax:depth=3", "alphabeta:depth=4,cut=one-sided", "alphabeta:depth=4,order=evaluator,symmetry=on"]],
      ["bricks:4", ["alphabeta:depth=2", "minimax:depth=2", "alphabeta:depth=3,cut=one-sided", "adaptive:x=1,k=3"]],
      ["fuga:7", ["alphabeta:depth=2", "minimax:depth=2", "alphabeta:depth=2,cut=one-sided", "alphabeta:depth=2,order=history"]],
      ["amazons:6x6", ["alphabeta:depth=2,order=evaluator", "minimax:depth=1", "alphabeta:depth=1,cut=one-sided", "adaptive:x=0.5,k=3"]],
    ]) {
      for (let number = 0; number < 20; number++) {
        // A position some moves from the start, each time another one.
        let table = await api("position", { game });
        for (let ply = 0; ply < 2 + (number % 5) && !table.outcome; ply++) {
          const moves = [...table.played.map((move) => move.text), table.legal[(number * 13 + ply * 7) % table.legal.length].text];
          table = await api("position", { game, moves });
        }
        if (table.outcome) continue;
        const player = players[number % players.length];
        const moves = table.played.map((move) => move.text).join(" ");
        // The same position and player, by the program itself.
        const counted = JSON.parse(execFileSync(program, ["tree", game, player, "--moves", moves, "--stats", "--format", "json"], { maxBuffer: 1 << 28 })).statistics.total;
        await page.goto(`${base}/tree?${new URLSearchParams({ game, moves })}`);
        await page.waitForSelector(".figures");
        const [kind, choices] = player.split(":");
        await page.locator('select[name="kind"]').selectOption(kind);
        for (const [name, value] of choices.split(",").map((it) => it.split("="))) {
          const field = page.locator(`[name="${name}"]`);
          if (name === "symmetry") await field.check();
          else if (["cut", "order"].includes(name)) await field.selectOption(value);
          else {
            await field.fill(value);
            await field.blur();
          }
        }
        await eventually(async () => (await figures()).slice(0, 2), [counted.nodes, counted.cuts], `${game} ${player}`);
        const [nodes, cuts, shown, marked] = await figures();
        if (shown === nodes) assert.equal(marked, cuts, `${game} ${player}: cuts that are drawn`);
      }
    }
  },

  async "a search is stepped through"() {
    const page = await open();
    await page.goto(`${base}/tree?game=connect:4x4,c=3&moves=b+b`);
    await page.waitForSelector(".figures");
    const step = () => page.locator(".step-text").textContent();
    await page.locator('[data-action="tree.first"]').click();
    await eventually(step, /^0\/\d+: the search has not begun/);
    await page.locator('[data-action="play.forward"]').click();
    await eventually(step, /^1\/\d+: comes to the root \(MAX\)/);
    await page.locator("h1").click();
    await page.keyboard.press("ArrowRight");
    await eventually(step, /^2\/\d+: comes to a \(MIN\)/);
    await page.waitForTimeout(300);
    await shot(page, "tree-step");
    await page.keyboard.press("ArrowLeft");
    await eventually(step, /^1\//);
    const said = new Set();
    for (let press = 0; press < 120; press++) {
      await page.keyboard.press("ArrowRight");
      said.add((await step()).replace(/^.*?: /, "").replace(/-?\d+/g, "0"));
    }
    assert.ok([...said].some((text) => text.includes("Cut:")), "there are cuts");
    await shot(page, "tree-steps");
    await page.keyboard.press("End");
    await eventually(step, /the root is worth/);
    await page.locator('[data-action="tree.all-at-once"]').click();
    // Pruning saves nodes, and says how many.
    const saved = page.locator("[data-saved]").first();
    await saved.waitFor();
    assert.ok(Number(await saved.getAttribute("data-saved")) > 0);
    const seen = () => page.locator("canvas").getAttribute("data-seen").then(Number);
    await page.locator('[data-action="tree.unfold"]').click();
    const [, , shown] = await page.locator(".figures").evaluate(({ dataset: { nodes, cuts, shown } }) => [nodes, cuts, shown].map(Number));
    await eventually(async () => (await seen()) >= shown, true);
    await shot(page, "tree-unfolded");
    await page.emulateMedia({ colorScheme: "dark" });
    await page.waitForTimeout(300);
    await shot(page, "tree-dark");
    await page.locator("canvas").focus();
    await page.keyboard.press("ArrowDown");
    const folded = await seen();
    await page.keyboard.press("Enter");
    await eventually(async () => (await seen()) < folded, true);
    for (const format of ["dot", "svg", "json"]) {
      const [file] = await Promise.all([page.waitForEvent("download"), page.locator(`[data-format="${format}"]`).click()]);
      assert.equal(file.suggestedFilename(), `tree.${format}`);
    }
  },

  async "five thousand nodes are no burden"() {
    const page = await open();
    await page.goto(`${base}/tree?game=connect:7x6,c=4`);
    await page.waitForSelector(".figures");
    await page.locator('select[name="kind"]').selectOption("minimax");
    await page.locator('[name="depth"]').fill("5");
    await page.locator('[name="depth"]').blur();
    await page.waitForSelector('.figures[data-nodes="19608"]');
    await page.locator('[data-action="tree.unfold"]').click();
    await eventually(async () => Number(await page.locator("canvas").getAttribute("data-seen")) >= 4900, true);
    // Time of the processor, not on the wall: what thirty drawings take while the tree is dragged.
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    const busy = async () => (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
    const before = await busy();
    await page.mouse.move(300, 300);
    await page.mouse.down();
    for (let drag = 1; drag <= 30; drag++) await page.mouse.move(300 + drag * 5, 300);
    await page.mouse.up();
    console.log(`      ${(((await busy()) - before) * 1000 / 30).toFixed(1)} ms of work for each drawing`);
    await shot(page, "tree-large");
  },

  async "a tournament from the form, and its table as on the command line"() {
    const page = await open();
    await page.goto(`${base}/runs`);
    const form = page.locator("form").first();
    await form.locator('input[name="name"]').fill("from-form");
    await form.locator('input[name="game"]').fill("connect:4x4,c=3");
    await form.locator('textarea[name="players"]').fill("random\ngredy");
    await form.locator('input[name="rounds"]').fill("3");
    await form.locator('input[name="seed"]').fill("7");
    await shot(page, "runs", true);
    isRefusalExpected = true;
    await form.locator("button[type=submit]").click();
    await eventually(() => form.locator(".error").first().textContent(), /greedy/);
    isRefusalExpected = false;
    await form.locator('textarea[name="players"]').fill("random\ngreedy\nalphabeta:depth=2\nfirst");
    await form.locator("button[type=submit]").click();
    await page.waitForSelector('.run-state[data-state="complete"]', { timeout: 60_000 });
    const shown = await page.locator(".standings tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].slice(0, 8).map((cell) => cell.textContent)));
    const store = `${await mkdtemp(`${tmpdir()}/partida-`)}/store.db`;
    execFileSync(program, ["tournament", "run", "round-robin", "connect:4x4,c=3", "random", "greedy", "alphabeta:depth=2", "first",
      "--rounds", "3", "--seed", "7", "--store", store, "--name", "typed"], { stdio: "ignore" });
    const table = JSON.parse(execFileSync(program, ["tournament", "table", "typed", "--store", store, "--json"]));
    const rows = table.map((row) => [row.rank, row.player, row.points, row.games, row.wins, row.draws, row.losses, row.forfeits].map(String));
    assert.deepEqual(shown, rows, "the same seed, the same table");
    await shot(page, "run", true);
    await page.emulateMedia({ colorScheme: "dark" });
    await shot(page, "run-dark", true);
    // Every game can be opened on the board.
    await page.locator("[data-game]").nth(4).click();
    await page.waitForSelector(".play .status.is-over");
    await page.goBack();
    // What goes to other programs.
    for (const [format, start] of [["text", /^\[Game /], ["json", /^\{/], ["csv", /^number,/], ["html", /^<!DOCTYPE html>/i]]) {
      const answer = await fetch(`${base}/api/runs/tournament/from-form/export?format=${format}`);
      assert.match(await answer.text(), start);
    }
    // Another one beside it.
    await api("runs", { kind: "tournament", name: "other", options: { format: ["round-robin"], game: ["connect:4x4,c=3"], players: ["random", "first"], seed: ["8"] } });
    await page.goto(`${base}/runs`);
    for (const box of await page.locator(".run-list input").all()) await box.check();
    await page.locator('[data-action="runs.compare"]').click();
    await page.waitForSelector(".compare tbody tr");
    await shot(page, "runs-compare");
  },

  async "a tournament is paused, changed and resumed"() {
    const page = await open();
    await api("runs", { kind: "tournament", name: "long", workers: 1, options: { format: ["round-robin"], game: ["bricks:8"], players: ["greedy", "random", "height:k=3"], rounds: ["400"] } });
    await page.goto(`${base}/runs/tournament/long`);
    await page.waitForSelector('.run-state[data-state="running"]');
    await eventually(async () => Number(await page.locator(".run-state").getAttribute("data-games")) > 0, true);
    await page.locator('input[type="number"]').fill("2");
    await page.locator("button", { hasText: "Change" }).click();
    await page.locator('[data-action="runs.stop"]').click();
    await page.waitForSelector('.run-state[data-state="stopped"]', { timeout: 60_000 });
    const games = Number(await page.locator(".run-state").getAttribute("data-games"));
    await page.locator('[data-action="runs.resume"]').click();
    await eventually(async () => Number(await page.locator(".run-state").getAttribute("data-games")) > games, true);
    await page.locator('[data-action="runs.stop"]').click();
    await page.waitForSelector('.run-state[data-state="stopped"]', { timeout: 60_000 });
    await page.locator('[data-action="runs.delete"]').click();
    await page.waitForURL(/\/runs$/);
  },

  async "a tuning goes on after its server was killed"() {
    const store = `${await mkdtemp(`${tmpdir()}/partida-`)}/store.db`;
    const serve = () => new Promise((resolve) => {
      const server = spawn(program, ["serve", "--port", "0", "--store", store], { stdio: ["ignore", "pipe", "ignore"] });
      server.stdout.once("data", (line) => resolve({ server, address: String(line).trim().split(" ").at(-1).replace(/\/$/, "") }));
    });
    let { server, address } = await serve();
    const page = await open({ isElsewhere: true });
    await page.goto(`${address}/runs`);
    const form = page.locator("form").nth(1);
    await form.locator('input[name="game"]').fill("bricks:4");
    await form.locator('input[name="method"]').fill("genetic");
    await form.locator('input[name="budget"]').fill("40000");
    await form.locator('[data-action="runs.write-file"]').click();
    const file = form.locator('textarea[name="file"]');
    await file.fill((await file.inputValue()).replace("games = 1000", "games = 40"));
    await form.locator('input[name="tuning-name"]').fill("mine");
    await form.locator("button[type=submit]").click();
    await page.waitForSelector('.run-state[data-state="running"]');
    await eventually(async () => Number(await page.locator(".run-state").getAttribute("data-games")) > 100, true);
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGKILL");
    await ended;
    ({ server, address } = await serve());
    try {
      await page.goto(`${address}/runs/tuning/mine`);
      await page.waitForSelector('.run-state[data-state="stopped"]');
      await page.locator('[data-action="runs.resume"]').click();
      await page.waitForSelector('.run-state[data-state="complete"]', { timeout: 120_000 });
      await page.waitForSelector(".validation");
      await shot(page, "run-tuning", true);
    } finally {
      server.kill("SIGKILL");
      complaints.length = 0;
    }
  },

  async "what is wrong is said at the field"() {
    const page = await open();
    isRefusalExpected = true;
    await page.goto(`${base}/`);
    await page.waitForFunction(() => document.querySelector('input[name="game"]')?.value);
    await page.locator('input[name="game"]').fill("conect");
    await page.waitForSelector("#game-error");
    await eventually(() => page.locator("#game-error").textContent(), /connect/);
    await page.locator(".family").nth(1).click();
    await page.waitForSelector("#game-error", { state: "detached" });
    await page.locator('input[name="position"]').fill("7/7");
    await page.waitForSelector("#position-error");
    await page.locator('input[name="position"]').fill("");
    await page.waitForSelector("#position-error", { state: "detached" });
    for (const side of [0, 1]) {
      const choice = page.locator(".player-choice").nth(side);
      await choice.locator("input[type=radio]").nth(2).check();
      await choice.locator("input[type=text]").fill(side === 0 ? "first" : "gredy");
    }
    await page.locator("button[type=submit]").click();
    await page.waitForSelector("#player-error-1");
    await eventually(() => page.locator("#player-error-1").textContent(), /greedy/);
    await shot(page, "setup-error", true);
    await page.goto(`${base}/table/none`);
    await page.waitForSelector("[role=alert]");
    isRefusalExpected = false;
  },

  async "earlier games are listed and can be deleted"() {
    const page = await open();
    const { id } = await api("tables", { game: "bricks:4", players: ["human", "human"] });
    await page.goto(`${base}/`);
    const link = page.locator(`a[href="/table/${id}"]`);
    await link.waitFor();
    await page.locator("li", { has: link }).locator("button").click();
    await link.waitFor({ state: "detached" });
  },

  async "the keyboard is enough"() {
    const page = await open();
    const table = await api("tables", { game: "amazons:4x4", players: ["human", "level:1"] });
    await page.goto(`${base}/table/${table.id}`);
    await page.waitForSelector(".board");
    for (let tab = 0; !(await page.evaluate(() => document.activeElement?.dataset?.cell)); tab++) {
      assert.ok(tab < 12, "the board is one of the first stops");
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("ArrowRight");
    await page.waitForTimeout(100);
    await shot(page, "keyboard-focus");
    const end = await playOn(page, 99, (page, table, move) => pressAt(page, table, move.cells));
    assert.ok(end.outcome);
    await page.waitForFunction(() => document.querySelector("[aria-live]").textContent.includes("Win"));
    await page.keyboard.press("Tab");
    await eventually(() => page.evaluate(() => document.activeElement.dataset.cell), undefined, "the board is one stop");
  },

  async "in Spanish nothing is left in English"() {
    const { texts } = await import("../assets/text.js");
    const english = new Set(Object.values(texts).filter(([en, es]) => en !== es && !en.includes("{")).map(([en]) => en));
    for (const word of ["empty", "piece", "queen", "brick", "attacker", "defender", "king", "throne", "corner", "White", "Black", "Attackers", "Enemies", "Guards", "Machine", "Level"]) english.add(word);
    const page = await open();
    const check = async (where) => {
      const said = await page.evaluate(() => {
        // Words that are typed as they are need no translation.
        const all = [...document.querySelectorAll("#app *")].filter((element) => !element.closest("[data-typed]"));
        const own = all.flatMap((element) => [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()));
        const labels = all.flatMap((element) => ["aria-label", "title"].map((name) => element.getAttribute(name)));
        return [...own, ...labels].filter(Boolean);
      });
      const left = said.filter((text) => english.has(text) || text.split(/[\s,:]+/).some((part) => english.has(part)));
      assert.deepEqual(left, [], where);
    };
    await page.goto(`${base}/`);
    await page.locator(".languages button[lang=es]").click();
    await eventually(() => page.evaluate(() => document.documentElement.lang), "es");
    await page.waitForSelector(".family");
    await page.waitForTimeout(500);
    await check("set-up");
    await shot(page, "setup-spanish", true);
    for (const game of ["connect:5x4", "bricks:4", "fuga:7", "amazons:4x4"]) {
      const { id, legal } = await api("tables", { game, players: ["human", "level:1"] });
      await api(`tables/${id}/moves`, { text: legal[0].text, plies: 0 });
      await page.goto(`${base}/table/${id}`);
      await page.waitForSelector(".board");
      await settled(page);
      await eventually(() => page.evaluate(() => document.documentElement.lang), "es", "it is remembered");
      await check(game);
      await page.locator('[data-action="play.resign"]').click();
      await page.waitForSelector(".status.is-over");
      await check(`${game}, over`);
    }
    await shot(page, "play-spanish");
    const { id } = await api("tables", { game: "connect:5x4", players: ["human", "human"], moves: "ccdbeadbaba".split(""), clock: "5m" });
    await page.goto(`${base}/table/${id}#analysis`);
    await page.locator('input[name="exact"]').check();
    await page.locator('input[name="review"]').check();
    await page.waitForSelector('.exact[data-end="end"]', { timeout: 60_000 });
    await page.waitForSelector('.review[data-end="end"]', { timeout: 60_000 });
    await page.locator(".moves li button").first().click();
    await page.waitForSelector('.status[data-shown="1"]');
    await cellOf(page, 4).click();
    await page.waitForSelector(".branch");
    await check("analysis");
    await shot(page, "analysis-spanish", true);
    for (const game of ["connect:5x4", "fuga:7", "amazons:6x6", "bricks:4"]) {
      await page.goto(`${base}/edit?game=${game}`);
      await page.waitForSelector(".piece-choice");
      isRefusalExpected = true;
      await cellOf(page, 5).click();
      await page.waitForTimeout(400);
      await check(`editor of ${game}`);
    }
    isRefusalExpected = false;
    await page.goto(`${base}/tree?game=connect:4x4,c=3&moves=b+b`);
    await page.waitForSelector(".figures");
    for (let press = 0; press < 40; press++) {
      await page.keyboard.press("ArrowRight");
      if (press % 8 === 7) await check("tree explorer");
    }
    await page.goto(`${base}/runs`);
    await page.waitForSelector("form");
    for (const summary of await page.locator("summary").all()) await summary.click();
    await check("forms of tournaments");
    await api("runs", { kind: "tournament", name: "spanish", options: { format: ["round-robin"], game: ["bricks:3"], players: ["first", "random"] } });
    await page.goto(`${base}/runs/tournament/spanish`);
    await page.waitForSelector("[data-game]");
    await check("a tournament");
    await page.goto(`${base}/`);
    await page.waitForSelector(".player-choice");
    for (const player of ["alphabeta", "engine", "mcts", "random"]) {
      await page.locator(".player-choice").first().locator("input[type=radio]").nth(2).check();
      await page.locator(".player-choice").first().locator("input[type=text]").fill(player);
      await page.waitForTimeout(300);
      await check(`player ${player}`);
    }
    await page.locator(".parameters summary").first().click();
    await shot(page, "setup-player-spanish", true);
    isRefusalExpected = false;
  },

  async "a phone"() {
    const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
    const fits = async (where) => {
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 390, `${where} is ${width} wide`);
    };
    await page.goto(`${base}/`);
    await page.waitForSelector(".family");
    await page.waitForTimeout(400);
    await fits("set-up");
    await shot(page, "phone-setup", true);
    for (const game of ["connect:7x6,c=4", "bricks:8", "fuga:11", "amazons:10x10"]) {
      const table = await api("tables", { game, players: ["human", "human"] });
      await page.goto(`${base}/table/${table.id}`);
      await page.waitForSelector(".board");
      const move = table.legal[Math.floor(table.legal.length / 3)];
      for (const cell of move.cells) {
        await cellOf(page, cell).tap();
        await page.waitForTimeout(50);
      }
      await page.waitForSelector('.status[data-plies="1"]');
      await page.waitForTimeout(400);
      await fits(game);
      await shot(page, `phone-${game.split(":")[0]}`, true);
    }
    const { id } = await api("tables", { game: "connect:5x4", players: ["human", "human"], moves: "ccdbeadbaba".split(""), clock: "1h+30s" });
    await page.goto(`${base}/table/${id}#analysis`);
    for (const name of ["exact", "review"]) await page.locator(`input[name="${name}"]`).check();
    await page.waitForSelector('.review[data-end="end"]', { timeout: 60_000 });
    await fits("analysis");
    await shot(page, "phone-analysis", true);
    await page.goto(`${base}/edit?game=fuga:11`);
    await page.waitForSelector(".piece-choice");
    await cellOf(page, 12).tap();
    await page.waitForTimeout(400);
    await fits("editor");
    await shot(page, "phone-edit", true);
  },
};

let failures = 0;
// Only those whose names have one of the other arguments in them, if there are any.
const wanted = process.argv.slice(4);
for (const [name, test] of Object.entries(tests)) {
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
  const started = Date.now();
  complaints.length = 0;
  try {
    await test();
    assert.deepEqual(complaints, [], "no complaints on the console, no request to others");
    console.log(`ok    ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failures++;
    isRefusalExpected = false;
    console.log(`WRONG ${name}: ${error.stack}`);
  }
  for (const context of browser.contexts()) await context.close();
}
await browser.close();
process.exit(failures > 0 ? 1 : 0);
