import { scaleLinear } from "d3";
import { describe, expect, it } from "vitest";
import { tickText, timeAxisTicks, timeTicks } from "../src/chart/axes";
import { Pyramid } from "../src/chart/line-canvas";
import { breaksOf } from "../src/chart/maneuver-marks";
import { padded } from "../src/chart/scales";
import { zoneOffset } from "../src/format/times";
import { pieceStarts } from "../src/playback/rows";
import { ZoomStack } from "../src/playback/zoom-stack";
import { columnsOf, reportOf } from "./helpers";

describe("the pyramid", () => {
  const values = Float32Array.from({ length: 1001 }, (_, i) => (i % 50 === 7 ? NaN : Math.sin(i / 9) * (i % 13)));
  const pyramid = new Pyramid(values);

  it("gives the smallest and largest of any rows", () => {
    const seen = { low: 0, high: 0 };
    for (const [start, end] of [
      [0, 1001],
      [1, 2],
      [7, 8],
      [3, 700],
      [999, 1001],
      [512, 513],
      [10, 10],
    ] as const) {
      pyramid.range(start, end, seen);
      const known = [...values.slice(start, end)].filter((value) => !Number.isNaN(value));
      expect(seen.low).toBe(known.length ? Math.min(...known) : NaN);
      expect(seen.high).toBe(known.length ? Math.max(...known) : NaN);
    }
  });
});

describe("the zoom stack", () => {
  it("goes back one zoom at a time and shows the whole session when empty", () => {
    const zoom = new ZoomStack({ from_ms: 0, to_ms: 100_000 });
    expect(zoom.push(60_000, 20_000)).toBe(true);
    expect(zoom.push(30_000, 40_000)).toBe(true);
    expect([zoom.current, zoom.depth]).toEqual([{ from_ms: 30_000, to_ms: 40_000 }, 2]);
    expect(zoom.pop()).toBe(true);
    expect(zoom.current).toEqual({ from_ms: 20_000, to_ms: 60_000 });
    zoom.pop();
    expect([zoom.pop(), zoom.current]).toEqual([false, { from_ms: 0, to_ms: 100_000 }]);
  });

  it("ignores a click, and stays within the session", () => {
    const zoom = new ZoomStack({ from_ms: 0, to_ms: 100_000 });
    expect(zoom.push(500, 900)).toBe(false);
    zoom.push(-5000, 500_000);
    expect(zoom.current).toEqual({ from_ms: 0, to_ms: 100_000 });
  });
});

describe("the time axis", () => {
  it("has round hours in the zone of the track", () => {
    const at = Date.UTC(2025, 5, 21, 11, 20);
    expect(zoneOffset(at, "Europe/Madrid")).toBe(2 * 3600_000);
    expect(zoneOffset(at, "Asia/Kolkata")).toBe(5.5 * 3600_000);
    const { ticks, step_ms } = timeTicks(at, at + 3 * 3600_000, 4, "Asia/Kolkata");
    expect(step_ms).toBe(3600_000);
    expect(ticks.every((tick) => (tick + 5.5 * 3600_000) % 3600_000 === 0)).toBe(true);
    expect(ticks).toHaveLength(3);
  });

  it("say the day at midnight of the track's zone, and always where they are days apart", () => {
    const from_ms = Date.UTC(2025, 5, 21, 18);
    const texts = (hours: number, most: number) => {
      const to_ms = from_ms + hours * 3600_000;
      const { ticks, step_ms } = timeTicks(from_ms, to_ms, most, "Europe/Madrid");
      return ticks.map((tick) => tickText(tick, step_ms, "Europe/Madrid"));
    };
    expect(texts(2, 4)).toEqual(["20:00", "20:30", "21:00", "21:30", "22:00"]);
    expect(texts(8, 4)).toEqual(["20:00", "22:00", "22 Jun", "02:00", "04:00"]);
    expect(texts(4 * 24, 5)).toEqual(["22 Jun", "23 Jun", "24 Jun", "25 Jun"]);
    expect(texts(40 * 24, 5)).toHaveLength(4);
  });

  it("say the right day after a change to winter time", () => {
    const from_ms = Date.UTC(2025, 9, 24, 22);
    const { ticks, step_ms } = timeTicks(from_ms, from_ms + 97 * 3600_000, 5, "Europe/Madrid");
    expect(ticks.map((tick) => tickText(tick, step_ms, "Europe/Madrid"))).toEqual([
      "25 Oct",
      "26 Oct",
      "27 Oct",
      "28 Oct",
      "29 Oct",
    ]);
  });

  it("has round hours on both sides of a change of the clock", () => {
    const texts = (from_ms: number, most: number) => {
      const { ticks, step_ms } = timeTicks(from_ms, from_ms + 12 * 3600_000, most, "Europe/Madrid");
      return ticks.map((tick) => tickText(tick, step_ms, "Europe/Madrid"));
    };
    // At 2:00 the clock goes to 3:00.
    expect(texts(Date.UTC(2025, 2, 29, 21), 6)).toEqual(["22:00", "30 Mar", "04:00", "06:00", "08:00", "10:00"]);
    // At 3:00 it goes back to 2:00.
    expect(texts(Date.UTC(2025, 9, 25, 20), 6)).toEqual(["22:00", "26 Oct", "02:00", "04:00", "06:00", "08:00"]);
    const hours = texts(Date.UTC(2025, 9, 25, 23), 12);
    expect(hours.slice(0, 4)).toEqual(["01:00", "02:00", "02:00", "03:00"]);
  });
});

describe("the times below a chart", () => {
  const at = (seconds: number) => Date.UTC(2025, 5, 21, 12) + seconds * 1000;
  it("are round ones, none nearer to the next than its text is wide", () => {
    const x = scaleLinear([at(0), at(3600)], [0, 330]);
    expect([...timeAxisTicks(x, "UTC").values()]).toEqual(["12:00", "12:15", "12:30", "12:45", "13:00"]);
  });
  it("of a chart of several parts are the start of a part where no round one is in it", () => {
    const x = scaleLinear([at(7), at(20), at(300), at(400)], [0, 50, 60, 400]);
    expect([...timeAxisTicks(x, "UTC").values()]).toEqual(["12:00:07", "12:05:30", "12:06:00", "12:06:30"]);
  });
});

describe("the scale of a chart", () => {
  it("has space about the values, none below zero where no value is, and a range about a single one", () => {
    expect(padded([100, null, 200])).toEqual([94, 206]);
    expect(padded([0, 100])).toEqual([0, 106]);
    expect(padded([-100, 0])).toEqual([-106, 6]);
    expect(padded([8])).toEqual([7.5, 8.5]);
    expect(padded([])).toEqual([0, 1]);
  });
});

describe("breaks in a recording", () => {
  it("are pauses or losses", () => {
    const columns = columnsOf(100);
    for (let i = 50; i < 100; i++) columns.time_ms[i]! += 600_000;
    const loss = {
      from: 1,
      to: 2,
      unit: "byte",
      kind: "truncated",
      points: 3,
      time_ms: columns.time_ms[99]!,
      reason: "The file stops.",
    } as const;
    const report = reportOf({ damage: { kept: 100, expected: 103, losses: [loss], lacks: [] } });
    const breaks = breaksOf(report, columns.time_ms, pieceStarts(columns.time_ms));
    expect(breaks.map(({ kind, to_ms, from_ms }) => [kind, to_ms - from_ms])).toEqual([
      ["pause", 601_000],
      ["lost", 0],
    ]);
  });
});
