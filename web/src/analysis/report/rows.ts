/** The maneuvers of one kind as rows of the report, speeds in m/s. */

import type { Track } from "@leebow/api/contract";
import {
  averageLoss,
  type ComparedManeuver,
  type FileAnalysis,
  type LossBasis,
  leastLoss,
  leftOutText,
  type Maneuver,
  mainBasis,
  NO_LOSS_TEXT,
  type SegmentKind,
} from "@leebow/core";
import { amount, knotsToMps, sentence } from "../../format/numbers";
import { unitName } from "../../format/units";

/** A maneuver of a stored track has an id that outlives a new analysis; one of a local file has none. */
export type IdentifiedManeuver = ComparedManeuver & { id?: number };

export interface ManeuverRow {
  /** The maneuver's id; its name in a local file. */
  id: string;
  kind: SegmentKind;
  /** Whether it is part of the counts of summary, list and map. */
  counted: boolean;
  name: string;
  time: string;
  start_time: string;
  from_side: Maneuver["from_side"];
  to_side: Maneuver["to_side"];
  /** Course before and after, degrees. */
  course_in_deg: number | null;
  course_out_deg: number | null;
  loss_m: number | null;
  loss_low_m: number | null;
  loss_high_m: number | null;
  loss_basis: LossBasis | null;
  /** Metres lost at least, of a boat that did not regain its speed. */
  loss_at_least_m: number | null;
  /** Why there is no loss; null with a loss. */
  no_loss: string | null;
  /** Why averages leave the row out unless it is selected by hand; null when they do not. */
  left_out: string | null;
  duration_s: number;
  entry_speed_mps: number | null;
  exit_speed_mps: number | null;
  min_speed_mps: number | null;
  max_speed_mps: number | null;
  min_turn_rate_dps: number | null;
  max_turn_rate_dps: number | null;
  avg_turn_rate_dps: number | null;
  angle_deg: number | null;
  /** Against the target of the class; null without one, and where it has no figure. */
  target_entry_pct: number | null;
  target_exit_pct: number | null;
  target_lowest_pct: number | null;
  target_recovered_90_s: number | null;
}

/** All of one kind in their order; those that are not counted are marked. */
export function rowsOf(maneuvers: readonly IdentifiedManeuver[], kind: SegmentKind): ManeuverRow[] {
  return maneuvers.filter((one) => one.kind === kind).map(rowOf);
}

/** Those of the row that are against the target. */
export const TARGET_FIGURES = [
  "target_entry_pct",
  "target_exit_pct",
  "target_lowest_pct",
  "target_recovered_90_s",
] as const satisfies readonly (keyof ManeuverRow)[];

/** Whether any of the rows is compared with a target. */
export const hasTarget = (rows: readonly ManeuverRow[]): boolean =>
  rows.some((row) => TARGET_FIGURES.some((id) => row[id] !== null));

/** The number that summary, list and map show. */
export const countOf = (rows: readonly ManeuverRow[]): number => rows.filter(({ counted }) => counted).length;

function rowOf(one: IdentifiedManeuver): ManeuverRow {
  const why = leftOutText(one);
  return {
    id: one.id === undefined ? one.name : String(one.id),
    kind: one.kind,
    counted: one.counted,
    name: one.name,
    time: one.time,
    start_time: one.start_time,
    from_side: one.from_side,
    to_side: one.to_side,
    course_in_deg: one.evidence.course_in_deg,
    course_out_deg: one.evidence.course_out_deg,
    loss_m: one.loss_80_m,
    loss_low_m: one.loss_80_low_m,
    loss_high_m: one.loss_80_high_m,
    loss_basis: one.loss_basis,
    loss_at_least_m: leastLoss(one),
    no_loss: one.no_loss_reason && sentence(NO_LOSS_TEXT[one.no_loss_reason]),
    left_out: why === null ? null : sentence(why),
    duration_s: one.duration_s,
    entry_speed_mps: knotsToMps(one.entry_speed_kn),
    exit_speed_mps: knotsToMps(one.exit_speed_kn),
    min_speed_mps: knotsToMps(one.min_speed_kn),
    max_speed_mps: knotsToMps(one.max_speed_kn),
    min_turn_rate_dps: one.min_turn_rate_dps,
    max_turn_rate_dps: one.max_turn_rate_dps,
    avg_turn_rate_dps: one.avg_turn_rate_dps,
    angle_deg: one.angle_deg,
    target_entry_pct: one.of_target?.entry_percent ?? null,
    target_exit_pct: one.of_target?.exit_percent ?? null,
    target_lowest_pct: one.of_target?.lowest_percent ?? null,
    target_recovered_90_s: one.of_target?.recovered_90_s ?? null,
  };
}

/**
 * Ids of the rows that averages leave out at first: with a reason of the engine's, and those whose loss has another basis
 * than the one shown. These began or ended on a reach, so that their angles are not those of turns between two tacks.
 */
export const leftOutIds = (rows: readonly ManeuverRow[], basis: LossBasis | null): ReadonlySet<string> =>
  new Set(
    rows
      .filter(({ left_out, loss_m, loss_basis }) => left_out !== null || (loss_m !== null && loss_basis !== basis))
      .map(({ id }) => id),
  );

/** The bases of the rows' losses, the one that most of the averaged rows have first. Losses of two are never mixed. */
export function basesOf(rows: readonly ManeuverRow[]): LossBasis[] {
  const of = (some: readonly ManeuverRow[]) =>
    mainBasis(some.map(({ loss_m, loss_basis }) => ({ loss_80_m: loss_m, loss_basis })));
  const main = of(rows.filter(({ left_out }) => left_out === null)) ?? of(rows);
  if (main === null) return [];
  const other = main === "vmg" ? "speed" : "vmg";
  return rows.some(({ loss_m, loss_basis }) => loss_m !== null && loss_basis === other) ? [main, other] : [main];
}

/** The loss of a row if it has this basis, m; else null. */
export const lossOf = ({ loss_m, loss_basis }: ManeuverRow, basis: LossBasis | null): number | null =>
  loss_basis === basis ? loss_m : null;

/** The metrics that the loss can be plotted against. */
export const X_METRICS = [
  { id: "min_speed_mps", label: "Min Speed", unit: "m/s" },
  { id: "max_speed_mps", label: "Max Speed", unit: "m/s" },
  { id: "entry_speed_mps", label: "Entry Speed", unit: "m/s" },
  { id: "exit_speed_mps", label: "Exit Speed", unit: "m/s" },
  { id: "min_turn_rate_dps", label: "Min Turn Rate", unit: "°/s" },
  { id: "max_turn_rate_dps", label: "Max Turn Rate", unit: "°/s" },
  { id: "avg_turn_rate_dps", label: "Avg Turn Rate", unit: "°/s" },
  { id: "angle_deg", label: "Maneuver Angle", unit: "°" },
] as const satisfies readonly { id: keyof ManeuverRow; label: string; unit: string }[];

export type XMetric = (typeof X_METRICS)[number];

/** The metrics of the first counted maneuver, as the specification demands. */
export function offeredMetrics(rows: readonly ManeuverRow[]): XMetric[] {
  const first = rows.find(({ counted }) => counted) ?? rows[0];
  return first ? X_METRICS.filter((metric) => first[metric.id] !== null) : [];
}

/** "Average tack loss 3.2 m", over the counted tacks as in the report; empty without one that has a loss. */
export function tackLossText(maneuvers: readonly Maneuver[]): string {
  const loss_m = averageLoss(maneuvers, "tack");
  return loss_m === null ? "" : `Average tack loss ${amount(loss_m, 1, "m")}\u00a0${unitName("m")}`;
}

// What a report shows of its track beside the analysis, from the server or from a local file.

export interface TrackFacts {
  /** Null for a local file. */
  id: number | null;
  full_name: string | null;
  boat_name: string;
  location: string | null;
  tz: string | null;
  /** The track on the server; null for a local file. */
  track: Track | null;
}

export const factsOfTrack = (track: Track): TrackFacts => ({
  id: track.id,
  full_name: track.full_name,
  boat_name: track.boat_name,
  location: track.location,
  tz: track.tz,
  track,
});

export const factsOfFile = (file: FileAnalysis): TrackFacts => ({
  id: null,
  full_name: file.name,
  boat_name: file.boat_class,
  location: null,
  tz: file.time_zone,
  track: null,
});
