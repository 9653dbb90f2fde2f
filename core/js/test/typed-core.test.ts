/** The typed interface of a binding: arguments it passes, results it converts, errors. */
import { describe, expect, test, vi } from "vitest";
import { documentOf } from "../src/document.ts";
import { EngineError } from "../src/index.ts";
import type { RawAnalysis, RawBinding } from "../src/raw.ts";
import { buffersOf } from "../src/transfer.ts";
import { coreOf, toEngineError } from "../src/typed-core.ts";

const raw = (position: [number, number] = [54.4, 10.2]): RawAnalysis =>
  ({
    report: JSON.stringify({ name: "kiel.gpx", time_zone: null, notes: [] }),
    time_ms: Float64Array.of(1, 2),
    lat_deg: Float64Array.of(position[0], 54.5),
    lon_deg: Float64Array.of(position[1], 10.3),
    channel_ids: ["sog", "Foil height [cm]"],
    channels: [Float32Array.of(4, 5), Float32Array.of(NaN, 60)],
    fix_flags: Uint8Array.of(0, 8),
    segment_kind: Uint8Array.of(1),
    segment_start: Uint32Array.of(0),
    segment_end: Uint32Array.of(2),
    metric_ids: ["loss_og_m"],
    metrics: [Float32Array.of(8)],
  }) as unknown as RawAnalysis;

function binding(analysis: () => RawAnalysis | Promise<RawAnalysis> = raw) {
  const pushed: number[] = [];
  const called = vi.fn();
  class RawReader {
    constructor(...of: unknown[]) {
      called("open", ...of);
    }
    push(chunk: Uint8Array) {
      pushed.push(...chunk);
    }
    async finish(...wind: unknown[]) {
      called("finish", ...wind);
      return analysis();
    }
  }
  const core = coreOf({
    version: () => "9.8.7",
    channels: () => '[{"id":"sog"}]',
    boat_classes: () => '[{"name":"49er"}]',
    regress: () => '{"n":2,"slope":1,"intercept":0,"r2":1}',
    analyze: async (...of: unknown[]) => {
      called("analyze", ...of);
      return analysis();
    },
    RawReader,
  } as unknown as RawBinding);
  return { core, pushed, called };
}

const file = { name: "kiel.gpx", bytes: Uint8Array.of(60, 103) };

describe("an analysis", () => {
  test("has its channels and metrics by name", async () => {
    const { columns, segments, report } = await binding().core.analyze(file);
    expect(columns.n).toBe(2);
    expect(Object.keys(columns.channels)).toEqual(["sog", "Foil height [cm]"]);
    expect(columns.channels["Foil height [cm]"]).toEqual(Float32Array.of(NaN, 60));
    expect(segments.metrics).toEqual({ loss_og_m: Float32Array.of(8) });
    expect(report.name).toBe("kiel.gpx");
  });

  test.each([
    [54.4, 10.2, "Europe/Berlin"],
    [-33.86, 151.25, "Australia/Sydney"],
    [21.3, -157.85, "Pacific/Honolulu"],
  ])("has the time zone of its first position: %d, %d", async (lat, lon, zone) => {
    const { report } = await binding(() => raw([lat, lon])).core.analyze(file);
    expect(report.time_zone).toBe(zone);
  });

  test("without a position has no time zone", async () => {
    const { report } = await binding(() => raw([NaN, NaN])).core.analyze(file);
    expect(report.time_zone).toBeNull();
  });

  test("passes options and wind on, and an empty object without options", async () => {
    const { core, called } = binding();
    const wind = { name: "wind.nmea", bytes: Uint8Array.of(36) };
    await core.analyze(file, { boat_class: "49er" }, wind);
    await core.analyze(file);
    expect(called.mock.calls).toEqual([
      ["analyze", "kiel.gpx", file.bytes, '{"boat_class":"49er"}', "wind.nmea", wind.bytes],
      ["analyze", "kiel.gpx", file.bytes, "{}", undefined, undefined],
    ]);
  });
});

describe("a reader", () => {
  test("passes chunks in order and the wind at the end", async () => {
    const { core, pushed, called } = binding();
    const reader = core.open("kiel.gpx", { wind_hint_deg: 270 }, 3);
    reader.push(Uint8Array.of(1, 2));
    reader.push(Uint8Array.of(3));
    await reader.finish({ name: "wind.csv", bytes: Uint8Array.of(9) });
    expect(pushed).toEqual([1, 2, 3]);
    expect(called.mock.calls).toEqual([
      ["open", "kiel.gpx", '{"wind_hint_deg":270}', 3],
      ["finish", "wind.csv", Uint8Array.of(9)],
    ]);
  });

  test("cannot be used after a failure", async () => {
    const failing = binding(() => Promise.reject(new Error('{"kind":"no_times","message":"No times.","at":null}')));
    const reader = failing.core.open("kiel.gpx");
    await expect(reader.finish()).rejects.toMatchObject({ kind: "no_times" });
    await expect(reader.finish()).rejects.toMatchObject({ kind: "spent" });
  });
});

test("a recording passes options and the wind log's recording on, and is freed once", async () => {
  const called = vi.fn();
  const rawRecording = (name: string) => ({
    name,
    bytes: 9,
    analyze: async (...of: unknown[]) => {
      called("analyze", ...of);
      return raw();
    },
    why: async (...of: unknown[]) => {
      called("why", ...of);
      return '{"answer":"straight ahead"}';
    },
    free: () => called("free", name),
  });
  const core = coreOf({
    version: () => "9.8.7",
    channels: () => "[]",
    boat_classes: () => "[]",
    read: async (name: string) => rawRecording(name),
  } as unknown as RawBinding);
  const [recording, log] = await Promise.all([core.read(file), core.read({ ...file, name: "wind.nmea" })]);
  expect((await recording.analyze({ boat_class: "49er" }, log)).columns.n).toBe(2);
  await recording.analyze();
  expect(await recording.why(7, {}, log)).toEqual({ answer: "straight ahead" });
  recording.free();
  recording.free();
  await expect(log.analyze({}, recording)).rejects.toMatchObject({ kind: "freed" });
  const wind = expect.objectContaining({ name: "wind.nmea" });
  expect(called.mock.calls).toEqual([
    ["analyze", '{"boat_class":"49er"}', wind],
    ["analyze", "{}", undefined],
    ["why", "{}", 7, wind],
    ["free", "kiel.gpx"],
  ]);
});

describe("an error", () => {
  test("of the engine has kind, sentence and position", () => {
    const error = toEngineError(
      new Error('{"kind":"unreadable","message":"This file could not be read: it ends.","at":14}'),
    );
    expect(error).toBeInstanceOf(EngineError);
    expect(error).toMatchObject({ kind: "unreadable", message: "This file could not be read: it ends.", at: 14 });
    expect(error.name).toBe("EngineError");
  });

  test.each([
    ["a panic", new Error("unreachable executed")],
    ["a text", "broken"],
    ["nothing", undefined],
  ])("that is unexpected becomes a fault of the engine, with its cause: %s", (_, cause) => {
    const error = toEngineError(cause);
    expect(error).toMatchObject({ kind: "internal", cause, at: null });
    expect(error.message).toMatch(/fault of its own.*unchanged\.$/);
  });

  test("that is an EngineError already is not wrapped again", () => {
    const own = new EngineError("spent", "This file was already read.");
    expect(toEngineError(own)).toBe(own);
  });
});

describe("the document", () => {
  const report = (name: string) => ({ report: { name } }) as never;

  test("holds the files in order, and the failed ones with their reason", () => {
    const error = new EngineError("empty_file", "This file is empty.", 0);
    const document = documentOf(
      "0.1.0",
      { boat_class: "Laser" },
      [report("b.fit"), report("a.gpx")],
      [{ name: "c.csv", error }],
    );
    expect(document).toEqual({
      engine: "0.1.0",
      parameters: { boat_class: "Laser" },
      files: [{ name: "b.fit" }, { name: "a.gpx" }],
      failed: [{ name: "c.csv", kind: "empty_file", message: "This file is empty." }],
    });
  });

  test("of no files is empty and complete", () => {
    expect(documentOf("0.1.0", {}, [])).toEqual({ engine: "0.1.0", parameters: {}, files: [], failed: [] });
  });
});

test("the engine has its version, registries and regression", () => {
  const { core } = binding();
  expect(core.version).toBe("9.8.7");
  expect([core.channels[0]?.id, core.boat_classes[0]?.name]).toEqual(["sog", "49er"]);
  expect(core.regress(new Float64Array(2), new Float64Array(2))).toMatchObject({ n: 2, r2: 1 });
});

test("empty columns have no buffers to transfer", async () => {
  const analysis = await binding().core.analyze(file);
  expect(buffersOf(analysis)).toHaveLength(10);
  analysis.columns.channels = { sog: new Float32Array() };
  expect(buffersOf(analysis)).toHaveLength(8);
});
