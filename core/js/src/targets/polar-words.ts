/** Polar files as sentences for users. */
import type { PolarFile, TargetPolar } from "./polar-file.ts";
import { POLAR_FORMATS } from "./write-polar.ts";

const kn = (value: number) => String(Number(value.toFixed(1)));
const deg = (value: number) => `${Math.round(value)}°`;

/** "x35.pol, read as Expedition: 8 winds of 6 to 25 kn, 14 angles of 32° to 172°." */
export function polarFileWords(name: string, { format, polar }: Pick<PolarFile, "format" | "polar">): string {
  const label = format === "csv" ? "a table" : POLAR_FORMATS[format].label;
  return `${name}, read as ${label}: ${sizeWords(polar)}.`;
}

function sizeWords({ winds }: TargetPolar): string {
  const angles = [...new Set(winds.flatMap(({ twa_deg }) => twa_deg))];
  const range = `${deg(Math.min(...angles))} to ${deg(Math.max(...angles))}`;
  return `${winds.length} winds of ${kn(winds[0]!.tws_kn)} to ${kn(winds.at(-1)!.tws_kn)} kn, ${angles.length} angles of ${range}`;
}

/** What of the file is not used. */
export function polarFileDamage({ misfits, notes }: Pick<PolarFile, "misfits" | "notes">): string[] {
  const sentences = misfits.map(({ speed_kn, twa_deg, tws_kn, used_kn }) => {
    const what = `${kn(speed_kn)} kn at ${deg(twa_deg)} in ${kn(tws_kn)} kn does not fit its neighbours.`;
    return `${what} Left out${used_kn === null ? "" : `; what lies between is used: ${kn(used_kn)} kn`}.`;
  });
  return [...sentences, ...notes];
}
