// Playing: by pointing and by keys, against people and machines, with and without clocks.

import assert from "node:assert/strict";
import { api, base, cellOf, eventually, expected, idOf, open, playOn, pointAt, pressAt, setUp, shot } from "./support.mjs";

export const tests = {
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
      await page.waitForSelector(".status.is-over");
    }
    const first = page.url();
    await page.locator('[data-action="play.again"]').click();
    await page.waitForURL((url) => url.href !== first);
    await page.waitForSelector(".status.is-over");
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
    await page.waitForSelector(".status.is-over");
    await eventually(() => page.locator(".status").textContent(), "Win for Red: out of time");
    await eventually(() => page.locator(".clock").allTextContents(), ["0:03.0", "0:00.0"]);
  },

  async "records and moves can be pasted"() {
    const page = await open();
    await page.goto(`${base}/`);
    await page.waitForFunction(() => document.querySelector('input[name="game"]')?.value);
    await page.locator("details summary").first().click();
    expected.refusal = true;
    await page.locator("textarea").fill("44z");
    await page.waitForSelector("#pasted-error");
    expected.refusal = false;
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
};
