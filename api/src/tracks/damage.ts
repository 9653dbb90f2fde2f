import type { Damage, Loss } from "@leebow/core/node";

/** What a list tells of a damaged file, as its row holds it: JSON of a {@link TrackDamage}; null when the file is whole. */
export function damageOf({ kept, expected, losses }: Damage): string | null {
  const gravest = losses.reduce<Loss | null>((worst, loss) => (worst && weight(worst) >= weight(loss) ? worst : loss), null);
  if (!gravest) return null;
  return JSON.stringify({ kept, expected, parts: losses.length, sentence: gravest.reason });
}

/** That a file stops is graver than any hole in it; of holes the larger one. */
function weight({ kind, points }: Loss): number {
  return kind === "truncated" ? Infinity : points;
}
