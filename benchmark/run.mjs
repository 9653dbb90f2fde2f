/**
 * `npm run benchmark`: writes the recordings of the benchmark with their truth, lets the tools answer and scores them.
 * `-- --make FOLDER` writes recordings and truth alone; `--write` also writes the scores into docs/benchmark.md and the
 * checksums into benchmark/checksums.json.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { build, QUICK_FOR_TESTS } from "../scripts/build.mjs";
import { Failure, main, ROOT, step } from "../scripts/step.mjs";
import { targetFolder } from "../scripts/tools.mjs";
import { makeCases } from "./make.mjs";
import { run } from "./score.mjs";
import { answer, TOOLS } from "./tools.mjs";

const SUMS = join(ROOT, "benchmark", "checksums.json");
const DOC = join(ROOT, "docs", "benchmark.md");
const SCORES = /(<!-- scores -->\n)[\s\S]*(<!-- end of the scores -->)/;

await main(async () => {
  const { make, write } = options();
  const folder = make ? resolve(make) : join(targetFolder(), "benchmark");

  await build(make ? ["native"] : ["native", "cli"], { quick: QUICK_FOR_TESTS });
  const cases = JSON.parse(readFileSync(join(ROOT, "benchmark", "cases.json"), "utf8"));
  let sums;
  await step(`Write ${cases.length} recordings and their truth to ${folder}`, async () => {
    sums = makeCases(cases, folder);
  });
  if (write) writeFileSync(SUMS, `${JSON.stringify(sums, null, 1)}\n`);
  compare(sums);
  if (make) return;

  const answers = [];
  for (const name of Object.keys(TOOLS))
    await step(`Answers of ${name}`, async () => {
      answers.push(await answer(name, cases, folder));
    });
  const scores = run([join(folder, "truth"), ...answers]);
  console.log(`\n${scores}`);
  if (!write) return;
  const doc = readFileSync(DOC, "utf8").replace(SCORES, (_, from, to) => `${from}\n${scores}\n\n${to}`);
  writeFileSync(DOC, doc);
});

function options() {
  try {
    return parseArgs({ options: { make: { type: "string" }, write: { type: "boolean" } } }).values;
  } catch (error) {
    throw new Failure(error.message);
  }
}

/** Fails where a recording or its truth is not the one whose checksum is under version control. */
function compare(sums) {
  const expected = existsSync(SUMS) ? JSON.parse(readFileSync(SUMS, "utf8")) : {};
  const other = Object.keys(sums).filter((name) =>
    ["recording", "truth"].some((part) => sums[name][part] !== expected[name]?.[part]),
  );
  if (other.length === 0) return;
  throw new Failure(
    `${other.length} of ${Object.keys(sums).length} recordings or their truth differ from benchmark/checksums.json (${other.slice(0, 3).join(", ")}): ` +
      "the simulator was changed, or this machine computes differently. Scores on them cannot be compared with others.",
  );
}
