import { type Boat, type BoatPosition, noPosition, positionAt, turnBetween } from "../playback/boat";
import { type Camera, type Plane, screenX, screenY } from "./plane";

/** Sail angle: half the true wind angle, between these two bounds. *guess* */
const SHEETED_DEG = 8;
const EASED_DEG = 82;
const RADIANS = Math.PI / 180;

/** How a boat is drawn at an instant. */
export interface BoatPose {
  /** Position, m and px. */
  mx: number;
  my: number;
  x: number;
  y: number;
  /** Clockwise from up on the screen, radians. */
  heading: number;
  /** Rotation of the sail, radians; NaN without a wind angle. */
  sail: number;
  /** Whether the sail stands to starboard. */
  isSailToStarboard: boolean;
  /** The fix at or before the instant, and the position between two fixes. */
  position: BoatPosition;
}

export const noPose = (): BoatPose => ({
  mx: 0,
  my: 0,
  x: 0,
  y: 0,
  heading: 0,
  sail: NaN,
  isSailToStarboard: false,
  position: noPosition(),
});

/** The pose of a boat at a time; `wind_angle`: of every row, null without. */
export function pose(
  into: BoatPose,
  boat: Boat,
  wind_angle: Float32Array | null,
  plane: Plane,
  camera: Camera,
  at_ms: number,
): void {
  const position = positionAt(boat, at_ms, into.position);
  into.mx = plane.x(position.lon_deg);
  into.my = plane.y(position.lat_deg);
  into.x = screenX(camera, into.mx, into.my);
  into.y = screenY(camera, into.mx, into.my);
  into.heading = ((Number.isNaN(position.course_deg) ? 0 : position.course_deg) - camera.bearing_deg) * RADIANS;
  trimSail(into, wind_angle?.[position.row] ?? NaN);
}

/** The sail on the leeward side, eased with the wind angle. */
function trimSail(into: BoatPose, wind_angle_deg: number): void {
  const signed = turnBetween(0, wind_angle_deg);
  const boom = Math.min(EASED_DEG, Math.max(SHEETED_DEG, Math.abs(signed) / 2)) - SHEETED_DEG;
  into.isSailToStarboard = !(signed > 0);
  into.sail = into.heading + (signed > 0 ? 1 : -1) * boom * RADIANS;
}
