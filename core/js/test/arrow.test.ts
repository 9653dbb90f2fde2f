import { columnFromArray, TimeUnit, tableFromColumns, tableFromIPC, tableToIPC } from "@uwdata/flechette";
import { expect, test } from "vitest";
import { arrowOf, arrowOfPositions, arrowPieces, columnsOfArrow, trackOfArrow } from "../src/arrow.ts";
import type { Analysis } from "../src/index.ts";
import { buffersOf } from "../src/transfer.ts";

const analysis = (): Analysis => ({
  report: { sha256: "ab12" } as Analysis["report"],
  columns: {
    n: 3,
    time_ms: Float64Array.of(1_760_000_000_000, 1_760_000_000_500, 1_760_000_001_000),
    lat_deg: Float64Array.of(43.1, 43.10001, 43.10002),
    lon_deg: Float64Array.of(-70.2, -70.2, -70.2),
    channels: { sog: Float32Array.of(4.1, NaN, 4.3), heel: Float32Array.of(-12, -13.5, 0) },
  },
  fix_flags: Uint8Array.of(0, 6, 32),
  segments: {
    kind: Uint8Array.of(0, 1),
    start: Uint32Array.of(0, 1),
    end: Uint32Array.of(1, 3),
    metrics: { loss_og_m: Float32Array.of(NaN, 8.123), quality: Float32Array.of(1, 0.71) },
  },
});

test("a stored track is restored to the bit, with missing values", () => {
  const { columns, fix_flags, segments } = analysis();
  const stored = trackOfArrow(arrowOf("0.1.0", analysis()));
  expect(stored).toEqual({ columns, fix_flags, segments, engine: "0.1.0", sha256: "ab12" });
});

test("other programs read times as instants in UTC, what is unknown as null, and the units of the columns", () => {
  const table = tableFromIPC(arrowOf("0.1.0", analysis()), { useDate: true });
  const fields = table.schema.fields.map(({ name }) => name);
  expect(fields).toEqual(["time", "lat_deg", "lon_deg", "sog", "heel", "fix_flags"]);
  expect(table.getChild("time").type).toMatchObject({ unit: TimeUnit.MICROSECOND, timezone: "UTC" });
  expect(table.getChild("time").toArray()).toEqual([...analysis().columns.time_ms].map((time_ms) => new Date(time_ms)));
  expect(table.getChild("sog").toArray()).toEqual([Math.fround(4.1), null, Math.fround(4.3)]);
  expect(JSON.parse(table.schema.metadata!.get("leebow:units")!)).toEqual({
    lat_deg: "deg",
    lon_deg: "deg",
    sog: "m/s",
    heel: "deg",
  });
  expect(table.schema.metadata!.get("leebow:input_sha256")).toBe("ab12");
});

test("times before 1970 and to the microsecond are restored, and times beyond are rounded to it", () => {
  const time_ms = Float64Array.of(-1.5, 0, 1_760_000_000_000.125, 1_760_000_000_000.999, 4_102_444_800_000.25);
  const n = time_ms.length;
  const place = new Float64Array(n);
  const read = columnsOfArrow(arrowOfPositions("0.1.0", { time_ms, lat_deg: place, lon_deg: place }));
  expect([...read.time_ms]).toEqual([...time_ms]);
  const finer = Float64Array.of(1_760_000_000_000.0002, 1);
  const rounded = { time_ms: finer, lat_deg: place.subarray(0, 2), lon_deg: place.subarray(0, 2) };
  expect([...columnsOfArrow(arrowOfPositions("0.1.0", rounded)).time_ms]).toEqual([1_760_000_000_000, 1]);
});

test("a track that an earlier version has stored, with times as numbers, is read as before", () => {
  const { columns, fix_flags } = analysis();
  const { channels, n: _, ...place } = columns;
  const table = tableFromColumns(
    Object.entries({ ...place, ...channels, fix_flags }).map(([id, values]) => [id, columnFromArray(values)]),
  );
  const metadata = new Map([
    ["leebow:engine", "0.2.0"],
    ["leebow:sha256", "ab12"],
    ["leebow:segments", JSON.stringify({ kind: [], start: [], end: [], metrics: {} })],
  ]);
  Object.assign(table.schema, { metadata });
  const stored = trackOfArrow(tableToIPC(table, { format: "stream" })!);
  expect(stored).toMatchObject({ columns, fix_flags, engine: "0.2.0", sha256: "ab12" });
});

test("positions alone are read as a track without channels, and are smaller", () => {
  const { columns } = analysis();
  const { channels, n, ...positions } = columns;
  const bytes = arrowOfPositions("0.1.0", positions);
  expect(columnsOfArrow(bytes)).toEqual({ n, ...positions, channels: {} });
  expect(bytes.length).toBeLessThan(arrowOf("0.1.0", analysis()).length);
});

test("positions of no fix are a track of none", () => {
  const none = new Float64Array();
  const bytes = arrowOfPositions("0.1.0", { time_ms: none, lat_deg: none, lon_deg: none });
  expect(columnsOfArrow(bytes)).toMatchObject({ n: 0, channels: {} });
});

test("an Arrow stream of another program is an error", () => {
  expect(() => trackOfArrow(new Uint8Array([1, 2, 3, 4]))).toThrow();
});

test("an analysis is transferred to another thread without a copy", () => {
  const given = analysis();
  const moved = structuredClone(given, { transfer: buffersOf(given) });
  expect(given.columns.time_ms.byteLength).toBe(0);
  expect(moved).toEqual(analysis());
});

test("columns of a stored track, which share one buffer, can be transferred", () => {
  const stored = trackOfArrow(arrowOf("0.1.0", analysis()));
  const moved = structuredClone(stored, { transfer: buffersOf(stored) });
  expect(moved.columns).toEqual(analysis().columns);
});

test("a stored track is the same stream in pieces, whose columns are those of the analysis, not copies", () => {
  const source = analysis();
  const pieces = arrowPieces("0.1.0", source);
  expect(Buffer.concat(pieces).equals(arrowOf("0.1.0", source))).toBe(true);
  const columns = [source.columns.lat_deg, source.columns.lon_deg, ...Object.values(source.columns.channels)];
  for (const { buffer } of columns) expect(pieces.some((piece) => piece.buffer === buffer)).toBe(true);
});
