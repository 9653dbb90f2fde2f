/**
 * Writes the recordings of cases and their truth. The recordings are those of the simulator with the settings in
 * cases.json; the truth of turns and wind is the simulator's, that of the records is measured on the noiseless path,
 * recorded at 20 Hz.
 */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, join } from "node:path";

const KINDS = new Set(["tack", "gybe", "bear_away", "douse"]);
/** Turns in which tools may see a tack and a gybe, or nothing. */
const NOT_SCORED = new Set(["penalty", "failed_tack", "fall"]);
/** A rounding in one sweep with a tack or a gybe has two names. */
const SECOND_NAMES = { gybe_set: "gybe", gybe_drop: "gybe", tack_out: "tack" };
const EXTENSIONS = { "gpx-plain": "gpx", "fit-developer": "fit", vakaros: "csv", velocitek: "csv" };
/** Tracks of these determine no wind: one reach, and a straight course under engine. */
const NO_WIND = new Set(["reach_only", "motoring"]);
const PATH_HZ = 20;
const MPS_PER_KN = 1852 / 3600;
const RECORD_M = { "500_m": 500, "1852_m": 1852 };

const HEADS = {
  turns: "case,kind,also,time,start_time,end_time,lat_deg,lon_deg",
  wind: "case,time,twd_deg,tws_kn,determined",
  records: "case,record,speed_kn",
};

/** The name of the recording of a case. */
export const recordingOf = ({ name, format }) => `${name}.${EXTENSIONS[format] ?? format}`;

/**
 * Writes the cases into a folder: recordings/, and truth/ with cases.csv, turns.csv, wind.csv and records.csv.
 * Gives the SHA-256 of each recording and of the rows of its truth, by the name of the case.
 */
export function makeCases(cases, folder, log = () => {}) {
  const simulator = createRequire(import.meta.url)("../core/js/native/leebow.node");
  for (const part of ["recordings", "truth"]) mkdirSync(join(folder, part), { recursive: true });
  const tables = { turns: [HEADS.turns], wind: [HEADS.wind], records: [HEADS.records] };
  const sums = {};
  for (const one of cases) {
    const write = (spec, format) => simulator.simulate_write(JSON.stringify(spec), format);
    const recording = write(one.spec, one.format);
    writeFileSync(join(folder, "recordings", recordingOf(one)), recording);
    const truth = truthOf(one, write);
    for (const name of Object.keys(tables)) for (const row of truth[name]) tables[name].push(row);
    sums[one.name] = { recording: sha256(recording), truth: sha256(Object.values(truth).flat().join("\n")) };
    log(one.name);
  }
  for (const [name, lines] of Object.entries(tables)) writeText(join(folder, "truth", `${name}.csv`), lines);
  writeText(join(folder, "truth", "cases.csv"), casesTable(cases));
  return sums;
}

/** The head and rows of cases.csv. */
function casesTable(cases) {
  const row = (one) =>
    [
      one.name,
      recordingOf(one),
      one.boat_class,
      one.family,
      one.spec.rate_hz,
      extname(recordingOf(one)).slice(1),
      one.conditions.replaceAll(", ", " + "),
    ].join(",");
  return ["case,file,boat_class,family,rate_hz,format,conditions", ...cases.map(row)];
}

/** The rows of the three tables of a case. */
function truthOf(one, write) {
  const { spec, maneuvers, stops, wind } = JSON.parse(text(write(one.spec, "truth")));
  const noiseless = { ...one.spec, device: "perfect", rate_hz: PATH_HZ, heart_rate: false };
  const path = pathOf(text(write(noiseless, "vakaros")));
  const iso = (seconds) => new Date(spec.start_time_ms + Math.round(seconds * 1000)).toISOString();
  const turn = (kind, also, { at_s, start_s, end_s }) => {
    const place = path[Math.min(path.length - 1, Math.round(at_s * PATH_HZ))];
    return [one.name, kind, also, iso(at_s), iso(start_s), iso(end_s), place.lat, place.lon].join(",");
  };
  const turns = maneuvers
    .filter(({ kind }) => KINDS.has(kind) || NOT_SCORED.has(kind))
    .map(({ kind, flags, t0_s, tc_s, t1_s }) => {
      const also = flags.map((flag) => SECOND_NAMES[flag]).find(Boolean) ?? "";
      return turn(KINDS.has(kind) ? kind : "not_scored", also, { at_s: tc_s, start_s: t0_s, end_s: t1_s });
    });
  const lying = stops.map(({ start_s, end_s }) => turn("not_scored", "", { at_s: start_s, start_s, end_s }));
  const determined = NO_WIND.has(spec.scenario) ? "no" : "yes";
  // Of a minute in which the boat lies still the track says nothing.
  const lies = ({ at_s }) => stops.some(({ start_s, end_s }) => start_s <= at_s - 30 && at_s + 30 <= end_s);
  const sailed = minutesOf(wind).filter((minute) => !lies(minute));
  const minutes = sailed.map(({ at_s, twd_deg, tws_kn }) =>
    [one.name, iso(at_s), twd_deg.toFixed(1), tws_kn.toFixed(1), determined].join(","),
  );
  const records = recordsOf(path).map(([record, kn]) => [one.name, record, kn.toFixed(3)].join(","));
  return { turns: [...turns, ...lying], wind: minutes, records };
}

/** Mean wind at the boat of each whole minute, at its middle: of seven values, every 10 s. */
export function minutesOf(wind) {
  const minutes = [];
  for (let i = 0; i + 6 < wind.length; i += 6) {
    const seven = wind.slice(i, i + 7);
    const mean = (value) => seven.reduce((sum, one) => sum + value(one), 0) / seven.length;
    const first_deg = seven[0].twd_deg;
    // Differences from the first value, in [-180, 180), so that a mean across north is right.
    const twd_deg = first_deg + mean((one) => ((one.twd_deg - first_deg + 540) % 360) - 180);
    const tenths = Math.round(10 * (twd_deg + 360)) % 3600;
    minutes.push({ at_s: 10 * i + 30, twd_deg: tenths / 10, tws_kn: mean((one) => one.tws_kn) });
  }
  return minutes;
}

/** Positions, as text, and speeds, kn, of a noiseless recording. */
function pathOf(csv) {
  const rows = csv.trimEnd().split("\n").slice(1);
  return rows.map((row) => {
    const [, lat, lon, kn] = row.split(",");
    return { lat, lon, kn: Number(kn) };
  });
}

/** The best mean speeds, kn: over 10 s, and over distances sailed over the ground where they were sailed. */
export function recordsOf(path, hz = PATH_HZ) {
  const way_m = [0];
  for (let i = 1; i < path.length; i++)
    way_m.push(way_m[i - 1] + (((path[i - 1].kn + path[i].kn) / 2) * MPS_PER_KN) / hz);
  let fastest_m = 0;
  for (let i = 10 * hz; i < path.length; i++) fastest_m = Math.max(fastest_m, way_m[i] - way_m[i - 10 * hz]);
  const shortest_s = (metres) => {
    let steps = Infinity;
    for (let i = 0, j = 1; j < path.length; j++) {
      while (i + 1 < j && way_m[j] - way_m[i + 1] >= metres) i++;
      const over_m = way_m[j] - way_m[i] - metres;
      // The stretch begins within the step after i.
      if (over_m >= 0) steps = Math.min(steps, j - i - over_m / (way_m[i + 1] - way_m[i] || 1));
    }
    return steps / hz;
  };
  const far = Object.entries(RECORD_M).map(([name, metres]) => [name, metres / shortest_s(metres) / MPS_PER_KN]);
  return [["10_s", fastest_m / 10 / MPS_PER_KN], ...far].filter(([, kn]) => kn > 0);
}

const text = (bytes) => new TextDecoder().decode(bytes);
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const writeText = (path, lines) => writeFileSync(path, `${lines.join("\n")}\n`);
