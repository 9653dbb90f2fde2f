/** The maneuvers of a recording against a target. */
import type { FileAnalysis, Maneuver } from "../core.ts";
import type { TargetColumns, TargetQuestion } from "./target-columns.ts";

/** A turn against the target; null where the polar does not have the wind and the angle, and for kinds that are no turns. */
export interface ManeuverOfTarget {
  /** Before and after the turn, over the windows of entry and exit speed, %. */
  entry_percent: number | null;
  exit_percent: number | null;
  /** The least share from the start of the turn to the end of the exit's window, %. */
  lowest_percent: number | null;
  /** From the moment of the turn until nine tenths are sailed again after it, s; null beyond a minute. */
  recovered_90_s: number | null;
}

/** What the maneuvers of a report are compared with. */
export interface ReportTarget {
  name: string;
  over_ground: boolean;
  /** Whether speeds are through the water: where a current is known and the polar is of the water. */
  through_water: boolean;
  /** The wind speed that was given by hand; null where it was measured. */
  tws_kn: number | null;
  /** Why there are no figures; null where there are. */
  missing: "wind" | "wind_speed" | null;
}

export type ComparedManeuver = Maneuver & { of_target?: ManeuverOfTarget };

/** A report whose maneuvers are compared with a target. */
export type ComparedReport<Report extends FileAnalysis = FileAnalysis> = Report & {
  target: ReportTarget;
  maneuvers: (Report["maneuvers"][number] & { of_target?: ManeuverOfTarget })[];
};

/** Seconds before the start of a turn over which the speed of entry is the mean, and after its end, of exit. As in the engine. */
const ENTRY_S = [-6, -1] as const;
const EXIT_S = [0, 5] as const;
const RECOVERED_PERCENT = 90;
/** Later a recovery is not that of the turn. *guess* */
const RECOVERY_WITHIN_S = 60;

/** `compared`: null without a wind or a wind speed. */
export function comparedReport<Report extends FileAnalysis>(
  report: Report,
  { name, over_ground, tws_kn }: Pick<TargetQuestion, "over_ground" | "tws_kn"> & { name: string },
  compared: TargetColumns | null,
): ComparedReport<Report> {
  const missing = compared ? null : report.wind ? "wind_speed" : "wind";
  const target = { name, over_ground, through_water: compared?.through_water ?? false, tws_kn, missing } as const;
  const maneuvers = compared
    ? report.maneuvers.map((one) => ({ ...one, of_target: maneuverOfTarget(one, compared) }))
    : report.maneuvers;
  return { ...report, target, maneuvers };
}

function maneuverOfTarget(
  { time, evidence: { turn_start_s, turn_end_s } }: Maneuver,
  { time_ms, sailed_kn, target_kn }: TargetColumns,
): ManeuverOfTarget {
  const none = { entry_percent: null, exit_percent: null, lowest_percent: null, recovered_90_s: null };
  if (turn_start_s === null || turn_end_s === null) return none;
  const at_ms = Date.parse(time);
  const rows = (from_s: number, to_s: number) => rowsWithin(time_ms, at_ms + 1000 * from_s, at_ms + 1000 * to_s);
  const percent = (row: number) => (100 * sailed_kn[row]!) / target_kn[row]!;
  const known = (all: readonly number[]) => all.filter((row) => !Number.isNaN(target_kn[row]!));
  const mean = (all: readonly number[]) => {
    const sum = (values: Float32Array) => known(all).reduce((total, row) => total + values[row]!, 0);
    return known(all).length > 0 ? (100 * sum(sailed_kn)) / sum(target_kn) : null;
  };
  const shares = known(rows(turn_start_s, turn_end_s + EXIT_S[1])).map(percent);
  const recovered = rows(turn_end_s, turn_end_s + RECOVERY_WITHIN_S).find((row) => percent(row) >= RECOVERED_PERCENT);
  return {
    entry_percent: mean(rows(turn_start_s + ENTRY_S[0], turn_start_s + ENTRY_S[1])),
    exit_percent: mean(rows(turn_end_s + EXIT_S[0], turn_end_s + EXIT_S[1])),
    lowest_percent: shares.length > 0 ? Math.min(...shares) : null,
    recovered_90_s: recovered === undefined ? null : (time_ms[recovered]! - at_ms) / 1000,
  };
}

function rowsWithin(time_ms: Float64Array, from_ms: number, to_ms: number): number[] {
  let [low, high] = [0, time_ms.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time_ms[middle]! < from_ms) low = middle + 1;
    else high = middle;
  }
  const rows: number[] = [];
  for (let row = low; row < time_ms.length && time_ms[row]! <= to_ms; row++) rows.push(row);
  return rows;
}
