import { expect, it } from "vitest";
import {
  type BoatToCompare,
  type FileAnalysis,
  type RaceReport,
  racesOfTarget,
  straightRows,
  type TrackColumns,
} from "../src/index.ts";

const KN = 1852 / 3600;
const START = Date.parse("2026-06-13T10:00:00Z");
const TARGET = {
  over_ground: false,
  winds: [8, 12].map((tws_kn) => ({
    tws_kn,
    twa_deg: [45, 90, 150],
    speed_kn: [5, 7, 6].map((kn) => (kn * tws_kn) / 8),
  })),
};
const iso = (s: number) => new Date(START + 1000 * s).toISOString();

interface Stretch {
  s: number;
  sog_kn: number;
  cog_deg: number;
}
interface Recorded {
  tws_kn?: number;
  hz?: number;
  current?: object;
}

/** A recording of straights, one after the other in a wind from north, with a tack between each two. */
function recording(stretches: Stretch[], { tws_kn, hz = 1, current }: Recorded = {}) {
  const rows = stretches.flatMap(({ s, ...motion }) => Array.from({ length: s * hz }, () => motion));
  const ends = stretches.map((_, at) => hz * stretches.slice(0, at + 1).reduce((sum, { s }) => sum + s, 0));
  const column = (of: (row: (typeof rows)[number]) => number) => Float32Array.from(rows, of);
  const time_ms = Float64Array.from(rows, (_, row) => START + (1000 * row) / hz);
  const columns: TrackColumns = {
    n: rows.length,
    time_ms,
    lat_deg: time_ms,
    lon_deg: time_ms,
    channels: {
      sog: column(({ sog_kn }) => sog_kn * KN),
      cog: column(({ cog_deg }) => cog_deg),
      ewd: column(() => 0),
      ...(tws_kn !== undefined && { tws: column(() => tws_kn * KN) }),
    },
  };
  const report = {
    wind: { current: current ?? null, series: [] },
    straights: ends.map((end, at) => ({ start: ends[at - 1] ?? 0, end })),
    maneuvers: ends.slice(0, -1).map((end) => ({
      time: iso(end / hz),
      start_time: iso(end / hz - 3),
      end_time: iso(end / hz + 3),
      evidence: { turn_start_s: -2, turn_end_s: 2 },
    })),
  } as unknown as FileAnalysis;
  return straightRows(report, columns);
}

const boat = (track: string, stretches: Stretch[], recorded?: Recorded): BoatToCompare => ({
  track,
  parts: [recording(stretches, recorded)],
  target: TARGET,
});

/** A race of these boats with legs of so many seconds. */
const race = (tracks: string[], legs_s: number[]) =>
  ({
    start_time: iso(0),
    end_time: iso(legs_s.reduce((sum, s) => sum + s, 0)),
    legs: legs_s.map(() => ({})),
    boats: tracks.map((track) => ({
      track,
      legs: legs_s.map((time_s) => ({ time_s })),
      passings: legs_s.map((_, at) => ({ time: iso(legs_s.slice(0, at + 1).reduce((sum, s) => sum + s, 0)) })),
    })),
  }) as unknown as RaceReport;

const BEAT = [
  { s: 300, sog_kn: 7.5, cog_deg: 45 },
  { s: 300, sog_kn: 6, cog_deg: 315 },
];
const RUN = { s: 300, sog_kn: 8.1, cog_deg: 150 };
const rounded = (value: number | null | undefined) => (value == null ? value : Math.round(value * 10) / 10);

it("a leg has the straights of each tack in % of the best speed made good, and of the speed on a reach", () => {
  const reach = { s: 200, sog_kn: 10.5, cog_deg: 90 };
  const [found] = racesOfTarget([race(["ada"], [600, 300, 200])], [boat("ada", [...BEAT, RUN, reach], { tws_kn: 12 })]);
  const [up, down, reaching] = found!.boats[0]!.legs;
  // On port tack the wind comes over the port side: of north, on course 45.
  expect([up?.port_percent, up?.starboard_percent].map(rounded)).toEqual([100, 80]);
  expect(rounded(up?.percent)).toBeCloseTo(90.3, 0);
  expect(rounded(down?.percent)).toBe(90);
  expect(rounded(reaching?.percent)).toBe(100);
  // Of the second tack the 17 s from the turn are left out: 283 s.
  expect(up!.time_s).toBeGreaterThan(575);
  expect(up!.time_s).toBeLessThan(585);
  expect([rounded(found!.tws_kn), found!.measured_by]).toEqual([12, 1]);
});

it("a recording with five fixes a second has the same figures", () => {
  const of = (hz: number) =>
    racesOfTarget([race(["ada"], [600])], [boat("ada", BEAT, { tws_kn: 12, hz })])[0]!.boats[0]!.legs[0]!;
  const [slow, fast] = [of(1), of(5)];
  expect(fast.percent).toBeCloseTo(slow.percent, 1);
  expect(Math.abs(fast.time_s - slow.time_s)).toBeLessThan(3);
});

it("all boats are compared in one wind strength, the median of those that measured it", () => {
  const boats = [
    boat("ada", BEAT, { tws_kn: 12 }),
    boat("ben", BEAT, { tws_kn: 10 }),
    boat("eva", BEAT, { tws_kn: 12 }),
    boat("kim", BEAT),
  ];
  const [found] = racesOfTarget([race(["ada", "ben", "eva", "kim"], [600])], boats);
  const percents = found!.boats.map(({ legs }) => rounded(legs[0]!.percent));
  expect(new Set(percents).size).toBe(1);
  expect([found!.tws_kn, found!.measured_by].map(rounded)).toEqual([12, 3]);
});

it("without a wind strength there are no figures, until one is given by hand", () => {
  const boats = [boat("ada", BEAT)];
  const [none] = racesOfTarget([race(["ada"], [600])], boats);
  expect(none).toEqual({
    tws_kn: null,
    measured_by: 0,
    boats: [{ track: "ada", through_water: false, legs: [null] }],
  });
  const [given] = racesOfTarget([race(["ada"], [600])], boats, { tws_kn: 12 });
  expect(rounded(given!.boats[0]!.legs[0]!.percent)).toBeCloseTo(90.3, 0);
  expect([given!.tws_kn, given!.measured_by]).toEqual([12, 0]);
});

it("speeds are through the water where a current is known, unless the polar's are over the ground", () => {
  const drifting = [{ s: 300, sog_kn: 12.5, cog_deg: 90 }];
  const current = { set_deg: 90, drift_kn: 2 };
  const compared = (over_ground: boolean) => {
    const one = { ...boat("ada", drifting, { tws_kn: 12, current }), target: { ...TARGET, over_ground } };
    return racesOfTarget([race(["ada"], [300])], [one])[0]!.boats[0]!;
  };
  expect([compared(false).through_water, rounded(compared(false).legs[0]!.percent)]).toEqual([true, 100]);
  expect([compared(true).through_water, rounded(compared(true).legs[0]!.percent)]).toEqual([false, 119]);
});

it("the wind of the fleet is taken in place of the boat's own direction", () => {
  const wind = { time_ms: [START], twd_deg: [10] };
  const of = (twd: typeof wind | null) =>
    racesOfTarget([race(["ada"], [300])], [boat("ada", [{ s: 300, sog_kn: 6, cog_deg: 315 }], { tws_kn: 12 })], {
      wind: twd,
    })[0]!.boats[0]!.legs[0];
  expect(rounded(of(null)!.percent)).toBe(80);
  // A sample of the gun says nothing of the minutes after it.
  expect(of(wind)).toBeNull();
  const steady = Array.from({ length: 61 }, (_, i) => START + 10_000 * i);
  expect(rounded(of({ time_ms: steady, twd_deg: steady.map(() => 10) })!.percent)).toBeCloseTo(64.9, 0);
});

it("less than a minute of straight sailing is no figure, and a boat without a target has no row", () => {
  const short = boat("ada", [{ s: 55, sog_kn: 6, cog_deg: 315 }], { tws_kn: 12 });
  const without = { ...boat("ben", BEAT), target: null };
  const [found] = racesOfTarget([race(["ada", "ben"], [60])], [short, without]);
  expect(found!.boats).toEqual([{ track: "ada", through_water: false, legs: [null] }]);
});

it("± is half of the 90 % interval between the minutes, and unknown for fewer than three", () => {
  const uneven = Array.from({ length: 8 }, (_, i) => ({ s: 60, sog_kn: i % 2 ? 7.5 : 6, cog_deg: 315 }));
  const [leg, short] = racesOfTarget(
    [race(["ada"], [480])],
    [boat("ada", uneven, { tws_kn: 12 })],
  )[0]!.boats[0]!.legs.concat(
    racesOfTarget([race(["ada"], [110])], [boat("ada", [{ s: 110, sog_kn: 6, cog_deg: 315 }], { tws_kn: 12 })])[0]!
      .boats[0]!.legs,
  );
  expect(leg!.half_width_percent).toBeGreaterThan(5);
  expect(leg!.half_width_percent).toBeLessThan(9);
  expect(short!.half_width_percent).toBeNull();
});
