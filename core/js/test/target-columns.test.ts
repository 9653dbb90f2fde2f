import { expect, it } from "vitest";
import { type FileAnalysis, type TargetQuestion, type TrackColumns, targetColumns } from "../src/index.ts";

const KN = 1852 / 3600;
const WINDS = [
  { tws_kn: 8, twa_deg: [45, 90, 150], speed_kn: [5, 6, 5] },
  { tws_kn: 12, twa_deg: [45, 90, 150], speed_kn: [6, 8, 7] },
];
const QUESTION: TargetQuestion = { winds: WINDS, over_ground: false, tws_kn: null };
const wind = (changes: object = {}) =>
  ({ wind: { current: null, series: [], ...changes } }) as unknown as Pick<FileAnalysis, "wind">;

/** Rows of [speed, kn; course; wind speed, kn] in a wind from north. */
function track(rows: [number, number, number][], but: string[] = []): TrackColumns {
  const channel = (of: (row: [number, number, number]) => number) => Float32Array.from(rows, of);
  const channels: Record<string, Float32Array> = {
    sog: channel(([kn]) => kn * KN),
    cog: channel(([, deg]) => deg),
    tws: channel(([, , kn]) => kn * KN),
    twd: channel(() => 0),
  };
  for (const id of but) delete channels[id];
  const time_ms = Float64Array.from(rows, (_, i) => 1000 * i);
  return { n: rows.length, time_ms, lat_deg: time_ms, lon_deg: time_ms, channels };
}
const percents = (...args: Parameters<typeof targetColumns>) =>
  Array.from(targetColumns(...args)!.channels.target_percent!, (value) => Math.round(value * 10) / 10);

it("a reach has its speed, a beat its speed made good, in % of the polar's for the wind of the moment", () => {
  const columns = track([
    [7.2, 90, 12],
    [6, 270, 8],
    [6, 45, 12],
    [5, 315, 8],
    [4, 40, 8],
  ]);
  expect(percents(wind(), columns, QUESTION)).toEqual([90, 100, 100, 100, 86.7]);
  const { channels } = targetColumns(wind(), columns, QUESTION)!;
  expect(Array.from(channels.target_angle!)).toEqual([NaN, NaN, 45, 45, 45]);
  expect(channels.target_speed![0]! / KN).toBeCloseTo(8, 5);
});

it("outside the winds of the polar, and without a course or a wind, the line breaks", () => {
  const columns = track([
    [7, 90, 7.9],
    [7, 90, 12.1],
    [7, NaN, 10],
    [7, 90, NaN],
    [7, 90, 10],
  ]);
  expect(percents(wind(), columns, QUESTION)).toEqual([NaN, NaN, NaN, NaN, 100]);
});

it("speeds are through the water where a current is known, and the polar is of the water", () => {
  const carried = wind({ current: { set_deg: 90, drift_kn: 2 } });
  const columns = track([[8, 90, 12]]);
  expect(percents(carried, columns, QUESTION)).toEqual([75]);
  expect(targetColumns(carried, columns, QUESTION)!.through_water).toBe(true);
  expect(percents(carried, columns, { ...QUESTION, over_ground: true })).toEqual([100]);
  expect(targetColumns(wind(), columns, QUESTION)!.through_water).toBe(false);
});

it("without a measured wind speed it is that of the fleet, or one that is given by hand", () => {
  const columns = track(
    [
      [8, 90, 0],
      [8, 90, 0],
    ],
    ["tws"],
  );
  expect(targetColumns(wind(), columns, QUESTION)).toBeNull();
  expect(percents(wind(), columns, { ...QUESTION, tws_kn: 12 })).toEqual([100, 100]);
  const fleet = wind({ series: [{ time: new Date(0).toISOString(), twd_deg: 0, sd_deg: 3, tws_kn: 12 }] });
  expect(percents(fleet, columns, QUESTION)).toEqual([100, 100]);
  expect(targetColumns({ wind: null }, columns, { ...QUESTION, tws_kn: 12 })).toBeNull();
});
