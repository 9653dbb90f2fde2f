/** The tools whose scores the benchmark shows, by their names: each gives its answers for one case. */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { recordingOf } from "./make.mjs";
import { analyzeNaively } from "./naive.mjs";
import { KINDS } from "./score.mjs";

const CLI = fileURLToPath(new URL("../cli/dist/main.js", import.meta.url));
const LARGEST_OUTPUT = 256 * 1024 * 1024;
const leebow = async (...words) => {
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...words], { maxBuffer: LARGEST_OUTPUT });
  return stdout;
};

export const TOOLS = { leebow: ofLeebow, naive: ofNaive };

/** `leebow analyze` with the class of the boat, without a hint of the wind and without corrections. */
async function ofLeebow(recording, { boat_class }) {
  const [report] = JSON.parse(await leebow("analyze", recording, "--boat", boat_class, "--format", "json")).files;
  const kinds = new Set([...KINDS, "turn"]);
  const best = {
    "10_s": report.records?.best_10_s,
    "500_m": report.records?.best_500_m,
    "1852_m": report.records?.best_1852_m,
  };
  const found = Object.entries(best).filter(([, run]) => run);
  return {
    turns: report.maneuvers.filter(({ kind }) => kinds.has(kind)).map(({ time, kind }) => ({ time, kind })),
    wind: (report.wind?.series ?? []).map(({ time, twd_deg }) => ({ time, twd_deg })),
    records: found.map(([record, { speed_kn }]) => ({ record, speed_kn })),
  };
}

/** The naive script; of ours it has the reader of the formats alone. */
async function ofNaive(recording) {
  const csv = `${recording}.fixes.csv`;
  await leebow("convert", recording, csv, "--force");
  const [head, ...rows] = readFileSync(csv, "utf8").trimEnd().split("\n");
  rmSync(csv);
  const column = Object.fromEntries(head.split(",").map((name, i) => [name.split(" ")[0], i]));
  const number = (cell) => (cell ? Number(cell) : NaN);
  const fixes = rows.map((row) => {
    const cells = row.split(",");
    return {
      time: Date.parse(cells[column.timestamp]),
      lat_deg: number(cells[column.latitude]),
      lon_deg: number(cells[column.longitude]),
      sog_mps: number(cells[column.sog]),
    };
  });
  const answers = analyzeNaively(fixes.filter(({ lat_deg, lon_deg }) => Number.isFinite(lat_deg + lon_deg)));
  const iso = (row) => ({ ...row, time: row.time === null ? "" : new Date(row.time).toISOString() });
  return { ...answers, turns: answers.turns.map(iso), wind: answers.wind.map(iso) };
}

/** Writes a tool's answers for these cases of a folder into answers/NAME; gives that folder. */
export async function answer(name, cases, folder) {
  const target = join(folder, "answers", name);
  const lines = { turns: ["case,time,kind"], wind: ["case,time,twd_deg"], records: ["case,record,speed_kn"] };
  const results = new Map();
  const waiting = [...cases];
  const work = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift())
      results.set(one, await TOOLS[name](join(folder, "recordings", recordingOf(one)), one));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  for (const one of cases) {
    const { turns, wind, records } = results.get(one);
    lines.turns.push(...turns.map(({ time, kind }) => `${one.name},${time},${kind}`));
    lines.wind.push(...wind.map(({ time, twd_deg }) => `${one.name},${time},${twd_deg.toFixed(1)}`));
    lines.records.push(...records.map(({ record, speed_kn }) => `${one.name},${record},${speed_kn.toFixed(3)}`));
  }
  mkdirSync(target, { recursive: true });
  for (const [table, rows] of Object.entries(lines))
    writeFileSync(join(target, `${table}.csv`), `${rows.join("\n")}\n`);
  return target;
}
