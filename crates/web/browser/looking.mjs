// Looking inside: analysis, positions set up, trees, tournaments and tunings.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { api, base, cellOf, complaints, eventually, expected, open, program, shot } from "./support.mjs";

/** A server of one's own. */
const serve = (...more) => new Promise((resolve) => {
  const server = spawn(program, ["serve", "--port", "0", ...more], { stdio: ["ignore", "pipe", "ignore"] });
  server.stdout.once("data", (line) => resolve({ server, address: String(line).trim().split(" ").at(-1).replace(/\/$/, "") }));
});

export const tests = {
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

  async "any position can be set up, played and analysed"() {
    const page = await open();
    for (const [game, clicks] of [["connect:5x4", [0, 1]], ["bricks:4", [0, 1]], ["fuga:7", [8]], ["amazons:6x6", [14]]]) {
      await page.goto(`${base}/edit?game=${game}`);
      await page.waitForSelector(".piece-choice");
      const verdict = () => page.locator("#edit-verdict").textContent();
      expected.refusal = true;
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
    await page.waitForSelector('.exact[data-end="end"]');
    assert.equal(await page.locator(".exact li").count(), table.legal.length, "every move is solved");
    assert.equal(await page.locator(".values text").count(), table.legal.length);
    await page.locator('input[name="review"]').check();
    await page.waitForSelector('.review[data-end="end"]');
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
    const last = Number((await step()).match(/^1\/(\d+)/)[1]);
    for (let at = 2; at <= Math.min(last, 121); at++) {
      await page.keyboard.press("ArrowRight");
      // What is shown follows the key a little later: none of the steps shall be missed.
      await eventually(step, new RegExp(`^${at}/`));
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
    expected.refusal = true;
    await form.locator("button[type=submit]").click();
    await eventually(() => form.locator(".error").first().textContent(), /greedy/);
    expected.refusal = false;
    await form.locator('textarea[name="players"]').fill("random\ngreedy\nalphabeta:depth=2\nfirst");
    await form.locator("button[type=submit]").click();
    await page.waitForSelector('.run-state[data-state="complete"]');
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
    await api("runs", { kind: "tournament", name: "beside-it", options: { format: ["round-robin"], game: ["connect:4x4,c=3"], players: ["random", "first"], seed: ["8"] } });
    await page.goto(`${base}/runs`);
    for (const name of ["beside-it", "from-form"]) await page.getByLabel(`Choose ${name}`).check();
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
    await page.locator('input[name="workers"]').fill("2");
    await page.locator('[data-action="runs.change"]').click();
    await page.locator('[data-action="runs.stop"]').click();
    await page.waitForSelector('.run-state[data-state="stopped"]');
    const games = Number(await page.locator(".run-state").getAttribute("data-games"));
    await page.locator('[data-action="runs.resume"]').click();
    await eventually(async () => Number(await page.locator(".run-state").getAttribute("data-games")) > games, true);
    await page.locator('[data-action="runs.stop"]').click();
    await page.waitForSelector('.run-state[data-state="stopped"]');
    await page.locator('[data-action="runs.delete"]').click();
    await page.waitForURL(/\/runs$/);
  },

  async "who plays on a cluster is seen, and what is left to do"() {
    const folder = await mkdtemp(`${tmpdir()}/partida-`);
    const cluster = ["--cluster", `sqlite:${folder}/cluster.db`];
    execFileSync(program, ["cluster", "init", ...cluster], { stdio: "ignore" });
    const { server, address } = await serve("--store", `${folder}/store.db`, ...cluster);
    const page = await open({ isElsewhere: true });
    let worker;
    try {
      await page.goto(`${address}/runs`);
      await page.waitForSelector('.cluster-state[data-workers="0"]');
      worker = spawn(program, ["worker", "--threads", "1", "--name", "the-only-one", "--join", cluster[1]], { stdio: "ignore" });
      await page.waitForSelector('.cluster-state[data-workers="1"]');
      await page.waitForSelector('[data-worker="the-only-one"]');
      const options = { format: ["round-robin"], game: ["connect:4x4,c=3"], players: ["greedy", "random", "first"], rounds: ["20"] };
      const answer = await fetch(`${address}/api/runs`, {
        method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ kind: "tournament", name: "far", options }),
      });
      assert.equal(answer.status, 201, await answer.text());
      await page.waitForSelector('.experiments [data-done="120"]');
      await eventually(() => page.locator(".experiments li").textContent(), /tournament far-.*done 120/);
      // A worker says how it gets on every few seconds.
      await eventually(() => page.locator('[data-worker="the-only-one"] td').nth(2).textContent(), "120");
      await page.waitForSelector(".cluster .curves svg");
      await shot(page, "runs-cluster", true);
    } finally {
      worker?.kill("SIGKILL");
      server.kill("SIGKILL");
      complaints.length = 0;
    }
  },

  async "a tuning goes on after its server was killed"() {
    const store = `${await mkdtemp(`${tmpdir()}/partida-`)}/store.db`;
    let { server, address } = await serve("--store", store);
    const page = await open({ isElsewhere: true });
    await page.goto(`${address}/runs`);
    const form = page.locator("form").nth(1);
    await form.locator('input[name="game"]').fill("bricks:4");
    await form.locator('input[name="method"]').fill("genetic");
    await form.locator('input[name="budget"]').fill("120000");
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
    ({ server, address } = await serve("--store", store));
    try {
      await page.goto(`${address}/runs/tuning/mine`);
      await page.waitForSelector('.run-state[data-state="stopped"]');
      await page.locator('[data-action="runs.resume"]').click();
      await page.waitForSelector('.run-state[data-state="running"]');
      await page.locator('input[name="workers"]').fill("1");
      await page.locator('[data-action="runs.change"]').click();
      await page.waitForSelector('.run-state[data-state="complete"]');
      await page.waitForSelector(".validation");
      await shot(page, "run-tuning", true);
    } finally {
      server.kill("SIGKILL");
      complaints.length = 0;
    }
  },
};
