// The page in a real browser: `node test.mjs ADDRESS FOLDER [NAME…]`, with the address of a running server, a folder for
// screenshots, and parts of names of tests, if not all are to be run. Plays whole games of each kind with mouse, keyboard and on a phone.

import assert from "node:assert/strict";
import { browser, complaints, expected } from "./support.mjs";
import { tests as living } from "./living.mjs";
import { tests as looking } from "./looking.mjs";
import { tests as playing } from "./playing.mjs";

let failures = 0;
// Only those whose names have one of the other arguments in them, if there are any.
const wanted = process.argv.slice(4);
for (const [name, test] of Object.entries({ ...playing, ...looking, ...living })) {
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
  const started = Date.now();
  complaints.length = 0;
  try {
    await test();
    assert.deepEqual(complaints, [], "no complaints on the console, no request to others");
    console.log(`ok    ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failures++;
    expected.refusal = false;
    console.log(`WRONG ${name}: ${error.stack}`);
  }
  for (const context of browser.contexts()) await context.close();
}
await browser.close();
process.exit(failures > 0 ? 1 : 0);
