/** What was lost of a recording, as a row of a list says it. */
import type { Damage, Loss, LossKind } from "./core.ts";

export interface ShortDamage {
  kept: number;
  expected: number | null;
  parts: number;
  sentence: string;
}

/** Kinds of loss that mean a damaged file, whatever number of points is lost. */
const DAMAGE_KINDS: readonly LossKind[] = ["truncated", "checksum", "malformed", "limit"];
/** Largest share of points that an undamaged file may lack. *guess*: a receiver loses as much without a view of the sky. */
const MAX_LOST_SHARE = 0.01;

/** Null when the file is undamaged and lacks at most {@link MAX_LOST_SHARE} of its points. The analysis lists every loss. */
export function shortDamage({
  kept,
  expected,
  losses,
}: Pick<Damage, "kept" | "expected" | "losses">): ShortDamage | null {
  // A rejected position is replaced by the smoothed one, not lost.
  const lost = losses.filter(({ kind }) => kind !== "jump");
  const largest = lost.reduce<Loss | null>(
    (worst, loss) => (worst && severity(worst) >= severity(loss) ? worst : loss),
    null,
  );
  if (!largest) return null;
  const points = lost.reduce((sum, loss) => sum + loss.points, 0);
  const isDamaged = lost.some(({ kind }) => DAMAGE_KINDS.includes(kind));
  if (!isDamaged && points <= MAX_LOST_SHARE * (kept + points)) return null;
  return { kept, expected, parts: lost.length, sentence: largest.reason };
}

/** Order of the losses: truncation first, then by the number of lost points. */
function severity({ kind, points }: Loss): number {
  return kind === "truncated" ? Infinity : points;
}
