/**
 * `npm run bench:web`: what the screens cost in Chromium, against the product as it is built and a server of its own.
 * `npm run bench:web -- race`: the part of this name (analyze, track, race, list), nothing recorded.
 * `npm run bench:web -- race --keep FOLDER`: with the tracks of an earlier run with this folder; the first run makes them.
 */
import { parseArgs } from "node:util";
import { bootstrap } from "../../scripts/bootstrap.mjs";
import { build, QUICK_FOR_TESTS } from "../../scripts/build.mjs";
import { main } from "../../scripts/step.mjs";
import { benchWeb, record, shortcomings } from "./main.mjs";

await main(async () => {
  const { values, positionals } = parseArgs({ options: { keep: { type: "string" } }, allowPositionals: true });
  const [only] = positionals;
  const { chromium } = await bootstrap(["rust", "chromium"]);
  // The engine in the server is not measured here.
  await build(undefined, { quick: QUICK_FOR_TESTS });
  const rows = await benchWeb({ chromium, only, keep: values.keep });
  if (!only) record(rows);
  const short = shortcomings(rows);
  for (const sentence of short) console.log(sentence);
  if (short.length > 0) process.exitCode = 1;
});
