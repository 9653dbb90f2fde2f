/** Directions, degrees. */
import { type Wind, windTurn } from "@leebow/core";
import { fixed } from "./numbers";

/** A direction as it is written, [0, 360). */
export const compass = (deg: number): number => ((deg % 360) + 360) % 360;

/** Signed difference of two directions, (-180, 180]. */
export function turned(to_deg: number, from_deg: number): number {
  const turn = compass(to_deg - from_deg);
  return turn > 180 ? turn - 360 : turn;
}

/** Where the wind of a session came from: "145", or "90 to 200" where it turned. */
export function windFrom(wind: Wind, digits = 0): string {
  const turn = windTurn(wind);
  return turn ? `${fixed(turn.from_deg, digits)} to ${fixed(turn.to_deg, digits)}` : fixed(wind.twd_deg, digits);
}
