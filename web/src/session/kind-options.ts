import { type Maneuver, SEGMENT_KINDS, type SegmentKind } from "@leebow/core";
import { wordFor } from "../format/counts";
import type { ManeuverFilter } from "./replay-model";

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
