// For everybody: languages, small screens, keyboards, clear mistakes.

import assert from "node:assert/strict";
import { api, base, cellOf, eventually, expected, open, playOn, pressAt, settled, shot } from "./support.mjs";

export const tests = {
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

  async "what is wrong is said at the field"() {
    const page = await open();
    expected.refusal = true;
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
    expected.refusal = false;
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
    await page.waitForSelector('.exact[data-end="end"]');
    await page.waitForSelector('.review[data-end="end"]');
    await page.locator(".moves li button").first().click();
    await page.waitForSelector('.status[data-shown="1"]');
    await cellOf(page, 4).click();
    await page.waitForSelector(".branch");
    await check("analysis");
    await shot(page, "analysis-spanish", true);
    for (const game of ["connect:5x4", "fuga:7", "amazons:6x6", "bricks:4"]) {
      await page.goto(`${base}/edit?game=${game}`);
      await page.waitForSelector(".piece-choice");
      expected.refusal = true;
      await cellOf(page, 5).click();
      await page.waitForTimeout(400);
      await check(`editor of ${game}`);
    }
    expected.refusal = false;
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
    expected.refusal = false;
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
    await page.waitForSelector('.review[data-end="end"]');
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
