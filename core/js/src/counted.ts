import type { Maneuver, SegmentKind } from "./index.ts";

/** Least quality of a maneuver that is counted, 0 to 1; the engine's `COUNTED_QUALITY`. */
export const COUNTED_QUALITY = 0.5;

/** Whether a maneuver is part of the summary's counts and of every mean and median. */
export function isCounted({ quality }: Pick<Maneuver, "quality">): boolean {
  return quality >= COUNTED_QUALITY;
}

/** The counted maneuvers of one kind, in their order. */
export function countedOf<M extends Pick<Maneuver, "kind" | "quality">>(
  maneuvers: readonly M[],
  kind: SegmentKind,
): M[] {
  return maneuvers.filter((maneuver) => maneuver.kind === kind && isCounted(maneuver));
}

/**
 * Average loss of a kind, m: the arithmetic mean of `loss_80_m` over the counted maneuvers of this kind that have one.
 * Null without any. Maneuvers without a loss and those that are not counted take no part.
 */
export function averageLoss(
  maneuvers: readonly Pick<Maneuver, "kind" | "quality" | "loss_80_m">[],
  kind: SegmentKind,
): number | null {
  return meanOfKnown(countedOf(maneuvers, kind).map(({ loss_80_m }) => loss_80_m));
}

/** Arithmetic mean of the values that are known; null without any. */
export function meanOfKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
