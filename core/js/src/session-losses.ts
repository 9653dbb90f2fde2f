/** Losses of the turns of a session, as the statistics of a season take them. */
import type { LossBasis, Maneuver } from "./core.ts";

/** The kinds of turns whose losses a season compares. */
export const TURN_KINDS = ["tack", "gybe"] as const;
export type TurnKind = (typeof TURN_KINDS)[number];

/** Losses of the turns of a session that take part in averages, m, by what they were measured against. */
export type SessionLosses = Record<TurnKind, Record<LossBasis, number[]>>;

type Turn = Pick<Maneuver, "kind" | "left_out_reason" | "loss_basis" | "loss_og_m" | "loss_80_m">;

export function sessionLosses(maneuvers: readonly Turn[]): SessionLosses {
  const losses = (kind: TurnKind, basis: LossBasis) =>
    maneuvers.flatMap((turn) =>
      turn.kind === kind && turn.loss_basis === basis && turn.left_out_reason === null
        ? (turn.loss_og_m ?? turn.loss_80_m ?? [])
        : [],
    );
  const byBasis = (kind: TurnKind) => ({ vmg: losses(kind, "vmg"), speed: losses(kind, "speed") });
  return { tack: byBasis("tack"), gybe: byBasis("gybe") };
}
