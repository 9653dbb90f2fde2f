/** Files read and not analysed, in both engines; and a long file that arrives in pieces. */
import { readdirSync, readFileSync } from "node:fs";
import { fixturePath } from "@leebow/fixtures";
import { expect, test } from "vitest";
import { loadCore as loadNative, readRaw as readNative, type TrackColumns, writeSession } from "../src/node.ts";
import { EngineError, loadCore as loadWasm, readRaw as readWasm } from "../src/web.ts";

const recordings = readdirSync(fixturePath(".")).filter((name) => /\.(fit|gpx|csv|nmea)$/.test(name));

/** Columns as bytes, so that missing values compare too. */
function bytesOf({ n, time_ms, lat_deg, lon_deg, channels }: TrackColumns) {
  const bytes = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
    Buffer.from(buffer, byteOffset, byteLength).toString("base64");
  return {
    n,
    fix: [time_ms, lat_deg, lon_deg].map(bytes),
    channels: Object.entries(channels).map(([id, values]) => [id, bytes(values)]),
  };
}

test.each(recordings)("%s reads the same in the browser's engine and in Node's", async (name) => {
  const file = { name, bytes: new Uint8Array(readFileSync(fixturePath(name))) };
  expect(bytesOf(await readWasm(file))).toEqual(bytesOf((await readNative(file)).columns));
});

test("a file that is not a recording fails without an analysis, too", async () => {
  const error = await readWasm({ name: "notes.txt", bytes: new TextEncoder().encode("a fine day out") }).catch(
    (e: unknown) => e,
  );
  expect(error).toBeInstanceOf(EngineError);
  expect((error as EngineError).kind).toBe("unknown_format");
});

test("a long session that arrives in pieces gives the same result as in one piece", async () => {
  const bytes = writeSession({ minutes: 60, rate_hz: 10 }, "vakaros");
  expect(bytes.length).toBeGreaterThan(2_000_000);
  for (const core of [await loadNative(), await loadWasm()]) {
    const single = await core.analyze({ name: "long.csv", bytes });
    for (const expected of [undefined, bytes.length]) {
      const reader = core.open("long.csv", {}, expected);
      for (let at = 0; at < bytes.length; at += 300_000) reader.push(bytes.subarray(at, at + 300_000));
      const pieces = await reader.finish();
      expect(pieces.report).toEqual(single.report);
      expect(bytesOf(pieces.columns)).toEqual(bytesOf(single.columns));
    }
  }
}, 60_000);
