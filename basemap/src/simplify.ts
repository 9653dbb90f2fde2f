import type { FlatRing } from "./cut";

/**
 * Douglas–Peucker on a closed ring; `tolerance` in units of latitude, `x_scale` the cosine of the latitude.
 * The ring is opened at its first point and the point farthest from it, which both stay.
 */
export function simplifyRing(ring: FlatRing, tolerance: number, x_scale: number): FlatRing {
  const n = ring.length / 2;
  if (n <= 4) return ring;
  const keep = new Uint8Array(n + 1);
  const far = farthest(ring, x_scale);
  keep[0] = keep[far] = 1;
  const stack = [0, far, far, n];
  while (stack.length > 0) {
    const to = stack.pop()!;
    const from = stack.pop()!;
    const [worst, distance] = worstBetween(ring, from, to, x_scale);
    if (distance <= tolerance) continue;
    keep[worst] = 1;
    stack.push(from, worst, worst, to);
  }
  const out: FlatRing = [];
  for (let i = 0; i < n; i++) if (keep[i]) out.push(ring[2 * i]!, ring[2 * i + 1]!);
  return out;
}

function farthest(ring: FlatRing, x_scale: number): number {
  let best = 0;
  let most = -1;
  for (let i = 1; i < ring.length / 2; i++) {
    const d = Math.hypot((ring[2 * i]! - ring[0]!) * x_scale, ring[2 * i + 1]! - ring[1]!);
    if (d > most) [best, most] = [i, d];
  }
  return best;
}

function worstBetween(ring: FlatRing, from: number, to: number, x_scale: number): [number, number] {
  const n = ring.length / 2;
  const ax = ring[2 * from]! * x_scale;
  const ay = ring[2 * from + 1]!;
  const dx = ring[2 * (to % n)]! * x_scale - ax;
  const dy = ring[2 * (to % n) + 1]! - ay;
  const length2 = dx * dx + dy * dy;
  let worst = from;
  let most = -1;
  for (let i = from + 1; i < to; i++) {
    const px = ring[2 * i]! * x_scale - ax;
    const py = ring[2 * i + 1]! - ay;
    const t = length2 === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length2));
    const d = Math.hypot(px - t * dx, py - t * dy);
    if (d > most) [worst, most] = [i, d];
  }
  return [worst, most];
}
