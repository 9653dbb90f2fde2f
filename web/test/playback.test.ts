import type { Channel } from "@leebow/core";
import { describe, expect, it, vi } from "vitest";
import { aggregate } from "../src/playback/aggregates";
import { boatOf, noPosition, positionAt, turnBetween } from "../src/playback/boat";
import { Clock, SPEEDS } from "../src/playback/clock";
import { FrameLoop } from "../src/playback/frame-loop";
import { axisOf, intervalOf, metricOf, scaleOf } from "../src/playback/metric";
import { Playback, quietTimes } from "../src/playback/playback";
import { pieceOf, pieceStarts, rowAt, rowsBetween } from "../src/playback/rows";
import { columnsOf, reportOf } from "./helpers";

const HOUR_MS = 3_600_000;

const channel = (id: string, extra: Partial<Channel> = {}): Channel => ({
  id,
  name: id,
  unit: "m/s",
  display_unit: "kn",
  display_factor: 3600 / 1852,
  decimals: 1,
  circular: false,
  description: "",
  ...extra,
});

describe("the times in which no boat sails", () => {
  const sailedAt = (start_h: number, minutes: number) => {
    const columns = columnsOf(minutes * 60);
    for (let i = 0; i < columns.n; i++) columns.time_ms[i] = start_h * HOUR_MS + i * 1000;
    return boatOf("", reportOf(), columns);
  };

  it("are the night between two days, but not the minutes before another boat's start", () => {
    const boats = [sailedAt(24, 60), sailedAt(0, 60), sailedAt(0.5, 120), sailedAt(2.6, 10)];
    expect(quietTimes(boats)).toEqual([{ from_ms: (2.6 * 60 + 10) * 60_000 - 1000, to_ms: 24 * HOUR_MS }]);
  });

  it("are none where boats sail one after the other without a pause", () => {
    expect(quietTimes([sailedAt(0, 60), sailedAt(1, 60)])).toEqual([]);
    expect(quietTimes([])).toEqual([]);
  });
});

describe("the clock", () => {
  it("starts paused at the beginning, at twenty times real time", () => {
    const clock = new Clock({ from_ms: 1000, to_ms: 9000 });
    expect([clock.time_ms, clock.playing, clock.speed]).toEqual([1000, false, 20]);
    clock.advance(500);
    expect(clock.time_ms).toBe(1000);
  });

  it("pauses at the end and returns to the start", () => {
    const clock = new Clock({ from_ms: 0, to_ms: 1000 });
    clock.toggle();
    clock.advance(40);
    expect(clock.time_ms).toBe(800);
    clock.advance(40);
    expect([clock.time_ms, clock.playing]).toEqual([0, false]);
  });

  it("returns to the section's start within a section", () => {
    const clock = new Clock({ from_ms: 0, to_ms: 100_000 });
    clock.section = { from_ms: 5000, to_ms: 6000 };
    clock.toggle();
    expect(clock.time_ms).toBe(5000);
    clock.advance(60);
    expect([clock.time_ms, clock.playing]).toEqual([5000, false]);
  });

  it("passes over a time in which no boat sails", () => {
    const clock = new Clock({ from_ms: 0, to_ms: 100_000 }, [{ from_ms: 1000, to_ms: 90_000 }]);
    clock.toggle();
    clock.advance(40);
    expect(clock.time_ms).toBe(800);
    clock.advance(40);
    expect(clock.time_ms).toBe(90_000);
    clock.seek(50_000);
    expect(clock.time_ms).toBe(50_000);
  });

  it("steps through five speeds and wraps to the first", () => {
    const clock = new Clock({ from_ms: 0, to_ms: 1 });
    const seen = SPEEDS.map(() => {
      clock.stepSpeed();
      return clock.speed;
    });
    expect(seen).toEqual([100, 1, 2, 10, 20]);
  });
});

describe("the frame loop", () => {
  const byHand = () => {
    const waiting: ((now_ms: number) => void)[] = [];
    const loop = new FrameLoop(
      (run) => waiting.push(run),
      () => {},
    );
    return {
      loop,
      waiting,
      frame: (now_ms: number) => {
        for (const run of waiting.splice(0)) run(now_ms);
      },
    };
  };

  it("runs only while it is held, and its passes in order", () => {
    const { loop, waiting, frame } = byHand();
    const order: string[] = [];
    loop.subscribe("readout", () => order.push("readout"));
    loop.subscribe("map", () => order.push("map"));
    loop.subscribe("clock", () => order.push("clock"));
    frame(10);
    expect(order).toEqual(["clock", "map", "readout"]);
    expect(waiting).toHaveLength(0);
  });

  it("takes no other subscriber away when one is removed twice", () => {
    const { loop, frame } = byHand();
    const seen: string[] = [];
    const remove = loop.subscribe("map", () => seen.push("map"));
    loop.subscribe("readout", () => seen.push("readout"));
    remove();
    remove();
    loop.request();
    frame(10);
    expect(seen).toEqual(["readout"]);
  });

  it("goes on, also for its other subscribers, when one of them throws, which is reported once", () => {
    const { loop, frame } = byHand();
    const report = vi.fn();
    vi.stubGlobal("reportError", report);
    const seen: number[] = [];
    loop.subscribe("clock", () => {
      throw new Error("broken");
    });
    loop.subscribe("map", ({ now_ms }) => seen.push(now_ms));
    loop.hold({}, true);
    for (const now_ms of [10, 20, 30]) frame(now_ms);
    expect(seen).toEqual([10, 20, 30]);
    expect(report).toHaveBeenCalledTimes(1);
    vi.unstubAllGlobals();
  });

  it("measures the time between frames while playing", () => {
    const { loop, frame } = byHand();
    const playback = new Playback([boatOf("", reportOf(), columnsOf(600))], loop);
    frame(0);
    playback.toggle();
    frame(16);
    frame(32);
    frame(48);
    expect(playback.time_ms - playback.clock.whole.from_ms).toBeCloseTo(2 * 16 * 20);
    expect(loop.frame_ms().length).toBe(4);
  });

  it("updates the readout at most ten times a second", () => {
    const { loop, frame } = byHand();
    const playback = new Playback([boatOf("", reportOf(), columnsOf(600))], loop);
    playback.toggle();
    let told = 0;
    let before = playback.readout.time_ms;
    for (let now = 0; now < 1000; now += 16) {
      frame(now);
      if (playback.readout.time_ms !== before) told++;
      before = playback.readout.time_ms;
    }
    expect(told).toBeGreaterThan(5);
    expect(told).toBeLessThanOrEqual(10);
  });
});

describe("rows by time", () => {
  const time_ms = Float64Array.from([0, 1000, 2000, 3000, 60_000, 61_000]);

  it("finds the last fix at or before an instant", () => {
    expect([-1, 0, 999, 1000, 5000, 99_999].map((at) => rowAt(time_ms, at))).toEqual([-1, 0, 0, 1, 3, 5]);
  });

  it("finds the fixes of a time range, both ends included", () => {
    expect(rowsBetween(time_ms, 1000, 3000)).toEqual({ start: 1, end: 4 });
    expect(rowsBetween(time_ms, 3500, 50_000)).toEqual({ start: 4, end: 4 });
    expect(rowsBetween(time_ms, -5, 0)).toEqual({ start: 0, end: 1 });
  });

  it("keeps the gap when the receiver recorded nothing", () => {
    const starts = pieceStarts(time_ms);
    expect([...starts]).toEqual([0, 4]);
    expect(pieceOf(starts, 6, 2)).toEqual({ start: 0, end: 4 });
    expect(pieceOf(starts, 6, 5)).toEqual({ start: 4, end: 6 });
  });
});

describe("a boat between fixes", () => {
  const columns = columnsOf(4);
  columns.channels.cog = Float32Array.from([350, 10, 20, NaN]);

  it("is interpolated linearly, its course over the smaller angle", () => {
    const place = positionAt(boatOf("", reportOf(), columns), columns.time_ms[0]! + 500, noPosition());
    expect(place.lon_deg).toBeCloseTo((columns.lon_deg[0]! + columns.lon_deg[1]!) / 2, 9);
    expect(place.course_deg % 360).toBeCloseTo(0);
    expect(turnBetween(350, 10)).toBe(20);
  });

  it("stays at its last fix inside a gap", () => {
    const slept = columnsOf(4);
    slept.time_ms[2]! += 60_000;
    slept.time_ms[3]! += 60_000;
    const boat = boatOf("", reportOf(), slept);
    const place = positionAt(boat, slept.time_ms[1]! + 30_000, noPosition());
    expect([place.row, place.present, place.lon_deg]).toEqual([1, false, slept.lon_deg[1]]);
  });
});

describe("the legend", () => {
  const knots = (kn: number) => (kn * 1852) / 3600;
  const plain = (id: string) => metricOf(channel(id, { display_factor: 1 }));
  const edges = (values: number[], id = "hr") => scaleOf(plain(id), [Float32Array.from(values)]).edges;

  it("rounds the upper end up to a multiple of four", () => {
    expect(scaleOf(metricOf(channel("sog")), [Float32Array.from([0, knots(12.8), NaN])]).edges).toEqual([
      0, 4, 8, 12, 16,
    ]);
    expect(scaleOf(metricOf(channel("sog")), [Float32Array.from([NaN])]).edges).toEqual([0, 1, 2, 3, 4]);
  });

  it("leaves out the few values far from the others, and does not begin at zero for a heart rate", () => {
    const rates = Array.from({ length: 1000 }, (_, i) => 121 + (i % 40));
    expect(edges([0, ...rates, 230])).toEqual([120, 130, 140, 150, 160]);
  });

  it("begins at zero for a speed that is often near zero", () => {
    expect(edges([0.4, 1, 4, 7.5])).toEqual([0, 2, 4, 6, 8]);
  });

  it("is the same for all boats of a race", () => {
    const [slow, fast] = [Float32Array.from([3, 4, 5]), Float32Array.from([9, 10, 11])];
    expect(scaleOf(plain("stw"), [slow, fast]).edges).toEqual([2, 4.5, 7, 9.5, 12]);
  });

  it("shows degree modes from 0 to 360 in compass colours", () => {
    const scale = scaleOf(plain("cog"), [Float32Array.from([10])]);
    expect(scale).toEqual({ compass: true, edges: [0, 90, 180, 270, 360] });
    expect([0, 89, 90, 359, 360].map((deg) => intervalOf(scale, deg))).toEqual([0, 0, 1, 3, 3]);
  });

  it("has zero in its middle for turns to both sides", () => {
    const scale = scaleOf(plain("turn_rate"), [Float32Array.from([-5, 3])]);
    expect(scale.edges).toEqual([-8, -4, 0, 4, 8]);
    expect(intervalOf(scale, NaN)).toBe(-1);
  });
});

describe("the axis of a chart", () => {
  it("holds every value of every boat", () => {
    const calm = Float32Array.from({ length: 500 }, () => 3);
    const gust = Float32Array.from([NaN, -1, 13]);
    expect(axisOf(metricOf(channel("stw", { display_factor: 1 })), [calm, gust]).edges).toEqual([-4, 1, 6, 11, 16]);
  });
});

describe("aggregates", () => {
  it("averages directions on the circle", () => {
    const { average, std_dev, max } = aggregate(
      metricOf(channel("cog", { circular: true, display_factor: 1 })),
      Float32Array.from([350, 10]),
      0,
      2,
    );
    expect(average % 360).toBeCloseTo(0);
    expect(std_dev).toBeCloseTo(10, 0);
    expect(max).toBeNaN();
  });

  it("leaves out what was not measured", () => {
    const seen = aggregate(metricOf(channel("hr", { display_factor: 1 })), Float32Array.from([NaN, 100, 140]), 0, 3);
    expect(seen).toEqual({ max: 140, average: 120, std_dev: 20 });
  });
});
