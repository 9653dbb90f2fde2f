/** What the turns of a session without a wind would be in a wind. */
import { type Maneuver, SEGMENT_KINDS, type SegmentKind, type Straight } from "@leebow/core";
import { countText, wordFor } from "../format/numbers";
import type { ManeuverFilter, ReplayState } from "./replay-model";

const mod360 = (deg: number): number => ((deg % 360) + 360) % 360;

/** Course change of a turn, to starboard positive, degrees; null where the courses are not known. */
export function signedTurn({ angle_deg, evidence }: Pick<Maneuver, "angle_deg" | "evidence">): number | null {
  const { course_in_deg, course_out_deg } = evidence;
  if (angle_deg === null || course_in_deg === null || course_out_deg === null) return null;
  const miss = (signed: number) => Math.abs(mod360(course_in_deg + signed - course_out_deg + 180) - 180);
  return miss(angle_deg) <= miss(-angle_deg) ? angle_deg : -angle_deg;
}

/** Whether a turn of `turned_deg` from a course passes a direction. */
function passes(course_deg: number, turned_deg: number, direction_deg: number): boolean {
  const ahead = turned_deg > 0 ? mod360(direction_deg - course_deg) : mod360(course_deg - direction_deg);
  return ahead < Math.abs(turned_deg);
}

/**
 * The name of a turn in a wind from `twd_deg`: a tack when the bow passes the wind, a gybe when the stern does, else away
 * from the wind or towards it. An approximation for the choice of a wind; the engine names the turns afterwards.
 */
export function kindInWind(turn: Pick<Maneuver, "angle_deg" | "evidence">, twd_deg: number): SegmentKind {
  const turned = signedTurn(turn);
  const { course_in_deg, course_out_deg } = turn.evidence;
  if (turned === null || course_in_deg === null || course_out_deg === null) return "turn";
  const [tacks, gybes] = [passes(course_in_deg, turned, twd_deg), passes(course_in_deg, turned, mod360(twd_deg + 180))];
  if (tacks !== gybes) return tacks ? "tack" : "gybe";
  if (tacks) return "turn";
  const angle = (course_deg: number) => Math.abs(mod360(course_deg - twd_deg + 180) - 180);
  return angle(course_out_deg) > angle(course_in_deg) ? "bear_away" : "douse";
}

/** Number of turns of each name in a wind, the most frequent first. */
export function countsInWind(
  turns: readonly Pick<Maneuver, "angle_deg" | "evidence">[],
  twd_deg: number,
): { kind: SegmentKind; count: number }[] {
  const counts = new Map<SegmentKind, number>();
  for (const turn of turns) {
    const kind = kindInWind(turn, twd_deg);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count);
}

/** "14 tacks" */
export const countedKind = (kind: SegmentKind, count: number): string =>
  countText(count, SEGMENT_KINDS[kind].name.toLowerCase());

/** The filter of a replay and the maneuvers it was opened for. */
type Filtering = Readonly<Pick<ReplayState, "filter">> & { readonly picked: readonly number[] };

function isShown({ kind, counted }: Maneuver, index: number, { filter, picked }: Filtering): boolean {
  if (filter === "picked") return picked.includes(index);
  return filter === "all" || (filter === "not_counted" ? !counted : kind === filter);
}

/** The filter, or "all" where no maneuver passes it: with another wind the kinds are others. */
export function validFilter(maneuvers: readonly Maneuver[], filtering: Filtering): ReplayState["filter"] {
  return maneuvers.some((maneuver, index) => isShown(maneuver, index, filtering)) ? filtering.filter : "all";
}

/** Indices of the maneuvers that list, map and chart show. */
export function shownManeuvers(maneuvers: readonly Maneuver[], filtering: Filtering): Set<number> {
  const valid = { ...filtering, filter: validFilter(maneuvers, filtering) };
  return new Set(maneuvers.flatMap((maneuver, index) => (isShown(maneuver, index, valid) ? [index] : [])));
}

/** Kinds that a maneuver can be renamed to, and that can be added. */
export const CORRECTABLE_KINDS = [
  "tack",
  "gybe",
  "bear_away",
  "douse",
  "penalty",
  "failed_tack",
  "fall",
  "stop",
  "acceleration",
] as const satisfies readonly SegmentKind[];
export type CorrectableKind = (typeof CORRECTABLE_KINDS)[number];

/** Kinds in the order they are offered. */
const ORDER: readonly SegmentKind[] = ["turn", ...CORRECTABLE_KINDS];

export interface FilterOption {
  value: ManeuverFilter;
  name: string;
  /** Counted maneuvers; of "not_counted" those that are not. */
  count: number | null;
  kind: SegmentKind | null;
}

/** The filters that this session has, with the number of counted maneuvers of each kind, and of those it was opened for. */
export function filterOptions(maneuvers: readonly Maneuver[], picked: readonly number[] = []): FilterOption[] {
  const optionOf = (kind: SegmentKind): FilterOption => {
    const count = maneuvers.filter((one) => one.kind === kind && one.counted).length;
    return { value: kind, name: wordFor(count, SEGMENT_KINDS[kind].name), count, kind };
  };
  const present = ORDER.filter((kind) => maneuvers.some((one) => one.kind === kind));
  const left_out = maneuvers.filter((one) => !one.counted).length;
  return [
    { value: "all", name: "All", count: null, kind: null },
    ...(picked.length > 0 ? [{ value: "picked" as const, name: "Chosen", count: picked.length, kind: null }] : []),
    ...present.map(optionOf),
    ...(left_out > 0 ? [{ value: "not_counted" as const, name: "Not counted", count: left_out, kind: null }] : []),
  ];
}

/** Id of a stored segment, which outlives another analysis; null in a local file. */
export function segmentId(segment: Maneuver | Straight): number | null {
  return "id" in segment && typeof segment.id === "number" ? segment.id : null;
}
