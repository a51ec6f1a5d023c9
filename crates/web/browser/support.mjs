// What the tests of the page share: a browser, the server's own words, and ways to play on the page.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { chromium } from "playwright-core";

const [address, folder] = process.argv.slice(2);
if (!address || !folder) throw new Error("node test.mjs ADDRESS FOLDER");
export const base = address.replace(/\/$/, "");
/** The program that the server is, for what it says on the command line. */
export const program = process.env.PARTIDA ?? "target/debug/partida";
await mkdir(folder, { recursive: true });

export const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
export const complaints = [];
/** The server refuses something on purpose: browsers say so on the console. */
export const expected = { refusal: false };

export async function open({ isElsewhere, ...options } = {}) {
  const context = await browser.newContext({ locale: "en-GB", viewport: { width: 1200, height: 800 }, ...options });
  // No machine is that slow.
  context.setDefaultTimeout(120_000);
  context.on("request", (request) => {
    if (!isElsewhere && !request.url().startsWith(`${base}/`) && !request.url().startsWith("data:")) complaints.push(`asks ${request.url()}`);
  });
  context.on("weberror", (error) => complaints.push(String(error.error().stack)));
  context.on("console", (message) => {
    const isRefusal = expected.refusal && message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isRefusal) complaints.push(message.text());
  });
  return context.newPage();
}

export async function api(path, body) {
  const options = body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(`${base}/api/${path}`, options);
  assert.ok(answer.ok, `${path}: ${answer.status}`);
  return answer.json();
}
export const shot = (page, name, fullPage = false) => page.screenshot({ path: `${folder}/${name}.png`, fullPage });
export const idOf = (page) => page.url().match(/table\/(\w+)/)[1];
/** Waits until something is as expected: the page draws, and copies, a moment after it was told to. */
export async function eventually(look, expected, what) {
  for (let tries = 0; ; tries++) {
    const seen = await look();
    try {
      if (expected instanceof RegExp) assert.match(seen, expected, what);
      else assert.deepEqual(seen, expected, what);
      return;
    } catch (error) {
      if (tries === 1200) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
export const cellOf = (page, cell) => page.locator(`[data-cell="${cell}"]`);

/** Sets up a game in the page itself. */
export async function setUp(page, game, kinds) {
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
export async function settled(page) {
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
export async function pointAt(page, table, move, way) {
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

export async function pressAt(page, table, cells) {
  for (const cell of cells) {
    const focused = Number(await page.evaluate(() => document.activeElement.dataset.cell));
    const [columns, rows] = [(cell % table.columns) - (focused % table.columns), Math.floor(cell / table.columns) - Math.floor(focused / table.columns)];
    for (let step = 0; step < Math.abs(columns); step++) await page.keyboard.press(columns > 0 ? "ArrowRight" : "ArrowLeft");
    for (let step = 0; step < Math.abs(rows); step++) await page.keyboard.press(rows > 0 ? "ArrowUp" : "ArrowDown");
    await page.keyboard.press("Enter");
  }
}

/** Plays on until the game is over, or so many moves of the person were made. */
export async function playOn(page, most, make = pointAt) {
  for (let turn = 0; ; turn++) {
    const table = await settled(page);
    if (table.outcome || turn === most) return table;
    const move = table.legal[(turn * 31 + 7) % table.legal.length];
    await make(page, table, move, turn);
    await page.waitForFunction((plies) => Number(document.querySelector(".status").dataset.plies) > plies, table.plies);
    const now = await api(`tables/${table.id}?plies=${table.plies + 1}`);
    assert.equal(now.played.at(-1).text, move.text, "the move that was pointed at");
  }
}
