/** A polar as the table of wind angles and wind speeds that programs for routing and targets read. */
import type { Polar, PolarBand } from "./index.ts";

/** kn: a curve stands for the wind in the middle of its band, of an open band for its edge. */
const windOf = ({ from_kn, to_kn }: PolarBand): number =>
  to_kn === null ? (from_kn ?? 0) : from_kn === null ? to_kn : (from_kn + to_kn) / 2;

/** Trailing zeros say nothing. */
const number = (value: number, decimals: number) => String(Number(value.toFixed(decimals)));

/**
 * The best quarter of the speed, kn, by true wind angle (rows) and true wind speed (columns), as OpenCPN, qtVlm and
 * Expedition read it: `twa/tws;6;10`, then a row an angle, with semicolons between and points in numbers. What was hardly
 * sailed is empty, angles at which nothing was sailed have no row. Null without wind speeds.
 */
export function routingTable({ basis, bands }: Pick<Polar, "basis" | "bands">): string | null {
  if (basis !== "wind_speed" || bands.length === 0) return null;
  const columns = [...bands].sort((a, b) => windOf(a) - windOf(b));
  const angles = columns[0]!.curve.twa_deg;
  const rows = angles.flatMap((angle, at) => {
    const speeds = columns.map(({ curve }) => curve.q75_kn[at] ?? null);
    if (speeds.every((speed) => speed === null)) return [];
    return [[number(angle, 0), ...speeds.map((speed) => (speed === null ? "" : number(speed, 2)))]];
  });
  const head = ["twa/tws", ...columns.map((band) => number(windOf(band), 1))];
  return [head, ...rows].map((cells) => `${cells.join(";")}\n`).join("");
}
