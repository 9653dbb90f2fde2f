/**
 * `npm run truth`: every requirement on the engine in one table, measured on tuning data and on held-out data.
 * `--quick` simulates one seed per class; `--group NAME` measures one group (simulated, asymmetric-helm, unlike-class,
 * records, no-wind, reciprocal-reaches, wind, fleet, races, fleets, debrief, polar,
 * rhythm, parts, recordings, external); `--without PART` leaves out a part of
 * the estimate of the wind; `--conditions` prints one row per class and condition; `--write` replaces the rows of
 * docs/truth-table.md by those measured.
 * Recordings are read from `LEEBOW_RECORDINGS`.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, main, ROOT } from "../../scripts/step.mjs";
import { rust } from "../../scripts/tools.mjs";
import { engineExample } from "./engine-example.mjs";

const TABLE = join(ROOT, "docs/truth-table.md");

if (process.argv[1] === import.meta.filename) await main(measure);

async function measure() {
  const words = process.argv.slice(2);
  await rust();
  console.error("Building the engine and the simulator");
  const program = await engineExample("truth", "calibrate");
  const args = words.filter((word) => word !== "--write");
  const { status, stdout } = spawnSync(program, args, { stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" });
  console.log(stdout);
  if (status !== 0) throw new Failure("The measurement ended early; its last output is above.");
  if (words.includes("--write")) writeFileSync(TABLE, withRows(readFileSync(TABLE, "utf8"), stdout));
}

/** The document with the rows of the same first cell replaced; new measures follow the last row of the first table. */
export function withRows(document, measured) {
  const lines = document.split("\n");
  const rows = new Map(
    measured.split("\n").flatMap((line) => (line.startsWith("| ") ? [[cellsOf(line)[0], line]] : [])),
  );
  const known = new Set(lines.map((line) => cellsOf(line)[0]));
  const more = [...rows.keys()].filter((name) => !known.has(name));
  const first = lines.findIndex((line) => line.startsWith("|"));
  const end = lines.findIndex((line, i) => i > first && !line.startsWith("|"));
  lines.splice(end, 0, ...more.map((name) => rows.get(name)));
  return lines
    .map((line) => rows.get(cellsOf(line)[0]) ?? line)
    .map(compact)
    .join("\n");
}

const cellsOf = (line) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
const compact = (line) => (line.startsWith("| ") ? `| ${cellsOf(line).join(" | ")} |` : line);
