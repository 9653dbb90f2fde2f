import type { Damage, Loss, LossKind } from "@leebow/core/node";

/** Losses that say the file itself is broken, however little they cost. */
const BROKEN: readonly LossKind[] = ["truncated", "checksum", "malformed", "limit"];
/** Share of its points a whole file may lack: a watch without sky for a while is no news. */
const FEW = 0.01;

/**
 * What a list tells of a damaged file, as its row holds it: JSON of a {@link TrackDamage}. Null when there is nothing
 * a list should bother anybody with; the analysis has every part.
 */
export function damageOf({ kept, expected, losses }: Damage): string | null {
  // A point that was judged wrong is kept, smoothed.
  const lost = losses.filter(({ kind }) => kind !== "jump");
  const gravest = lost.reduce<Loss | null>(
    (worst, loss) => (worst && weight(worst) >= weight(loss) ? worst : loss),
    null,
  );
  if (!gravest) return null;
  const points = lost.reduce((sum, loss) => sum + loss.points, 0);
  const isBroken = lost.some(({ kind }) => BROKEN.includes(kind));
  if (!isBroken && points <= FEW * (kept + points)) return null;
  return JSON.stringify({ kept, expected, parts: lost.length, sentence: gravest.reason });
}

/** That a file stops is graver than any hole in it; of holes the larger one. */
function weight({ kind, points }: Loss): number {
  return kind === "truncated" ? Infinity : points;
}
