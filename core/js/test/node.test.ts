import { expect, test } from "vitest";
import { buffersOf, loadCore, writeSession } from "../src/node.ts";

test("the event loop runs while a session is analysed", async () => {
  const core = await loadCore();
  const bytes = writeSession({ class: "49er", minutes: 60 }, "fit");
  let ticks = 0;
  const clock = setInterval(() => (ticks += 1), 1);
  const start = performance.now();
  await core.analyze({ name: "a.fit", bytes });
  const took = performance.now() - start;
  clearInterval(clock);
  expect(took).toBeGreaterThan(10);
  expect(ticks).toBeGreaterThan(3);
}, 60_000);

test("two sessions analysed at once do not mix", async () => {
  const core = await loadCore();
  const files = [1, 2].map((seed) => ({
    name: `${seed}.gpx`,
    bytes: writeSession({ class: "J70", minutes: 10, seed }, "gpx"),
  }));
  const together = await Promise.all(files.map((file) => core.analyze(file)));
  for (const [i, file] of files.entries()) expect(together[i]).toEqual(await core.analyze(file));
  expect(together[0]!.report.sha256).not.toBe(together[1]!.report.sha256);
}, 60_000);

test("an analysis of the native engine can be transferred to a worker", async () => {
  const core = await loadCore();
  const file = { name: "a.gpx", bytes: writeSession({ class: "J70", minutes: 5 }, "gpx") };
  const analysis = await core.analyze(file);
  // Node copies memory that an addon owns where it would move its own; what arrives is the same.
  expect(structuredClone(analysis, { transfer: buffersOf(analysis) })).toEqual(await core.analyze(file));
}, 60_000);
