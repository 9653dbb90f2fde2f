/** The boats of races behind the leader as an Arrow IPC stream: one row a second and boat. */
import { float32, int32, tableFromIPC, tableToIPC, uint8, uint16 } from "@uwdata/flechette";
import { numberColumn, tableOf, timeColumn, timesIn, valuesIn } from "./arrow-columns.ts";
import type { RaceColumns } from "./core.ts";

const FLOATS = ["behind_s", "behind_m", "behind_sd_s", "behind_sd_m", "progress_m"] as const;

/** A leg outside the race, which is null in the stream. */
const NO_LEG = 255;

/**
 * The columns of {@link RaceAnalysis} whose tracks are named by numbers: `race` (index, uint16), `track_id` (int32), `time`,
 * the floats and `leg` (index, uint8), sorted by race, boat and time; null is unknown, or outside the race.
 */
export function arrowOfRaces(races: readonly (readonly RaceColumns[])[]): Uint8Array {
  const boats = races.flatMap((boats, race) => boats.map((boat) => ({ ...boat, race })));
  const n = boats.reduce((sum, { time_ms }) => sum + time_ms.length, 0);
  const race = new Uint16Array(n);
  const track_id = new Int32Array(n);
  const time_ms = new Float64Array(n);
  const floats = FLOATS.map((id) => ({ id, values: new Float32Array(n) }));
  const leg = new Uint8Array(n);
  let row = 0;
  for (const boat of boats) {
    const end = row + boat.time_ms.length;
    race.fill(boat.race, row, end);
    track_id.fill(Number(boat.track), row, end);
    time_ms.set(boat.time_ms, row);
    for (const { id, values } of floats) values.set(boat[id], row);
    leg.set(boat.leg, row);
    row = end;
  }
  const table = tableOf(
    [
      ["race", numberColumn(race, uint16())],
      ["track_id", numberColumn(track_id, int32())],
      ["time", timeColumn(time_ms)],
      ...floats.map(({ id, values }) => [id, numberColumn(values, float32())] as const),
      ["leg", numberColumn(leg, uint8(), (index) => index === NO_LEG)],
    ],
    {},
  );
  return tableToIPC(table, { format: "stream" })!;
}

/** Reads a stream of {@link arrowOfRaces}; the columns but times are views into it. Throws on other input. */
export function racesOfArrow(bytes: Uint8Array): RaceColumns[][] {
  const table = tableFromIPC(bytes);
  const column = <T>(id: string) => {
    const found = id === "time" ? timesIn(table) : valuesIn(table, id);
    if (!found) throw new TypeError(`This Arrow stream has no races: it has no ${id}.`);
    return found as T;
  };
  const [race, track_id] = [column<Uint16Array>("race"), column<Int32Array>("track_id")];
  const time_ms = column<Float64Array>("time");
  const floats = FLOATS.map((id) => [id, column<Float32Array>(id)] as const);
  const leg = column<Uint8Array>("leg");
  const races: RaceColumns[][] = [];
  for (let start = 0, end = 0; start < table.numRows; start = end) {
    while (end < table.numRows && race[end] === race[start] && track_id[end] === track_id[start]) end++;
    const cut = Object.fromEntries(floats.map(([id, values]) => [id, values.subarray(start, end)]));
    const index = race[start]!;
    // A race without rows has no boats.
    while (races.length <= index) races.push([]);
    races[index]!.push({
      track: String(track_id[start]),
      time_ms: time_ms.subarray(start, end),
      ...(cut as Pick<RaceColumns, (typeof FLOATS)[number]>),
      leg: leg.subarray(start, end),
    });
  }
  return races;
}
