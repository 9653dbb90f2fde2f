/** A polar as the files that other programs read (docs/formats.md). */
import type { Polar, PolarBand } from "../core.ts";
import type { PolarFileFormat, TargetPolar } from "./polar-file.ts";
import { targetsOf } from "./target.ts";

/** The formats with the extension of their files. */
export const POLAR_FORMATS = {
  expedition: { label: "Expedition", extension: "txt" },
  orc: { label: "ORC", extension: "json" },
  opencpn: { label: "OpenCPN", extension: "pol" },
  qtvlm: { label: "qtVlm", extension: "csv" },
  csv: { label: "CSV", extension: "csv" },
} as const satisfies Record<PolarFileFormat, { label: string; extension: string }>;

/** Angles of ORC's certificates. */
const ORC_ANGLES = [52, 60, 75, 90, 110, 120, 135, 150];

/** Trailing zeros say nothing. */
const number = (value: number, decimals: number) => String(Number(value.toFixed(decimals)));

/** kn: a curve stands for the wind in the middle of its band, of an open band for its edge. */
const windOf = ({ from_kn, to_kn }: PolarBand): number =>
  to_kn === null ? (from_kn ?? 0) : from_kn === null ? to_kn : (from_kn + to_kn) / 2;

/** The best quarter of the speed that was measured; null without wind speeds. */
export function measuredPolar({ basis, bands }: Pick<Polar, "basis" | "bands">): TargetPolar | null {
  if (basis !== "wind_speed" || bands.length === 0) return null;
  const winds = bands.map((band) => {
    const { twa_deg, q75_kn } = band.curve;
    const points = twa_deg.flatMap((angle, i) => (q75_kn[i] == null ? [] : [[angle, q75_kn[i]] as const]));
    return { tws_kn: windOf(band), twa_deg: points.map(([angle]) => angle), speed_kn: points.map(([, kn]) => kn) };
  });
  return { winds: winds.filter(({ twa_deg }) => twa_deg.length > 0).sort((a, b) => a.tws_kn - b.tws_kn) };
}

/**
 * The measured polar as OpenCPN, qtVlm and Expedition read it: `twa/tws;6;10`, then a row an angle, with semicolons between
 * and points in numbers. What was hardly sailed is empty, angles at which nothing was sailed have no row. Null without wind
 * speeds.
 */
export function routingTable(polar: Pick<Polar, "basis" | "bands">): string | null {
  const measured = measuredPolar(polar);
  return measured && table(measured, "twa/tws", ";", "");
}

/** `name` is that of the boat. */
export function writePolar(polar: TargetPolar, format: PolarFileFormat, name: string): string {
  if (format === "expedition") return expedition(polar, name);
  if (format === "orc") return orc(polar, name);
  if (format === "csv") return table(polar, "twa/tws", ",", "");
  // qtVlm takes an empty cell for 0, and wants it said.
  return format === "qtvlm" ? table(polar, "TWA\\TWS", ";", "0.0") : table(polar, "TWA\\TWS", "\t", "");
}

/** A row an angle; between the angles of a wind its speed is interpolated, beyond them it is `nothing`. */
function table(polar: TargetPolar, corner: string, separator: string, nothing: string): string {
  const { winds } = polar;
  const angles = [...new Set(winds.flatMap(({ twa_deg }) => twa_deg))].sort((a, b) => a - b);
  const { speed } = targetsOf(polar);
  const rows = angles.map((angle) => [
    number(angle, 1),
    ...winds.map(({ tws_kn }) => {
      const kn = speed(tws_kn, angle);
      return kn === null ? nothing : number(kn, 2);
    }),
  ]);
  const head = [corner, ...winds.map(({ tws_kn }) => number(tws_kn, 1))];
  return [head, ...rows].map((cells) => `${cells.join(separator)}\n`).join("");
}

function expedition({ winds }: TargetPolar, name: string): string {
  const rows = winds.map(({ tws_kn, twa_deg, speed_kn }) =>
    [number(tws_kn, 1), ...twa_deg.flatMap((angle, i) => [number(angle, 1), number(speed_kn[i]!, 2)])].join("\t"),
  );
  return [`!Expedition polar, ${name}`, ...rows].map((row) => `${row}\n`).join("");
}

/** Allowances, s a nautical mile; null where the polar has no speed. */
function orc(polar: TargetPolar, name: string): string {
  const { speed, best } = targetsOf(polar);
  const winds = polar.winds.map(({ tws_kn }) => tws_kn);
  const seconds = (kn: number | null | undefined) => (kn ? Number((3600 / kn).toFixed(1)) : null);
  const angle = (deg: number | undefined) => (deg === undefined ? null : Number(deg.toFixed(1)));
  const [up, down] = (["up", "down"] as const).map((side) => winds.map((tws_kn) => best(tws_kn, side)));
  const reaches = ORC_ANGLES.map((deg) => [`R${deg}`, winds.map((tws_kn) => seconds(speed(tws_kn, deg)))]);
  const Allowances = {
    WindSpeeds: winds,
    WindAngles: ORC_ANGLES,
    ...Object.fromEntries(reaches),
    Beat: up!.map((one) => seconds(one?.vmg_kn)),
    Run: down!.map((one) => seconds(one?.vmg_kn)),
    BeatAngle: up!.map((one) => angle(one?.twa_deg)),
    GybeAngle: down!.map((one) => angle(one?.twa_deg)),
  };
  return `${JSON.stringify({ rms: [{ YachtName: name, Allowances }] }, null, 1)}\n`;
}
