/** Reads the columns of a race's tracks beside the page. */

import type { TrackColumns } from "@leebow/core";
import { columnsOfArrow } from "@leebow/core/arrow";
import { expose, transfer } from "comlink";
import { againstWind } from "./race-wind";
import type { WindTrack } from "./wind-now";

const worker = {
  /** The columns of an Arrow stream, against the wind of the race where there is one. */
  read(bytes: Uint8Array, wind: WindTrack | null): TrackColumns {
    const own = columnsOfArrow(bytes);
    const columns = wind ? againstWind(own, wind) : own;
    const arrays = [columns.time_ms, columns.lat_deg, columns.lon_deg, ...Object.values(columns.channels)];
    return transfer(columns, [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))]);
  },
};

export type RaceColumnsWorker = typeof worker;

expose(worker);
