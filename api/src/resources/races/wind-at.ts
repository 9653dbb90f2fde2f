/** The wind of a boat over time, in columns of equal length: UTC ms, rising; direction it blows from, degrees. */
export interface BoatWind {
  time_ms: number[];
  twd_deg: number[];
}

const wrap360 = (deg: number) => ((deg % 360) + 360) % 360;

/** Angle to the wind, 0 to 180 on starboard tack, and speed made good towards the wind and to the right of it. */
export function toWind(ewd: number, cog: number, sog: number): { etwa: number; vmg: number; lvg: number } {
  const angle = ((cog - ewd) * Math.PI) / 180;
  return { etwa: wrap360(ewd - cog), vmg: sog * Math.cos(angle), lvg: sog * Math.sin(angle) };
}
