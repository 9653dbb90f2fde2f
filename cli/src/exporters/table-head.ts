import { type FileAnalysis, halfWidth90, type Loss, type LossKind, type Wind } from "@leebow/core";
import { count, number, wrap } from "./layout.ts";
import { clockOf, span } from "./time.ts";

const METRES_PER_MILE = 1852;
/** Losses that say that the file itself is broken. */
const BROKEN: readonly LossKind[] = ["truncated", "checksum", "malformed", "limit"];
/** More losses than these are counted, not listed. */
const LOSSES_SHOWN = 3;

/** What was recorded, how far, how fast, in what wind. */
export function headLines(report: FileAnalysis): string[] {
  const { summary } = report;
  const made = [count(summary.tacks, "tack"), count(summary.gybes, "gybe"), count(summary.sets, "set")];
  made.push(count(summary.douses, "douse"), count(summary.straights, "straight"));
  return [
    recorded(report),
    sailed(report),
    windLine(report.wind),
    made.join(", "),
    ...deviceLine(report),
    ...report.notes,
  ].flatMap((line) => wrap(line));
}

/** What the device itself said: laps, pauses, the gun. */
function deviceLine({ laps, events, time_zone }: FileAnalysis): string[] {
  const clock = clockOf(time_zone);
  const pauses = events.filter(({ kind }) => kind === "pause");
  const paused_s = pauses.reduce(
    (sum, { time, end_time }) => sum + (Date.parse(end_time ?? time) - Date.parse(time)) / 1000,
    0,
  );
  const said = [
    ...(laps.length > 1 ? [`${laps.length} laps`] : []),
    ...(pauses.length > 0 ? [`${count(pauses.length, "pause")} of ${span(paused_s)} in all`] : []),
    ...events.filter(({ kind }) => kind === "race_start").map(({ time }) => `the gun at ${clock.time(time)}`),
  ];
  return said.length > 0 ? [`On the device: ${said.join(", ")}`] : [];
}

function recorded({ boat_class, format, device, start_time, end_time, time_zone }: FileAnalysis): string {
  const clock = clockOf(time_zone);
  const minutes = (iso: string) => clock.time(iso).slice(0, 5);
  const from = device === null ? format.toUpperCase() : `${format.toUpperCase()} by ${device}`;
  const zone = (time_zone ?? "UTC").replaceAll("_", " ");
  return `${boat_class}, ${clock.date(start_time)}, ${minutes(start_time)} to ${minutes(end_time)} (${zone}), ${from}`;
}

function sailed({ summary, points }: FileAnalysis): string {
  const miles = (summary.distance_m / METRES_PER_MILE).toFixed(2);
  const rate = summary.sample_rate_hz;
  const fixes = `${points.toLocaleString("en-GB")} fixes${rate === null ? "" : ` at ${Number(rate.toPrecision(2))} Hz`}`;
  const half_width_kn = halfWidth90(summary.max_speed_error_kn);
  const error = half_width_kn === null ? "" : ` ± ${number(half_width_kn, 1)}`;
  const top = summary.max_speed_kn === null ? [] : [`top speed ${number(summary.max_speed_kn, 1)}${error} kn`];
  return [`${miles} nm in ${span(summary.duration_s)}`, ...top, fixes].join(", ");
}

function windLine(wind: Wind | null): string {
  if (wind === null) return "Wind unknown";
  const speed = wind.tws_kn === null ? "" : `, ${number(wind.tws_kn, 1)} kn`;
  const direction = String(Math.round(wind.twd_deg) % 360).padStart(3, "0");
  return `Wind from ${direction}° ± ${number(halfWidth90(wind.sd_deg), 0)}°${speed} (${wind.source})`;
}

/** What of the file could not be kept, and what it never had. */
export function damageLines({ damage }: Pick<FileAnalysis, "damage">): string[] {
  const { kept, expected, losses, lacks } = damage;
  if (losses.length === 0 && lacks.length === 0) return [];
  const whole = losses.every(({ kind }) => kind === "jump");
  const told = losses.length > 0 ? [whole ? smoothedLine(kept, losses) : keptLine(kept, expected, losses)] : [];
  const more = losses.length - LOSSES_SHOWN;
  const shown = losses
    .slice(0, LOSSES_SHOWN)
    .map(({ unit, from, to, reason }) => `- ${place(unit, from, to)}: ${reason}`);
  if (more > 0) shown.push(`- and ${more} more; --format json lists them all.`);
  return ["", ...[...told, ...shown, ...lacks].flatMap((line) => wrap(line))];
}

/** Nothing is missing: a fix no boat can have reached is kept, and smoothed. */
function smoothedLine(kept: number, losses: readonly Loss[]): string {
  const fixes = losses.reduce((sum, { points }) => sum + Math.max(1, points), 0);
  const jumps =
    fixes === 1
      ? "one that no boat can have reached was"
      : `${fixes.toLocaleString("en-GB")} that no boat can have reached were`;
  return `All ${kept.toLocaleString("en-GB")} fixes were kept; ${jumps} smoothed:`;
}

/** A file is damaged when something in it is broken, not where a receiver had no sky. */
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
