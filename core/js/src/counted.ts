import type { LossBasis, Maneuver, SegmentKind } from "./core.ts";

/** Whether a maneuver is part of the summary's counts. Decided by the engine. */
export function isCounted({ counted }: Pick<Maneuver, "counted">): boolean {
  return counted;
}

/** The counted maneuvers of one kind, in their order. */
export function countedOf<M extends Pick<Maneuver, "kind" | "counted">>(
  maneuvers: readonly M[],
  kind: SegmentKind,
): M[] {
  return maneuvers.filter((maneuver) => maneuver.kind === kind && isCounted(maneuver));
}

/** Whether a maneuver takes part in averages, medians and regressions unless the user decides otherwise. */
export function isAveraged({ left_out_reason }: Pick<Maneuver, "left_out_reason">): boolean {
  return left_out_reason === null;
}

/** The maneuvers of one kind that take part in averages, in their order. */
export function averagedOf<M extends Pick<Maneuver, "kind" | "left_out_reason">>(
  maneuvers: readonly M[],
  kind: SegmentKind,
): M[] {
  return maneuvers.filter((maneuver) => maneuver.kind === kind && isAveraged(maneuver));
}

/** The basis that most of the losses have, "vmg" of equally many; null without a loss. Losses of one basis are compared. */
export function mainBasis(maneuvers: readonly Pick<Maneuver, "loss_80_m" | "loss_basis">[]): LossBasis | null {
  const of = (basis: LossBasis) =>
    maneuvers.filter(({ loss_80_m, loss_basis }) => loss_80_m !== null && loss_basis === basis).length;
  const [vmg, speed] = [of("vmg"), of("speed")];
  if (vmg + speed === 0) return null;
  return vmg >= speed ? "vmg" : "speed";
}

type WithLoss = Pick<Maneuver, "kind" | "left_out_reason" | "loss_80_m" | "loss_basis">;

/**
 * Average loss of a kind, m: the arithmetic mean of `loss_80_m` over the maneuvers of this kind that take part in
 * averages and have a loss of the basis that most of them have. Null without any.
 */
export function averageLoss(maneuvers: readonly WithLoss[], kind: SegmentKind): number | null {
  const averaged = averagedOf(maneuvers, kind);
  const basis = mainBasis(averaged);
  return meanOfKnown(averaged.filter(({ loss_basis }) => loss_basis === basis).map(({ loss_80_m }) => loss_80_m));
}

/** The least loss of a boat that did not regain its speed, m; null without one, and where she had gained until then. */
export function leastLoss({ loss_at_least_m }: Pick<Maneuver, "loss_at_least_m">): number | null {
  return loss_at_least_m !== null && loss_at_least_m > 0 ? loss_at_least_m : null;
}

/** Arithmetic mean of the values that are known; null without any. */
export function meanOfKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
