/** Means and spreads of a measured wind, for the summary. Directions are averaged on the circle. */
import type { Wind } from "@leebow/core";

export interface WindBlock {
  avg_twd_deg: number;
  avg_tws_kn: number | null;
  /** Direction stability. */
  std_twd_deg: number;
  /** Pressure stability. */
  std_tws_kn: number | null;
}

/** Null when the wind was not measured, or there is no sample of it. */
export function windBlock(wind: Wind | null): WindBlock | null {
  if (!wind || wind.source === "estimated" || wind.series.length === 0) return null;
  const speeds = wind.series.map((sample) => sample.tws_kn).filter((speed) => speed !== null);
  const { mean, deviation } = circular(wind.series.map((sample) => sample.twd_deg));
  const avg_tws_kn = speeds.length > 0 ? speeds.reduce((sum, speed) => sum + speed, 0) / speeds.length : null;
  const std_tws_kn = avg_tws_kn === null ? null : Math.sqrt(speeds.reduce((sum, speed) => sum + (speed - avg_tws_kn) ** 2, 0) / speeds.length);
  return { avg_twd_deg: mean, avg_tws_kn, std_twd_deg: deviation, std_tws_kn };
}

/** Mean direction, and the root mean square of the differences from it, in degrees. */
function circular(degrees: readonly number[]): { mean: number; deviation: number } {
  const rad = Math.PI / 180;
  const east = degrees.reduce((sum, deg) => sum + Math.sin(deg * rad), 0);
  const north = degrees.reduce((sum, deg) => sum + Math.cos(deg * rad), 0);
  const mean = (Math.atan2(east, north) / rad + 360) % 360;
  const squares = degrees.reduce((sum, deg) => sum + (((deg - mean + 540) % 360) - 180) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / degrees.length) };
}
