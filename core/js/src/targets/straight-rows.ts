/** Straight sailing of a recording, in the form that is compared with targets. */
import type { Current, FileAnalysis, TrackColumns } from "../core.ts";
import { KN_PER_MPS } from "../vectors.ts";
import { strengthOf } from "./race-strength.ts";

/** Least time after a turn, and least speed, as of the windows of a polar (docs/polar.md, section 1). */
const AFTER_TURN_MS = 15_000;
const MIN_SOG_KN = 1;
/** A row a second is enough; a row stands for no more than this, ms. */
const EVERY_MS = 900;
const MAX_STEP_MS = 5000;

/** Rows sailed straight, clear of turns, at most one a second. NaN where something is not known. */
export interface StraightRows {
  time_ms: Float64Array;
  /** For which each stands. */
  time_s: Float32Array;
  sog_kn: Float32Array;
  cog_deg: Float32Array;
  twd_deg: Float32Array;
  tws_kn: Float32Array;
  current: Current | null;
}

export function straightRows(
  report: Pick<FileAnalysis, "wind" | "straights" | "maneuvers">,
  columns: TrackColumns,
): StraightRows {
  const { time_ms, channels } = columns;
  const { sog, cog } = channels;
  const twd = channels.twd ?? channels.ewd;
  const strength = strengthOf(report, columns);
  const rows = sog && cog ? clearRows(report, time_ms, sog) : [];
  const column = (of: (row: number) => number) => Float32Array.from(rows, ([row]) => of(row));
  return {
    time_ms: Float64Array.from(rows, ([row]) => time_ms[row]!),
    time_s: Float32Array.from(rows, ([, time_s]) => time_s),
    sog_kn: column((row) => sog![row]! * KN_PER_MPS),
    cog_deg: column((row) => cog![row]!),
    twd_deg: column((row) => twd?.[row] ?? Number.NaN),
    tws_kn: column((row) => strength?.(row, time_ms[row]!) ?? Number.NaN),
    current: report.wind?.current ?? null,
  };
}

/** The rows with the time for which each stands. */
function clearRows(
  { straights, maneuvers }: Pick<FileAnalysis, "straights" | "maneuvers">,
  time_ms: Float64Array,
  sog: Float32Array,
): [row: number, time_s: number][] {
  const turns = maneuvers
    .map(({ time, start_time, end_time, evidence: { turn_start_s, turn_end_s } }) => {
      const after = (s: number | null, otherwise: string) =>
        s === null ? Date.parse(otherwise) : Date.parse(time) + 1000 * s;
      return { start_ms: after(turn_start_s, start_time), end_ms: after(turn_end_s, end_time) };
    })
    .sort((a, b) => a.start_ms - b.start_ms);
  const found: [number, number][] = [];
  let [next, clear_ms] = [0, Number.NEGATIVE_INFINITY];
  for (const { start, end } of straights) {
    let last_ms = Number.NEGATIVE_INFINITY;
    for (let row = start; row < end; row++) {
      const at_ms = time_ms[row]!;
      for (; next < turns.length && turns[next]!.start_ms <= at_ms; next++)
        clear_ms = Math.max(clear_ms, turns[next]!.end_ms + AFTER_TURN_MS);
      const until_ms = row + 1 < end ? time_ms[row + 1]! - at_ms : 0;
      const last = found.at(-1);
      if (at_ms < clear_ms || !(sog[row]! * KN_PER_MPS > MIN_SOG_KN)) continue;
      if (at_ms - last_ms < EVERY_MS && last) {
        // Rows of a faster recording count for the one before.
        last[1] += Math.min(until_ms, MAX_STEP_MS) / 1000;
        continue;
      }
      last_ms = at_ms;
      found.push([row, Math.min(until_ms, MAX_STEP_MS) / 1000]);
    }
  }
  return found;
}
