/**
 * The constants of the wind, the segmentation, the maneuvers and the races: their number by provenance; with `--table` each with value,
 * unit, provenance, meaning and place. An error where a constant has no provenance.
 */
import { relative } from "node:path";
import { codeOf, isTestFile } from "./code-sizes.mjs";
import { constantsIn, TUNED, UNTUNED } from "./constants.mjs";
import { filesBelow } from "./stamp.mjs";
import { ROOT } from "./step.mjs";

/** Modules of the engine whose constants are listed. */
const MODULES = ["wind", "segment", "maneuver", "race"];
const UNITS = /_(DEG2?|S|MS|M|KN|MPS2?|DPS|HZ|NATS|DEG_PER_SQRT_S|PER_S|SHARE|COUNT)$/;

const all = MODULES.flatMap((module) => constantsOf(module));
const without = all.filter(({ mark }) => !mark);
for (const { place, name } of without) console.error(`${place}: ${name} has no provenance`);
if (process.argv.includes("--table")) printTable();
for (const module of MODULES) console.log(summary(module));
process.exitCode = without.length > 0 ? 1 : 0;

function constantsOf(module) {
  const files = filesBelow([`core/engine/src/${module}`])
    .map((file) => relative(ROOT, file))
    .filter((file) => file.endsWith(".rs") && !isTestFile(file));
  return files.flatMap((file) => {
    const place = file.slice("core/engine/src/".length);
    return constantsIn(codeOf(file)).map((constant) => ({ ...constant, module, place: `${place}:${constant.line}` }));
  });
}

function printTable() {
  console.log("| constant | value | provenance | meaning | place |\n|---|---|---|---|---|");
  for (const { name, value, mark, meaning, place } of all) {
    const unit = name.match(UNITS)?.[1].toLowerCase() ?? "";
    const cells = [name, `${value} ${unit}`.trim(), mark ?? "none", meaning.replaceAll("|", "\\|"), place];
    console.log(`| ${cells.join(" | ")} |`);
  }
}

function summary(module) {
  const own = all.filter((constant) => constant.module === module);
  const count = (marks) => own.filter(({ mark }) => marks.includes(mark)).length;
  const kinds = [...TUNED, ...UNTUNED].filter((mark) => count([mark]) > 0).map((mark) => `${mark} ${count([mark])}`);
  return `${module}: ${own.length} constants, ${count(TUNED)} of them tuned (${kinds.join(", ")})`;
}
