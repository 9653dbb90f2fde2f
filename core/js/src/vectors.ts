/** Velocities and directions: knots, degrees clockwise from north. */

export const KN_PER_MPS = 3600 / 1852;
export const RADIANS = Math.PI / 180;

/** East and north part of a length in a direction. */
export const vectorOf = (length: number, deg: number): [number, number] => [
  length * Math.sin(deg * RADIANS),
  length * Math.cos(deg * RADIANS),
];

/** The direction of a vector, 0 to 360°. */
export const bearingDeg = (east: number, north: number): number => (Math.atan2(east, north) / RADIANS + 360) % 360;

/** An angle from −180 to 180°. */
export const signedDeg = (deg: number): number => (((deg % 360) + 540) % 360) - 180;
