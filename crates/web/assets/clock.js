// The clocks of a table. The server says what is left; in between the page counts by itself.

import { html, useEffect, useState } from "./vendor/preact.js";

/** So little is worth a warning. */
const LITTLE = 20_000;

/** Minutes and seconds; when it gets exciting, tenths. */
export function written(milliseconds) {
  const left = Math.max(0, milliseconds);
  const [hours, minutes] = [Math.floor(left / 3_600_000), Math.floor(left / 60_000) % 60];
  const seconds = (left % 60_000) / 1000;
  const [whole, tenths] = [Math.floor(seconds), Math.floor((seconds % 1) * 10)];
  const two = (number) => String(number).padStart(2, "0");
  const start = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
  return left < LITTLE ? `${start}:${two(whole)}.${tenths}` : `${start}:${two(whole)}`;
}

export function Clock({ table, side, speaker }) {
  const { clock } = table;
  const isRunning = clock.running === side;
  const [began, setBegan] = useState(() => performance.now());
  const [now, setNow] = useState(began);
  useEffect(() => {
    const start = performance.now();
    setBegan(start);
    setNow(start);
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, [table, isRunning]);
  const left = clock.left[side] - (isRunning ? now - began : 0);
  return html`<span class="clock ${isRunning ? "is-running" : ""} ${left < LITTLE ? "is-little" : ""}" role="timer"
    aria-label=${speaker.t("play.time-left", { side: speaker.side(table.sides, side) })}>${written(left)}</span>`;
}
