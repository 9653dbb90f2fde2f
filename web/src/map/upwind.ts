const RADIANS = Math.PI / 180;

/** Metres towards the wind of one point from another. */
export function upwindMetres(twd_deg: number, from: { x: number; y: number }, to: { x: number; y: number }): number {
  return (to.x - from.x) * Math.sin(twd_deg * RADIANS) + (to.y - from.y) * Math.cos(twd_deg * RADIANS);
}
