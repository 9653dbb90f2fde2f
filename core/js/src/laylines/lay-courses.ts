/** The courses over the ground on which a boat lays a mark: on both tacks, with the current. */
import type { Current } from "../core.ts";
import { bearingDeg, vectorOf } from "../vectors.ts";

export interface LayCourses {
  /** Course over the ground, °, and speed, kn, on port and on starboard tack. */
  port: GroundCourse;
  starboard: GroundCourse;
}

export interface GroundCourse {
  cog_deg: number;
  kn: number;
}

export interface Sailed {
  /** Where the wind comes from over the ground, °, and its speed; null where it is not known: then it is that over the water. */
  twd_deg: number;
  tws_kn: number | null;
  /** Angle to the wind over the water, 0 to 180°, and speed through the water. */
  angle_deg: number;
  kn: number;
  current: Pick<Current, "set_deg" | "drift_kn"> | null;
}

/** The boat sails the same angle and speed through the water on both tacks; the current carries her. */
export function layCourses({ twd_deg, tws_kn, angle_deg, kn, current }: Sailed): LayCourses {
  const [set_east, set_north] = current ? vectorOf(current.drift_kn, current.set_deg) : [0, 0];
  // Over the water the air moves by the current less; the wind comes from the opposite direction.
  const [from_east, from_north] = vectorOf(tws_kn ?? 0, twd_deg);
  const twd = tws_kn ? bearingDeg(from_east + set_east, from_north + set_north) : twd_deg;
  const course = (heading: number): GroundCourse => {
    const [east, north] = vectorOf(kn, heading);
    const [x, y] = [east + set_east, north + set_north];
    return { cog_deg: bearingDeg(x, y), kn: Math.hypot(x, y) };
  };
  return { port: course(twd + angle_deg), starboard: course(twd - angle_deg) };
}
