import { type Damage, shortDamage } from "@leebow/core/node";
import type { TrackDamage } from "./schema.ts";

/** Damage of a file as the track's row holds it: JSON of a {@link TrackDamage}; null where nothing notable was lost. */
export function damageOf(damage: Damage): string | null {
  const short: TrackDamage | null = shortDamage(damage);
  return short && JSON.stringify(short);
}
