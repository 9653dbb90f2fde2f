import { describe, expect, it } from "vitest";
import { breaksOf, deviceMarks } from "../src/chart/maneuver-marks";
import { degreesOf } from "../src/corrections/wind-answers.ts";
import { columnsOf, reportOf } from "./helpers.ts";

describe("a wind given by hand", () => {
  it("is read in degrees, with or without °, and 0 and 360 are north", () => {
    expect(["225", " 7° ", "0", "360"].map(degreesOf)).toEqual([225, 7, 0, 0]);
  });

  it("is refused when it is not a direction", () => {
    expect(["", "361", "-5", "NE", "12.5", "1e2"].map(degreesOf)).toEqual([null, null, null, null, null, null]);
  });
});

describe("marks of the device", () => {
  const at = (second: number) => new Date(Date.UTC(2025, 5, 21, 11, 0, second)).toISOString();
  const lap = (name: string, second: number) => ({
    name,
    start_time: at(second),
    end_time: at(second + 9),
    timer_s: null,
    distance_m: null,
    mean_speed_kn: null,
    max_speed_kn: null,
    sport: null,
  });
  const event = (kind: "pause" | "race_start" | "pin", second: number) => ({
    kind,
    time: at(second),
    end_time: null,
    words: "",
    lat_deg: null,
    lon_deg: null,
  });

  it("are drawn in the chart: laps as ticks except the first, the start signal with its name, the ends of the line not", () => {
    const report = reportOf({
      laps: [lap("Lap 1", 0), lap("Lap 2", 10)],
      events: [event("pin", 3), event("race_start", 30)],
    });
    expect(deviceMarks(report)).toEqual([
      { at_ms: Date.parse(at(10)), label: null },
      { at_ms: Date.parse(at(30)), label: "Start" },
    ]);
  });

  it("distinguishes a pause from a gap of the receiver", () => {
    const columns = columnsOf(100);
    const starts = new Uint32Array([0, 40, 70]);
    const paused = { ...event("pause", 0), time: new Date(columns.time_ms[39]!).toISOString() };
    expect(breaksOf(reportOf({ events: [paused] }), columns.time_ms, starts).map(({ label }) => label)).toEqual([
      "paused",
      "no fixes",
    ]);
  });
});
