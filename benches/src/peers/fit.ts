import { Decoder, Stream } from "@garmin/fitsdk";
import FitParser from "fit-file-parser";
import { type Point, sumsOf } from "../sums.ts";
import type { Peer } from "./index.ts";

const DEGREES = 180 / 2 ** 31;

type Mesg = { timestamp?: Date; time128?: number; positionLat?: number; positionLong?: number; enhancedSpeed?: number };

export const fitsdk: Peer = {
  name: "@garmin/fitsdk read()",
  read: (bytes) => new Decoder(Stream.fromArrayBuffer(bytes.buffer as ArrayBuffer)).read(),
  sums: (result) => sumsOf(fitsdkPoints((result as { messages: { recordMesgs: Mesg[] } }).messages.recordMesgs)),
};

function* fitsdkPoints(records: Mesg[]): Generator<Point> {
  for (const { timestamp, time128, positionLat, positionLong, enhancedSpeed } of records) {
    if (positionLat === undefined || positionLong === undefined) continue;
    // The fraction of the second is a separate field.
    const time_ms = timestamp && timestamp.getTime() + (time128 ?? 0) * 1000;
    yield { time_ms, lat_deg: positionLat * DEGREES, lon_deg: positionLong * DEGREES, speed_mps: enhancedSpeed };
  }
}

type ParserRecord = {
  timestamp: Date | string;
  time128?: number;
  position_lat?: number;
  position_long?: number;
  enhanced_speed?: number;
};

export const fitFileParser: Peer = {
  name: "fit-file-parser",
  read: (bytes) =>
    new FitParser({ force: true, speedUnit: "m/s", mode: "list" }).parseAsync(bytes.buffer as ArrayBuffer),
  sums: (result) =>
    sumsOf(
      (result as { records: ParserRecord[] }).records
        .filter((record) => record.position_lat !== undefined)
        .map((record) => ({
          time_ms: new Date(record.timestamp).getTime() + (record.time128 ?? 0) * 1000,
          lat_deg: record.position_lat!,
          lon_deg: record.position_long!,
          speed_mps: record.enhanced_speed,
        })),
    ),
};
