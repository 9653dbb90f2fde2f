import type { BoatLeg, HandicapBoat, Passing, RaceBoat, RaceReport } from "@leebow/core";
import type { RaceResult } from "./race.ts";

type Cell = string | number | null | undefined;

/** A boat on a leg, with her passing of its end. */
interface Row {
  race: number;
  report: RaceReport;
  boat: RaceBoat;
  corrected: HandicapBoat | undefined;
  leg: number;
  sailed: BoatLeg | null | undefined;
  passing: Passing | null | undefined;
}

const COLUMNS: Record<string, (row: Row) => Cell> = {
  race: ({ race }) => race,
  race_start: ({ report }) => report.start_time,
  boat: ({ boat }) => boat.track,
  state: ({ boat }) => boat.state,
  place: ({ boat }) => boat.place,
  elapsed_s: ({ boat }) => rounded(boat.elapsed_s),
  leg: ({ leg }) => leg + 1,
  leg_kind: ({ report, leg }) => report.legs[leg]?.kind,
  leg_length_m: ({ report, leg }) => rounded(report.legs[leg]?.length_m, 0),
  time_s: ({ sailed }) => rounded(sailed?.time_s),
  sailed_m: ({ sailed }) => rounded(sailed?.sailed_m, 0),
  sailed_over_shortest_pct: ({ sailed }) => rounded(sailed?.sailed_over_shortest_pct),
  vmg_kn: ({ sailed }) => rounded(sailed?.vmg_kn, 2),
  sog_kn: ({ sailed }) => rounded(sailed?.sog_kn, 2),
  tacks: ({ sailed }) => sailed?.tacks,
  gybes: ({ sailed }) => sailed?.gybes,
  places_gained: ({ sailed }) => sailed?.places_gained,
  gain_s: ({ sailed }) => rounded(sailed?.gain_s),
  gain_sd_s: ({ sailed }) => rounded(sailed?.gain_sd_s),
  mark_time: ({ passing }) => passing?.time,
  mark_place: ({ passing }) => passing?.place,
  mark_place_sure: ({ passing }) => passing && (passing.place_sure ? "yes" : "no"),
  mark_behind_s: ({ passing }) => rounded(passing?.behind_s),
  mark_sd_s: ({ passing }) => rounded(passing?.sd_s),
  rating: ({ corrected }) => corrected?.rating,
  score: ({ corrected }) => corrected?.score,
  corrected_s: ({ corrected }) => rounded(corrected?.corrected_s),
  corrected_place: ({ corrected }) => corrected?.place,
};

/** One row per boat and leg; unknown values are empty. */
export function raceCsv({ day }: RaceResult): string {
  const rows = day.races.flatMap((report, i) =>
    report.boats.flatMap((boat) =>
      report.legs.map(({ to }, leg): Row => {
        const passing = boat.passings.find((passing) => passing?.waypoint === to);
        const corrected = report.handicap?.boats.find(({ track }) => track === boat.track);
        return { race: i + 1, report, boat, corrected, leg, sailed: boat.legs[leg], passing };
      }),
    ),
  );
  const lines = rows.map((row) => Object.values(COLUMNS).map((value) => cell(value(row))));
  return [Object.keys(COLUMNS), ...lines].map((cells) => `${cells.join(",")}\r\n`).join("");
}

function rounded(value: number | null | undefined, decimals = 1): number | null {
  return value === null || value === undefined ? null : Number(value.toFixed(decimals)) + 0;
}

/** Quoted where needed; a text that a spreadsheet would take for a formula begins with an apostrophe. */
function cell(value: Cell): string {
  if (typeof value !== "string") return String(value ?? "");
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
