/**
 * The table of readers: ours and other libraries on the same files in one run, as ratios, with the sums of all compared. `npm run bench -- [--quick] [fit gpx nmea csv]`.
 */

import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { loadCore } from "@leebow/core/node";
import { readRaw } from "@leebow/core/web";
import { best, cost } from "./clock.ts";
import { gpsbabel, input, libxml2, ours, ROOT, readAll, type Timed } from "./native.ts";
import { PEERS, type Peer } from "./peers/index.ts";
import { meetsRequired, meetsTarget, missesByHalf, REQUIREMENTS } from "./requirements.ts";
import { compare, type Sums, sumsOfColumns } from "./sums.ts";

/** The measured value of a requirement on one input. */
interface Measured {
  id: string;
  input: string;
  value: number;
  note: string;
}

const ENDINGS: Record<string, string> = { fit: "fit", gpx: "gpx", nmea: "nmea", csv: "csv" };
const HISTORY = join(ROOT, "benches/history.csv");
/** Number of first calls; the median counts. */
const FIRST_CALLS = 3;

export async function table(words: string[]): Promise<void> {
  const quick = words.includes("--quick");
  const requested = words.filter((word) => word in ENDINGS);
  const formats = requested.length ? requested : Object.keys(ENDINGS);
  const measured: Measured[] = [];
  for (const format of formats) {
    const found = await measure(format, quick);
    // What else the machine does may spoil a short measurement: one that would fail the run is taken once more.
    measured.push(...(quick && isFarBelow(found) ? await measure(format, quick) : found));
  }
  print(measured);
  if (!quick) record(measured);
  else if (isFarBelow(measured)) process.exitCode = 1;
}

async function measure(format: string, quick: boolean): Promise<Measured[]> {
  const measured: Measured[] = [];
  const names = quick ? ["10hz-22min"] : ["1hz-3h", "10hz-3h", "25hz-8h"];
  for (const name of names) {
    const file = fileOf(name, format, quick);
    if (file) measured.push(...(await compareAll(format, file)), ...firstCalls(format, file));
  }
  measured.push(...eightTimes(format, quick), ...(format === "fit" ? developer(quick) : []));
  return measured;
}

const isFarBelow = (measured: Measured[]) =>
  REQUIREMENTS.some((each) => valuesOf(each, measured).some(({ value }) => missesByHalf(each, value)));

const valuesOf = ({ id }: { id: string }, measured: Measured[]) => measured.filter((each) => each.id === id);

/** The input file of a format; for GPX the one without extensions where the other exceeds the size limit. */
function fileOf(name: string, format: string, quick: boolean): string | undefined {
  const candidates = [`${name}.${ENDINGS[format]}`, ...(format === "gpx" ? [`${name}.plain.gpx`] : [])];
  return candidates.map((candidate) => input(candidate, { quick })).find((file) => existsSync(file));
}

/** All readers of this format on one file. */
async function compareAll(format: string, file: string): Promise<Measured[]> {
  const at = basename(file);
  const bytes = new Uint8Array(readFileSync(file));
  const { ours: own, memory, peers } = readAll(file);
  const points = own.sums!.points;
  const rows: Row[] = [{ name: "Leebow native", ns: own.ns, sums: own.sums }, ...peers];
  const wasm = (await best(() => readRaw({ name: "", bytes }))) * 1e6;
  rows.push({ name: "Leebow WASM", ns: wasm, sums: sumsOfColumns(await readRaw({ name: "", bytes })) });
  let native = own.ns;
  for (const load of Object.values(PEERS[format]!)) {
    rows.push(await timePeer(await load(), bytes));
    // Measured again with each peer, because the speed of a machine varies over time.
    native = Math.min(native, ours(file).ns);
  }
  rows[0]!.ns = native;
  const analysis = format === "fit" ? await timeAnalysis(at, bytes) : undefined;
  if (analysis) rows.push(analysis.row);
  if (format === "gpx") rows.push(toRow(libxml2(file)));
  if (format in GPSBABEL) rows.push(toRow(gpsbabel(file, GPSBABEL[format]!)));
  show(at, points, rows, own.sums!);
  const ns = (name: string) => rows.find((row) => row.name.startsWith(name))?.ns ?? NaN;
  const note = (name: string) => rows.find((row) => row.name.startsWith(name))?.note ?? "";
  const ratio = (id: string, name: string, own_ns: number) => ({
    id,
    input: at,
    value: ns(name) / own_ns,
    note: note(name),
  });
  const share = (id: string, name: string) => ({ id, input: at, value: native / ns(name), note: "" });
  const byFormat: Record<string, () => Measured[]> = {
    fit: () => [
      ratio("fit-native-fitsdk", "@garmin", native),
      share("fit-native-crc", "own CRC-16 pass, slice"),
      ratio("fit-wasm-fitsdk", "@garmin", wasm),
      ...analysis!.measured,
    ],
    gpx: () => [
      ratio("gpx-native-libxml2", "libxml2", native),
      share("gpx-native-memchr", "memchr, < by"),
      ratio("gpx-wasm-saxes", "saxes", wasm),
    ],
    nmea: () => [ratio("nmea-native-crate", "nmea crate", native)],
    csv: () => [ratio("csv-native-udsv", "uDSV", native), ratio("csv-wasm-udsv", "uDSV", wasm)],
  };
  const chunked =
    memory.chunked === undefined
      ? []
      : [
          {
            id: `memory-${format}-chunked`,
            input: at,
            value: Math.max(0, memory.chunked - 16e6) / points,
            note: `${(memory.chunked / 1e6).toFixed(1)} MB in all`,
          },
        ];
  return [
    ...byFormat[format]!(),
    { id: `memory-${format}-native`, input: at, value: memory.whole / points, note: "" },
    ...chunked,
  ];
}

/**
 * The complete analysis (reading, wind, maneuvers, losses, records) relative to decoding the same file with the SDK.
 * The analysis runs on another thread, and the decoder's garbage is collected on others: both are measured by processor
 * time on all threads and by elapsed time.
 */
async function timeAnalysis(at: string, bytes: Uint8Array): Promise<{ row: Row; measured: Measured[] }> {
  const [core, sdk] = [await loadCore(), await PEERS.fit!.fitsdk!()];
  const ours = await cost(() => core.analyze({ name: "bench.fit", bytes }, { boat_class: "49er" }));
  const theirs = await cost(() => sdk.read(bytes));
  const note = `${ours.cpu.toFixed(0)} ms of ${theirs.cpu.toFixed(0)}, elapsed ${ours.wall.toFixed(0)} of ${theirs.wall.toFixed(0)}`;
  return {
    row: { name: "Leebow, complete analysis", ns: ours.cpu * 1e6, sums: null, note: "not a reading" },
    measured: [
      { id: "fit-analysis", input: at, value: ours.cpu / theirs.cpu, note },
      { id: "fit-analysis-wall", input: at, value: ours.wall / theirs.wall, note: "" },
    ],
  };
}

interface Row {
  name: string;
  ns: number;
  sums: Sums | null;
  note?: string;
}

const GPSBABEL: Record<string, string> = { fit: "garmin_fit", gpx: "gpx", nmea: "nmea" };

async function timePeer(peer: Peer, bytes: Uint8Array): Promise<Row> {
  try {
    const sums = peer.sums(await peer.read(bytes));
    return { name: peer.name, ns: (await best(() => peer.read(bytes))) * 1e6, sums };
  } catch (error) {
    return { name: peer.name, ns: NaN, sums: null, note: `fails: ${(error as Error).message.slice(0, 60)}` };
  }
}

function toRow(timed: Timed | string): Row {
  return typeof timed === "string" ? { name: "libxml2 SAX (C)", ns: NaN, sums: null, note: timed } : timed;
}

function show(file: string, points: number, rows: Row[], own: Sums): void {
  console.log(`\n${file}: ${points} points`);
  console.log(`${"".padEnd(30)}${"ns/point".padStart(10)}${"of native".padStart(11)}   sums`);
  for (const row of rows) {
    row.note ??= /^(own|memchr)/.test(row.name)
      ? "a plain pass"
      : row.name.startsWith("gpsbabel")
        ? "not compared"
        : compare(row.sums, own);
    const times = row.ns / rows[0]!.ns;
    console.log(
      `${row.name.padEnd(30)}${(row.ns / points).toFixed(1).padStart(10)}${`${times.toFixed(2)}×`.padStart(11)}   ${row.note}`,
    );
  }
}

/** 22.5 min against 3 h at the same rate. */
function eightTimes(format: string, quick: boolean): Measured[] {
  const [one, eight] = [fileOf("10hz-22min", format, quick), fileOf("10hz-3h", format, quick)];
  if (!one || !eight) return [];
  const value = Math.min(...[0, 1, 2].map(() => ours(eight).ns / ours(one).ns));
  return [{ id: `eight-${format}`, input: "10 Hz, 22.5 min and 3 h", value, note: "" }];
}

function developer(quick: boolean): Measured[] {
  const name = quick ? "10hz-22min" : "10hz-3h";
  const [plain, more] = [input(`${name}.fit`, { quick }), input(`${name}.developer.fit`, { quick })];
  const value = Math.min(...[0, 1, 2].map(() => ours(more).ns / ours(plain).ns));
  return [{ id: "fit-developer", input: name, value, note: "heel and pitch in 4 bytes more" }];
}

const FIRST_PEER: Record<string, string> = { fit: "fitsdk", gpx: "saxes" };

/** First calls, each in its own process, and the growth of the WASM memory. */
function firstCalls(format: string, file: string): Measured[] {
  const call = (...words: string[]) => {
    const text = execFileSync(process.execPath, [join(ROOT, "benches/run.mjs"), "--first", ...words, file], {
      encoding: "utf8",
    });
    return JSON.parse(text) as { ms: number; grown: number };
  };
  const runs = Array.from({ length: FIRST_CALLS }, () => call("ours"));
  const own = ours(file);
  const bytes_per_point = (runs[0]!.grown - own.bytes) / own.sums!.points;
  const measured: Measured[] = [
    { id: `memory-${format}-wasm`, input: basename(file), value: bytes_per_point, note: "" },
  ];
  const peer = FIRST_PEER[format];
  if (peer) {
    const theirs = Array.from({ length: FIRST_CALLS }, () => call(format, peer));
    measured.push({
      id: `${format}-first`,
      input: basename(file),
      value: median(theirs) / median(runs),
      note: `${median(runs).toFixed(1)} ms`,
    });
  }
  return measured;
}

function median(runs: { ms: number }[]): number {
  return runs.map(({ ms }) => ms).sort((a, b) => a - b)[runs.length >> 1]!;
}

function print(measured: Measured[]): void {
  console.log(`\n${"".padEnd(52)}${"required".padStart(9)}${"target".padStart(9)}${"measured".padStart(10)}  met`);
  for (const requirement of REQUIREMENTS) {
    const sign = requirement.kind === "at least" ? "≥" : "≤";
    for (const { input, value, note } of valuesOf(requirement, measured)) {
      const verdict = Number.isNaN(value)
        ? "not measured"
        : meetsTarget(requirement, value)
          ? "target"
          : meetsRequired(requirement, value)
            ? "yes"
            : missesByHalf(requirement, value)
              ? "NO, by more than half"
              : "NO";
      const digits = requirement.unit === "×" ? 2 : 0;
      const cells = [
        `${sign} ${requirement.required}`.padStart(9),
        `${sign} ${requirement.target}`.padStart(9),
        value.toFixed(digits).padStart(10),
      ];
      console.log(
        `${requirement.title.padEnd(52)}${cells.join("")}  ${verdict}, ${input}${note && note !== "equal" ? `, ${note}` : ""} (${requirement.unit})`,
      );
    }
  }
}

/** Appends a line per requirement and input to the history: ratios and bytes per point, comparable between machines. */
function record(measured: Measured[]): void {
  const day = new Date().toISOString().slice(0, 10);
  if (!existsSync(HISTORY)) writeFileSync(HISTORY, "day,bar,input,measured,unit,must,reach\n");
  for (const { id, input, value } of measured.filter(({ value }) => Number.isFinite(value))) {
    const requirement = REQUIREMENTS.find((each) => each.id === id)!;
    appendFileSync(
      HISTORY,
      `${[day, id, input.replaceAll(",", ""), value.toFixed(2), requirement.unit, requirement.required, requirement.target].join(",")}\n`,
    );
  }
}
