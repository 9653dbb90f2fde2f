/** ORC's certificates: JSON of data.orc.org with times a mile, that of orc-data with speeds, and their table of targets. */
import { type Cell, checkSize, PolarFileError } from "./polar-cells.ts";
import type { Found } from "./polar-file.ts";
import { numberOf, type Rows } from "./polar-tables.ts";

/** s of an hour: allowances are seconds a nautical mile. */
const HOUR_S = 3600;

/** Speed made good to speed: the boat sails at an angle to the wind. */
const speedOf = (vmg_kn: number, twa_deg: number) => vmg_kn / Math.abs(Math.cos((twa_deg * Math.PI) / 180));

/** Errors: {@link PolarFileError} for certificates of several boats. Null for JSON of another kind. */
export function readOrcJson(text: string): Found | null {
  const json = parsed(text);
  const list = isObject(json) && Array.isArray(json.rms) ? json.rms : Array.isArray(json) ? json : [json];
  const boats = list.filter((boat) => isObject(boat) && (isObject(boat.Allowances) || isObject(boat.vpp)));
  if (boats.length === 0) return null;
  if (boats.length > 1) {
    const names = boats.slice(0, 3).map(({ YachtName, name, SailNo }) => String(YachtName ?? name ?? SailNo ?? "?"));
    const more = boats.length > 3 ? " …" : "";
    throw new PolarFileError(
      `The file has the certificates of ${boats.length} boats, ${names.join(", ")}${more}: one of a single boat is needed.`,
    );
  }
  const [boat] = boats;
  const cells = isObject(boat.Allowances) ? fromAllowances(boat.Allowances) : fromVpp(boat.vpp);
  return { format: "orc", cells, notes: [] };
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of others, every value of which is tested
type Json = any;

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const numbers = (value: Json): number[] =>
  Array.isArray(value) ? value.map((one) => (one === null || one === "" ? Number.NaN : Number(one))) : [];

function parsed(text: string): Json {
  try {
    return JSON.parse(text.trim());
  } catch {
    return null;
  }
}

function fromAllowances(all: Record<string, Json>): Cell[] {
  const speeds = (key: string) => numbers(all[key]).map((seconds) => HOUR_S / seconds);
  return cellsOf({
    winds: numbers(all.WindSpeeds),
    angles: numbers(all.WindAngles).map((angle): [number, number[]] => [angle, speeds(`R${angle}`)]),
    made: [
      [numbers(all.BeatAngle), speeds("Beat")],
      [numbers(all.GybeAngle), speeds("Run")],
    ],
  });
}

function fromVpp(vpp: Record<string, Json>): Cell[] {
  return cellsOf({
    winds: numbers(vpp.speeds),
    angles: numbers(vpp.angles).map((angle): [number, number[]] => [angle, numbers(vpp[angle])]),
    made: [
      [numbers(vpp.beat_angle), numbers(vpp.beat_vmg)],
      [numbers(vpp.run_angle), numbers(vpp.run_vmg)],
    ],
  });
}

/** Speeds at angles, and speeds made good at the angles of best speed made good; each an array over the winds. */
interface Targets {
  winds: number[];
  angles: [number, number[]][];
  made: [angles: number[], vmg: number[]][];
}

function cellsOf({ winds, angles, made }: Targets): Cell[] {
  checkSize(winds.length * angles.length);
  const known = angles.map(([angle]) => angle);
  return winds.flatMap((tws_kn, i) => [
    ...angles.map(([twa_deg, kn]): Cell => ({ tws_kn, twa_deg, speed_kn: kn[i] ?? null })),
    ...made.flatMap(([at, vmg]): Cell[] => {
      const [twa_deg, kn] = [at[i], vmg[i]];
      if (!twa_deg || !kn || known.includes(twa_deg)) return [];
      return [{ tws_kn, twa_deg, speed_kn: speedOf(kn, twa_deg) }];
    }),
  ]);
}

/** The table of a certificate: a row `Beat Angles`, `Beat VMG`, an angle, `Run VMG` or `Gybe Angles`; winds in the first. */
export function orcTable({ lines }: Rows): Found | null {
  const row = (name: RegExp) => {
    const line = lines.find(({ cells }) => name.test(cells[0] ?? ""));
    return line?.cells.slice(1).map((cell) => numberOf(cell) ?? Number.NaN) ?? [];
  };
  if (!lines.some(({ cells }) => /^beat\s*angles?$/i.test(cells[0] ?? ""))) return null;
  const winds = lines[0]!.cells.slice(1).map((cell) => numberOf(cell) ?? Number.NaN);
  const angles = lines.slice(1).flatMap(({ cells }): [number, number[]][] => {
    const angle = numberOf(cells[0]);
    return angle === null || Number.isNaN(angle) ? [] : [[angle, cells.slice(1).map((cell) => numberOf(cell) ?? 0)]];
  });
  const made: Targets["made"] = [
    [row(/^beat\s*angles?$/i), row(/^beat\s*vmg$/i)],
    [row(/^(gybe|run)\s*angles?$/i), row(/^run\s*vmg$/i)],
  ];
  return { format: "orc", cells: cellsOf({ winds, angles, made }), notes: [] };
}
