/** Stored tracks with what makers and sailors do to them: odd channels, no rows, no segments, many rows. */
import { describe, expect, test } from "vitest";
import { arrowOf, trackOfArrow } from "../src/arrow.ts";
import type { Analysis, SegmentColumns } from "../src/index.ts";

const noSegments: SegmentColumns = {
  kind: new Uint8Array(),
  start: new Uint32Array(),
  end: new Uint32Array(),
  metrics: {},
};

function track(n: number, channels: Record<string, Float32Array>, segments = noSegments): Analysis {
  const rows = Array.from({ length: n }, (_, i) => i);
  return {
    report: { sha256: "f".repeat(64) } as Analysis["report"],
    columns: {
      n,
      time_ms: Float64Array.from(rows, (i) => 1_781_359_200_000 + 100 * i),
      lat_deg: Float64Array.from(rows, (i) => 54.4 + 1e-7 * i),
      lon_deg: Float64Array.from(rows, (i) => -179.999999 - 1e-7 * i),
      channels,
    },
    fix_flags: new Uint8Array(n),
    segments,
  };
}

const stored = (analysis: Analysis) => trackOfArrow(arrowOf("0.1.0", analysis));

const bytesOf = (values: Float32Array) => new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

describe("channels", () => {
  const names = [
    "Foil height [cm]",
    "Höhe über Wasser",
    "風速",
    "a.b",
    "constructor",
    "toString",
    "",
    "7",
    "leebow:sha256",
    "time",
    "time_ms",
    "lat_deg",
    "fix_flags",
  ];
  test.each(names)("a maker's own channel keeps its name: %j", (name) => {
    const values = Float32Array.of(1.5, NaN, -3);
    const back = stored(track(3, { sog: Float32Array.of(1, 2, 3), [name]: values }));
    expect(Object.keys(back.columns.channels).sort()).toEqual([name, "sog"].sort());
    expect(back.columns.channels[name]).toEqual(values);
  });

  test("twenty channels are restored with their own values", () => {
    const channels = Object.fromEntries(
      Array.from({ length: 20 }, (_, k) => [`channel_${k}`, Float32Array.of(k, k + 0.5)]),
    );
    expect(stored(track(2, channels)).columns.channels).toEqual(channels);
  });

  test("a track without channels is valid", () => {
    const back = stored(track(2, {}));
    expect(back.columns.channels).toEqual({});
    expect(back.columns.n).toBe(2);
  });

  test("a channel that is part of a larger buffer is stored alone", () => {
    const buffer = Float32Array.of(9, 9, 1, 2, 3, 9);
    const back = stored(track(3, { heel: buffer.subarray(2, 5) }));
    expect(Array.from(back.columns.channels.heel!)).toEqual([1, 2, 3]);
  });
});

describe("values", () => {
  test("missing values and zeros are told apart", () => {
    const values = Float32Array.of(NaN, 0, -0, Infinity, -Infinity, 1e-38, 3.4e38);
    const back = stored(track(7, { vmg: values })).columns.channels.vmg!;
    for (const [i, value] of values.entries()) expect(Object.is(back[i], value), `at ${i}`).toBe(true);
  });

  test("a channel without values has none afterwards", () => {
    const back = stored(track(3, { twd: Float32Array.of(NaN, NaN, NaN) })).columns.channels.twd!;
    expect(Array.from(back)).toEqual([NaN, NaN, NaN]);
  });

  test("positions are exact to the last bit across the date line", () => {
    const given = track(50, {});
    const { columns } = stored(given);
    expect(columns.lon_deg).toEqual(given.columns.lon_deg);
    expect(columns.lat_deg).toEqual(given.columns.lat_deg);
    expect(columns.lon_deg).toBeInstanceOf(Float64Array);
  });

  test("a long day at 25 Hz is one column per channel", () => {
    const n = 250_000;
    const sog = Float32Array.from({ length: n }, (_, i) => (i % 97) / 10);
    const back = stored(track(n, { sog }));
    expect(back.columns.n).toBe(n);
    expect(back.columns.time_ms.length).toBe(n);
    expect(back.columns.time_ms[n - 1]).toBe(1_781_359_200_000 + 100 * (n - 1));
    // Bytes: comparing a quarter of a million numbers one by one takes seconds.
    expect(Buffer.compare(bytesOf(back.columns.channels.sog!), bytesOf(sog))).toBe(0);
  });
});

describe("segments", () => {
  const kinds = Uint8Array.of(0, 1, 9, 3);
  const segments: SegmentColumns = {
    kind: kinds,
    start: Uint32Array.of(0, 4, 90, 4_999_999),
    end: Uint32Array.of(4, 9, 99, 5_000_000),
    metrics: { loss_og_m: Float32Array.of(NaN, 8.1, -0.3, NaN), quality: Float32Array.of(NaN, 1, 0.33333334, 0) },
  };

  test("they are restored to the bit, with missing values", () => {
    expect(stored(track(2, {}, segments)).segments).toEqual(segments);
  });

  test("their array types are restored", () => {
    const back = stored(track(2, {}, segments)).segments;
    expect(back.kind).toBeInstanceOf(Uint8Array);
    expect(back.start).toBeInstanceOf(Uint32Array);
    expect(back.metrics.quality).toBeInstanceOf(Float32Array);
  });

  test("a session without a maneuver has none", () => {
    expect(stored(track(2, {})).segments).toEqual(noSegments);
  });
});

describe("the stream", () => {
  test("the same track gives the same bytes", () => {
    const bytes = () => arrowOf("0.1.0", track(40, { sog: new Float32Array(40).fill(4.2) }));
    expect(bytes()).toEqual(bytes());
  });

  test("it has the engine version and the source", () => {
    const back = stored(track(1, {}));
    expect([back.engine, back.sha256]).toEqual(["0.1.0", "f".repeat(64)]);
  });

  test("a truncated or empty stream is an error", () => {
    const bytes = arrowOf("0.1.0", track(40, { sog: new Float32Array(40) }));
    for (const end of [0, 3, 8, 40]) expect(() => trackOfArrow(bytes.slice(0, end)), `${end} bytes`).toThrow();
  });
});
