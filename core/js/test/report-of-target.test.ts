import { expect, it } from "vitest";
import {
  comparedReport,
  type FileAnalysis,
  maneuverCsvHead,
  maneuverCsvLines,
  type TargetColumns,
  type TrackColumns,
  targetColumns,
} from "../src/index.ts";

const KN = 1852 / 3600;
const START = Date.parse("2026-06-13T10:00:00Z");
const POLAR = {
  name: "club.pol",
  over_ground: false,
  tws_kn: null,
  winds: [8, 12].map((tws_kn) => ({ tws_kn, twa_deg: [45, 90, 150], speed_kn: [6, 8, 7] })),
};

/** A tack at 60 s: 6 kn before it, 3 kn in it and after it, from 70 s on 4 to 6 kn. The course passes north in 4 s. */
function tack(hz = 1, tws_kn: number | null = 10) {
  const n = 120 * hz;
  const at = (row: number) => row / hz;
  const column = (of: (s: number) => number) => Float32Array.from({ length: n }, (_, row) => of(at(row)));
  const time_ms = Float64Array.from({ length: n }, (_, row) => START + 1000 * at(row));
  const sog = column((s) => KN * (s < 58 ? 6 : s < 70 ? 3 : Math.min(6, 4 + 0.2 * (s - 70))));
  const cog = column((s) => (s < 58 ? 315 : s > 62 ? 45 : 315 + 22.5 * (s - 58)));
  const channels = { sog, cog, ewd: column(() => 0), ...(tws_kn && { tws: column(() => tws_kn * KN) }) };
  const columns: TrackColumns = { n, time_ms, lat_deg: time_ms, lon_deg: time_ms, channels };
  const maneuver = (kind: string, turn: [number, number] | null) => ({
    kind,
    time: new Date(START + 60_000).toISOString(),
    flags: [],
    evidence: { turn_start_s: turn?.[0] ?? null, turn_end_s: turn?.[1] ?? null },
  });
  const report = {
    name: "one.gpx",
    wind: { current: null, series: [] },
    maneuvers: [maneuver("tack", [-2, 2]), maneuver("acceleration", null)],
  } as unknown as FileAnalysis;
  return { report, columns };
}

function compared(hz = 1, tws_kn: number | null = 10, by_hand_kn: number | null = null) {
  const { report, columns } = tack(hz, tws_kn);
  const question = { ...POLAR, tws_kn: by_hand_kn };
  return comparedReport(report, question, targetColumns(report, columns, question));
}
const rounded = (value: number | null | undefined) => (value == null ? value : Math.round(value));

for (const hz of [1, 5])
  it(`a tack has % of target before and after it, the least of it, and when nine tenths are sailed again, at ${hz} Hz`, () => {
    const of = compared(hz).maneuvers[0]!.of_target!;
    expect([of.entry_percent, of.exit_percent, of.lowest_percent].map(rounded)).toEqual([100, 50, 50]);
    // 90 % of 6 kn are sailed 17 s after the moment of the tack.
    expect(of.recovered_90_s).toBeCloseTo(17, 0);
  });

it("a kind that is no turn has no figures", () => {
  expect(compared().maneuvers[1]!.of_target).toEqual({
    entry_percent: null,
    exit_percent: null,
    lowest_percent: null,
    recovered_90_s: null,
  });
});

it("without a wind strength there are no figures, and it is said; one by hand gives them", () => {
  const without = compared(1, null);
  expect(without.target).toEqual({
    name: "club.pol",
    over_ground: false,
    through_water: false,
    tws_kn: null,
    missing: "wind_speed",
  });
  expect(without.maneuvers[0]).not.toHaveProperty("of_target");
  const given = compared(1, null, 10);
  expect([given.target.tws_kn, given.target.missing]).toEqual([10, null]);
  expect(rounded(given.maneuvers[0]!.of_target!.entry_percent)).toBe(100);
  const { report } = tack();
  expect(comparedReport({ ...report, wind: null }, POLAR, null).target.missing).toBe("wind");
});

it("in winds that the polar does not have there are no figures", () => {
  const { report, columns } = tack();
  const empty = {
    time_ms: columns.time_ms,
    sailed_kn: new Float32Array(120).fill(NaN),
    target_kn: new Float32Array(120).fill(NaN),
  };
  const { maneuvers } = comparedReport(report, POLAR, empty as unknown as TargetColumns);
  expect(Object.values(maneuvers[0]!.of_target!)).toEqual([null, null, null, null]);
});

it("the table of maneuvers has the columns with a target alone", () => {
  const report = compared();
  expect(maneuverCsvHead().split(",")).toHaveLength(32);
  const head = maneuverCsvHead(undefined, true).trimEnd().split(",");
  expect(head.slice(32)).toEqual(["target_entry_pct", "target_exit_pct", "target_lowest_pct", "target_recovered_90_s"]);
  const [first, second] = maneuverCsvLines(report, undefined, true).split("\r\n");
  expect(first!.split(",").slice(32).map(Number).map(Math.round)).toEqual([100, 50, 50, 17]);
  expect(second!.split(",").slice(32)).toEqual(["", "", "", ""]);
  expect(maneuverCsvLines(report).split("\r\n")[0]!.split(",")).toHaveLength(32);
});
