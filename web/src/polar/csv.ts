/** A polar as CSV: all digits, unknown values empty, speeds in the units of the reader, which the head names. */
import type { Polar } from "@leebow/api/contract";
import { columnIn, csvCell } from "@leebow/core";
import { currentUnits } from "../stores/units";
import type { PolarBand, PolarPart, PolarTarget } from "./bands";

type Cell = string | number | boolean | null;
type Row = Record<(typeof COLUMNS)[number], Cell>;

/** A row is an angle of a band's curve, or its target upwind or downwind. */
const COLUMNS = [
  "boat_class",
  "band",
  "wind_from_kn",
  "wind_to_kn",
  "row",
  "twa_deg",
  "q25_kn",
  "median_kn",
  "q75_kn",
  "speed_kn",
  "vmg_kn",
  "vmg_low_kn",
  "vmg_high_kn",
  "time_s",
  "sessions",
  "is_target",
] as const;

export function csvOf({ boat_class, bands }: Polar): string {
  const columns = COLUMNS.map((id) => ({ id, ...columnIn(currentUnits(), id) }));
  const lines = bands.flatMap(rowsOf).map((row) => {
    const all: Partial<Row> = { boat_class, ...row };
    return columns.map(({ id, factor }) => cell(all[id] ?? null, factor)).join(",");
  });
  return [columns.map(({ name }) => name).join(","), ...lines, ""].join("\n");
}

function rowsOf(band: PolarBand): Partial<Row>[] {
  const of = { band: band.name, wind_from_kn: band.from_kn, wind_to_kn: band.to_kn };
  const { twa_deg, q25_kn, median_kn, q75_kn, time_s } = band.curve;
  return [
    ...twa_deg.map((angle, at) => ({
      ...of,
      row: "curve",
      twa_deg: angle,
      q25_kn: q25_kn[at] ?? null,
      median_kn: median_kn[at] ?? null,
      q75_kn: q75_kn[at] ?? null,
      time_s: time_s[at] ?? null,
    })),
    ...(["upwind", "downwind"] as const).flatMap((part) =>
      targetRow(part, band[part]).map((row) => ({ ...of, ...row })),
    ),
  ];
}

function targetRow(row: PolarPart, target: PolarTarget | null): Partial<Row>[] {
  if (!target) return [];
  const { twa_deg, q25_kn, median_kn, q75_kn, speed_kn, vmg_kn, vmg_interval_kn, time_s, sessions } = target;
  const [vmg_low_kn = null, vmg_high_kn = null] = vmg_interval_kn ?? [];
  const figures = { twa_deg, q25_kn, median_kn, q75_kn, speed_kn, vmg_kn, vmg_low_kn, vmg_high_kn, time_s, sessions };
  return [{ row, ...figures, is_target: target.is_published }];
}

const cell = (value: Cell, factor: number): string =>
  typeof value === "number" ? String(value * factor) : csvCell(String(value ?? ""));
