import {
  type FileAnalysis,
  halfWidth90,
  howSure,
  howSureIs,
  type Loss,
  type LossKind,
  partWords,
  STANDARD_UNITS,
  type Units,
  type Wind,
  type WindCandidate,
  windTurn,
  wordFor,
} from "@leebow/core";
import { inUnit, METRES_PER_MILE } from "./in-unit.ts";
import { count, number, wrap } from "./layout.ts";
import { clockOf, span } from "./time.ts";

/** Kinds of loss that mean a broken file. */
const BROKEN: readonly LossKind[] = ["truncated", "checksum", "malformed", "limit"];
/** Number of losses that are listed; further ones are only counted. */
const LOSSES_SHOWN = 3;

/** Lines about the recording, its distance, speed, wind and counts. */
export function headLines(report: FileAnalysis, units: Units = STANDARD_UNITS, parts = false): string[] {
  return [
    recorded(report),
    ...partLines(report, parts),
    sailed(report, units),
    ...underEngine(report, units),
    windLine(report.wind, units),
    ...currentLine(report.wind, units),
    ...candidateLines(report),
    ...takenInstead(report.wind),
    counts(report),
    ...deviceLine(report),
    ...report.notes,
  ].flatMap((line) => wrap(line));
}

/** "55 tacks, 3 gybes, …"; without a wind "46 turns, 12 straights". */
function counts({ summary, wind }: FileAnalysis): string {
  const { tacks, gybes, sets, douses, straights, turns } = summary;
  const named = [count(tacks, "tack"), count(gybes, "gybe"), count(sets, "set"), count(douses, "douse")];
  const isUnnamed = wind === null && tacks + gybes + sets + douses === 0;
  return [
    ...(isUnnamed ? [] : named),
    ...(isUnnamed || turns > 0 ? [count(turns, isUnnamed ? "turn" : "unnamed turn")] : []),
    count(straights, "straight"),
  ].join(", ");
}

/** The winds that fit a track without a wind, and how to choose one of them. */
function candidateLines({ wind_candidates }: FileAnalysis): string[] {
  const [first] = wind_candidates;
  if (!first) return [];
  return [
    "These winds fit the track:",
    ...wind_candidates.map((one) => `- ${candidateText(one)}`),
    `Choose with --wind-hint ${degrees(first.twd_deg)}; then the turns get their names.`,
  ];
}

/** "from 195° ± 20°, possible: turns keep their speed as gybes do" */
function candidateText({ twd_deg, sd_deg, probability, reasons }: WindCandidate): string {
  const half_width_deg = Math.min(180, halfWidth90(sd_deg));
  const figures = `from ${compass(twd_deg)} ± ${number(half_width_deg, 0)}°, ${howSure(probability)}`;
  return reasons.length === 0 ? figures : `${figures}: ${reasons.map((one) => one.replace(/\.$/, "")).join("; ")}`;
}

/** How to use the wind of the track where it contradicts the one that the user gave. */
function takenInstead(wind: Wind | null): string[] {
  const track = wind?.track_estimate;
  return track ? [`The track's own wind is used with --wind-hint ${degrees(track.twd_deg)}.`] : [];
}

const degrees = (deg: number): number => Math.round(deg) % 360;
const compass = (deg: number): string => `${String(degrees(deg)).padStart(3, "0")}°`;

/** Laps, pauses and race starts that the device recorded. */
function deviceLine({ laps, events, time_zone }: FileAnalysis): string[] {
  const clock = clockOf(time_zone);
  const pauses = events.filter(({ kind }) => kind === "pause");
  const paused_s = pauses.reduce(
    (sum, { time, end_time }) => sum + (Date.parse(end_time ?? time) - Date.parse(time)) / 1000,
    0,
  );
  const parts = [
    ...(laps.length > 1 ? [`${laps.length} laps`] : []),
    ...(pauses.length > 0 ? [`${count(pauses.length, "pause")} of ${span(paused_s)} in all`] : []),
    ...events.filter(({ kind }) => kind === "race_start").map(({ time }) => `race start at ${clock.time(time)}`),
  ];
  return parts.length > 0 ? [`On the device: ${parts.join(", ")}`] : [];
}

/** A line for each part, where a part is left out or not certain to be sailing, or on request. */
function partLines({ parts, time_zone }: FileAnalysis, wanted: boolean): string[] {
  const isPlain = parts.every(({ kind, left_out }) => kind === "sailing" && !left_out);
  if (isPlain) return wanted ? ["All of it is sailing."] : [];
  const clock = clockOf(time_zone);
  return parts.map((part) => {
    const times = `${clock.time(part.start_time).slice(0, 5)} to ${clock.time(part.end_time).slice(0, 5)}`;
    const isNamed = part.kind === "sailing" || part.kind === "at_rest";
    const state = part.left_out ? ", left out" : isNamed ? "" : ", kept";
    const by = part.by_hand ? " by hand" : "";
    const why = wanted && part.reason !== null ? `: ${part.reason} ${Math.round(100 * part.probability)} % sure.` : "";
    return `${times} ${partWords(part)}${state}${by}${why}`;
  });
}

function recorded(report: FileAnalysis): string {
  const { boat_class, format, device, start_time, end_time, time_zone, undated } = report;
  const clock = clockOf(time_zone);
  const minutes = (iso: string) => clock.time(iso).slice(0, 5);
  const [first, last] = [clock.date(start_time), clock.date(end_time)];
  const days = undated ? "date unknown" : first === last ? first : `${first} to ${last}`;
  const from = device === null ? format.toUpperCase() : `${format.toUpperCase()} by ${device}`;
  const zone = undated ? "by its own clock" : `(${(time_zone ?? "UTC").replaceAll("_", " ")})`;
  return `${boat_class}, ${days}, ${minutes(start_time)} to ${minutes(end_time)} ${zone}, ${from}`;
}

function sailed({ summary, points }: FileAnalysis, units: Units): string {
  const [speed, distance] = [inUnit("kn", units), inUnit("nm", units)];
  const way = distance.text(summary.distance_m / METRES_PER_MILE, 2);
  const rate = summary.sample_rate_hz;
  const fixes = `${points.toLocaleString("en-GB")} ${wordFor(points, "fix", "fixes")}${rate === null ? "" : ` at ${Number(rate.toPrecision(2))} Hz`}`;
  const half_width_kn = halfWidth90(summary.max_speed_error_kn);
  const error = half_width_kn === null ? "" : ` ± ${speed.text(half_width_kn, 1)}`;
  const top =
    summary.max_speed_kn === null ? [] : [`top speed ${speed.text(summary.max_speed_kn, 1)}${error} ${speed.unit}`];
  return [`${way} ${distance.unit} in ${span(summary.duration_s)}`, ...top, fixes].join(", ");
}

/** "0.99 nm in 10 min under engine"; nothing without. */
function underEngine({ summary: { under_engine } }: FileAnalysis, units: Units): string[] {
  if (!under_engine) return [];
  const { text, unit } = inUnit("nm", units);
  return [
    `${text(under_engine.distance_m / METRES_PER_MILE, 2)} ${unit} in ${span(under_engine.duration_s)} under engine`,
  ];
}

function windLine(wind: Wind | null, units: Units): string {
  if (wind === null) return "Wind unknown";
  const { text, unit } = inUnit("kn", units);
  const speed = wind.tws_kn === null ? "" : `, ${text(wind.tws_kn, 1)} ${unit}`;
  const turn = windTurn(wind);
  const direction = turn ? `${compass(turn.from_deg)}, turning to ${compass(turn.to_deg)},` : compass(wind.twd_deg);
  const source = [wind.source, howSureIs(wind)].filter((word) => word !== null).join(", ");
  return `Wind from ${direction} ± ${number(halfWidth90(wind.sd_deg), 0)}°${speed} (${source})`;
}

/** "Current 1.9 ± 0.3 kn to 323° ± 13°: …" */
function currentLine(wind: Wind | null, units: Units): string[] {
  const current = wind?.current;
  if (!current) return [];
  const { text, unit } = inUnit("kn", units);
  const drift = `${text(current.drift_kn, 1)} ± ${text(halfWidth90(current.drift_sd_kn), 1)} ${unit}`;
  const set = `${compass(current.set_deg)} ± ${number(halfWidth90(current.set_sd_deg), 0)}°`;
  return [`Current ${drift} to ${set}: maneuvers, wind angles and VMG are measured through the water`];
}

/** Lines about the parts of the file that were not read, and the channels that it lacks. */
export function damageLines({ damage }: Pick<FileAnalysis, "damage">): string[] {
  const { kept, expected, losses, lacks } = damage;
  if (losses.length === 0 && lacks.length === 0) return [];
  const isComplete = losses.every(({ kind }) => kind === "jump");
  const first = losses.length > 0 ? [isComplete ? smoothedLine(kept, losses) : keptLine(kept, expected, losses)] : [];
  const more = losses.length - LOSSES_SHOWN;
  const shown = losses
    .slice(0, LOSSES_SHOWN)
    .map(({ unit, from, to, reason }) => `- ${place(unit, from, to)}: ${reason}`);
  if (more > 0) shown.push(`- and ${more} more; --format json lists them all.`);
  return ["", ...[...first, ...shown, ...lacks].flatMap((line) => wrap(line))];
}

/** The line for a file without missing fixes, some of which were smoothed because no boat can have reached them. */
function smoothedLine(kept: number, losses: readonly Loss[]): string {
  const fixes = losses.reduce((sum, { points }) => sum + Math.max(1, points), 0);
  const jumps =
    fixes === 1
      ? "one that no boat can have reached was"
      : `${fixes.toLocaleString("en-GB")} that no boat can have reached were`;
  return `All ${kept.toLocaleString("en-GB")} fixes were kept; ${jumps} smoothed:`;
}

/** The line for a file with missing fixes. It is called damaged when a loss is of a kind in {@link BROKEN}. */
function keptLine(kept: number, expected: number | null, losses: readonly Loss[]): string {
  const fixes = kept.toLocaleString("en-GB");
  const damaged = losses.some(({ kind }) => BROKEN.includes(kind)) ? "Damaged: " : "";
  if (expected === kept) return `All ${fixes} fixes were kept, but not everything in this file was right:`;
  if (expected === null) return `${damaged}${fixes} fixes were kept. How many there were is not known.`;
  return `${damaged}${fixes} of ${expected.toLocaleString("en-GB")} fixes were kept.`;
}

function place(unit: string, from: number, to: number): string {
  const first = unit === "byte" ? from : from + 1;
  const last = unit === "byte" ? to - 1 : to;
  return last <= first ? `${unit} ${first}` : `${unit}s ${first} to ${last}`;
}
