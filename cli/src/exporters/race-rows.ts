import type { BoatLeg, HandicapBoat, LegOfTarget, Passing, RaceBoat, RaceReport } from "@leebow/core";
import { type Column, csvOf, parquetTable } from "@leebow/core/tables";
import type { RaceResult } from "./race.ts";

/** A boat on a leg, with her passing of its end. */
interface Row {
  race: number;
  report: RaceReport;
  boat: RaceBoat;
  corrected: HandicapBoat | undefined;
  leg: number;
  sailed: BoatLeg | null | undefined;
  passing: Passing | null | undefined;
  of_target: LegOfTarget | null | undefined;
}

const COLUMNS: Column<Row>[] = [
  { name: "race", type: "INT32", value: ({ race }) => race },
  { name: "race_start", type: "TIMESTAMP", value: ({ report }) => report.start_time },
  { name: "boat", type: "STRING", value: ({ boat }) => boat.track },
  { name: "state", type: "STRING", value: ({ boat }) => boat.state },
  { name: "place", type: "INT32", value: ({ boat }) => boat.place },
  { name: "elapsed_s", type: "DOUBLE", decimals: 1, value: ({ boat }) => boat.elapsed_s },
  { name: "leg", type: "INT32", value: ({ leg }) => leg + 1 },
  { name: "leg_kind", type: "STRING", value: ({ report, leg }) => report.legs[leg]?.kind },
  { name: "leg_length_m", type: "DOUBLE", decimals: 0, value: ({ report, leg }) => report.legs[leg]?.length_m },
  { name: "time_s", type: "DOUBLE", decimals: 1, value: ({ sailed }) => sailed?.time_s },
  { name: "sailed_m", type: "DOUBLE", decimals: 0, value: ({ sailed }) => sailed?.sailed_m },
  {
    name: "sailed_over_shortest_pct",
    type: "DOUBLE",
    decimals: 1,
    value: ({ sailed }) => sailed?.sailed_over_shortest_pct,
  },
  { name: "vmg_kn", type: "DOUBLE", decimals: 2, value: ({ sailed }) => sailed?.vmg_kn },
  { name: "sog_kn", type: "DOUBLE", decimals: 2, value: ({ sailed }) => sailed?.sog_kn },
  { name: "tacks", type: "INT32", value: ({ sailed }) => sailed?.tacks },
  { name: "gybes", type: "INT32", value: ({ sailed }) => sailed?.gybes },
  { name: "places_gained", type: "INT32", value: ({ leg, sailed }) => (leg === 0 ? null : sailed?.places_gained) },
  { name: "gain_s", type: "DOUBLE", decimals: 1, value: ({ sailed }) => sailed?.gain_s },
  { name: "gain_sd_s", type: "DOUBLE", decimals: 1, value: ({ sailed }) => sailed?.gain_sd_s },
  { name: "mark_time", type: "TIMESTAMP", value: ({ passing }) => passing?.time },
  { name: "mark_place", type: "INT32", value: ({ passing }) => passing?.place },
  { name: "mark_place_sure", type: "BOOLEAN", value: ({ passing }) => passing?.place_sure },
  { name: "mark_behind_s", type: "DOUBLE", decimals: 1, value: ({ passing }) => passing?.behind_s },
  { name: "mark_sd_s", type: "DOUBLE", decimals: 1, value: ({ passing }) => passing?.sd_s },
  { name: "rating", type: "DOUBLE", value: ({ corrected }) => corrected?.rating },
  { name: "score", type: "STRING", value: ({ corrected }) => corrected?.score },
  { name: "corrected_s", type: "DOUBLE", decimals: 1, value: ({ corrected }) => corrected?.corrected_s },
  { name: "corrected_place", type: "INT32", value: ({ corrected }) => corrected?.place },
];

/** With a polar file: straight sailing on the leg against it. */
const TARGET_COLUMNS: Column<Row>[] = [
  { name: "target_pct", type: "DOUBLE", decimals: 1, value: ({ of_target }) => of_target?.percent },
  {
    name: "target_half_width_pct",
    type: "DOUBLE",
    decimals: 1,
    value: ({ of_target }) => of_target?.half_width_percent,
  },
  { name: "target_time_s", type: "DOUBLE", decimals: 0, value: ({ of_target }) => of_target?.time_s },
  { name: "target_port_pct", type: "DOUBLE", decimals: 1, value: ({ of_target }) => of_target?.port_percent },
  { name: "target_starboard_pct", type: "DOUBLE", decimals: 1, value: ({ of_target }) => of_target?.starboard_percent },
];

const columnsOf = ({ target }: RaceResult) => (target ? [...COLUMNS, ...TARGET_COLUMNS] : COLUMNS);

/** One row per boat and leg; unknown values are empty. */
export function raceCsv(result: RaceResult): string {
  return csvOf(columnsOf(result), rowsOf(result));
}

/** The table of the CSV. The footer names the engine, and the recordings by their hash. */
export function raceParquet(result: RaceResult): Uint8Array {
  const files = result.files.map(({ name, sha256 }) => ({ name, sha256 }));
  return parquetTable(columnsOf(result), rowsOf(result), {
    "leebow:engine": result.engine,
    "leebow:files": JSON.stringify(files),
    "leebow:parameters": JSON.stringify(result.parameters),
  });
}

function rowsOf({ day, target }: RaceResult): Row[] {
  return day.races.flatMap((report, i) =>
    report.boats.flatMap((boat) =>
      report.legs.map(({ to }, leg): Row => {
        const passing = boat.passings.find((passing) => passing?.waypoint === to);
        const corrected = report.handicap?.boats.find(({ track }) => track === boat.track);
        const compared = target?.races[i]?.boats.find(({ track }) => track === boat.track);
        const of_target = compared?.legs[leg];
        return { race: i + 1, report, boat, corrected, leg, sailed: boat.legs[leg], passing, of_target };
      }),
    ),
  );
}
