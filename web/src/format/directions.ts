/** Directions, degrees. */

/** A direction as it is written, [0, 360). */
export const compass = (deg: number): number => ((deg % 360) + 360) % 360;

/** Signed difference of two directions, (-180, 180]. */
export function turned(to_deg: number, from_deg: number): number {
  const turn = compass(to_deg - from_deg);
  return turn > 180 ? turn - 360 : turn;
}
