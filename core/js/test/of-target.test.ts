import { describe, expect, it } from "vitest";
import {
  mergedPolar,
  ofTarget,
  type Polar,
  type SessionPolar,
  type TargetPolar,
  targetsOf,
  withWindSpeed,
} from "../src/index.ts";

const TARGET: TargetPolar = {
  winds: [
    { tws_kn: 8, twa_deg: [45, 90, 150], speed_kn: [5, 6, 5] },
    { tws_kn: 12, twa_deg: [45, 90, 150], speed_kn: [6, 8, 7] },
  ],
};
const BANDS = [{ name: "8_12", from_kn: 8, to_kn: 12 }] as Polar["bands"];
const POLAR = { version: 1, bands: BANDS };

/** A session on a day with windows [bin of wind, bin of angle, bin of speed, windows of 10 s]. */
function session(
  day: number,
  rows: [number, number, number, number][],
  more: Partial<SessionPolar> = {},
): SessionPolar {
  const column = (i: number) => rows.map((row) => row[i]!);
  return {
    version: 1,
    boat_class: "X-35",
    start_time: `2026-06-0${day}T10:00:00.000Z`,
    end_time: `2026-06-0${day}T11:00:00.000Z`,
    own_track_wind: false,
    direction_sd_deg: 4,
    straight_s: 3600,
    tws_share: 1,
    cells: { tws: column(0), twa: column(1), sog: column(2), n: column(3) },
    ...more,
  };
}
/** 91° to starboard and to port in 9.5 kn, at the speed of the bin. */
const reaching = (sog: number, n = 60): [number, number, number, number] => [9, 45, sog, n];
const percent = (sessions: SessionPolar[], options = {}) =>
  ofTarget(sessions, POLAR, TARGET, options).bands[0]!.sides.reach?.percent ?? null;
/** The target at 91° in 9.5 kn. */
const AT = targetsOf(TARGET).speed(9.5, 91)!;

describe("what was sailed against a target", () => {
  it("is the mean speed over the mean target, in % and with the time behind it", () => {
    const { bands, outside_s } = ofTarget([session(1, [reaching(60), reaching(64)])], POLAR, TARGET);
    expect(bands[0]!.sides.reach).toEqual({
      percent: expect.closeTo((100 * 6.25) / AT, 6),
      half_width_percent: null,
      time_s: 1200,
    });
    expect([bands[0]!.sides.up, bands[0]!.sides.down, outside_s]).toEqual([null, null, 0]);
  });

  it("is speed made good on a beat: pointing higher for less speed is no loss", () => {
    const up = (twa: number, sog: number) =>
      ofTarget([session(1, [[9, twa, sog, 60]])], POLAR, TARGET).bands[0]!.sides.up!.percent;
    // 43° at 5.25 kn and 49° at 5.85 kn have the same speed made good.
    expect(Math.abs(up(21, 52) - up(24, 58))).toBeLessThan(0.5);
  });

  it("has ± from three sessions on, which grows with how they differ", () => {
    const days = (sogs: number[]) =>
      ofTarget(
        sogs.map((sog, i) => session(i + 1, [reaching(sog)])),
        POLAR,
        TARGET,
      ).bands[0]!.sides.reach!;
    expect(days([60, 61]).half_width_percent).toBeNull();
    const [even, uneven] = [days([60, 61, 62]), days([54, 61, 68])];
    // Student's t of two degrees of freedom times the standard error of three.
    expect(even.half_width_percent!).toBeCloseTo((2.92 * 10) / (AT * Math.sqrt(3)), 0);
    expect(uneven.half_width_percent! / even.half_width_percent!).toBeCloseTo(7, 6);
  });

  it("takes boats and receivers of one time for one occasion", () => {
    const together = [1, 1, 1].map((day) => session(day, [reaching(60)]));
    expect(ofTarget(together, POLAR, TARGET).bands[0]!.sides.reach!.half_width_percent).toBeNull();
  });

  it("leaves out what has no wind speed, unless one is given by hand", () => {
    const calm = session(1, [[-2, 45, 60, 60]], { tws_share: 0 });
    expect(percent([calm])).toBeNull();
    expect(percent([calm], { tws_kn: 10 })).toBeCloseTo((100 * 6.05) / targetsOf(TARGET).speed(10, 91)!, 6);
    expect(withWindSpeed([calm], 10)[0]).toMatchObject({ tws_share: 1, cells: { tws: [10] } });
    expect(percent([session(1, [reaching(60)], { version: 2 })])).toBeNull();
  });

  it("is of one tack where it is asked for", () => {
    const both = [session(1, [reaching(60), [9, -46, 70, 60]])];
    expect(percent(both, { side: "port" })! - percent(both, { side: "starboard" })!).toBeCloseTo(100 / AT, 6);
  });

  it("never goes beyond the winds of the file, and says how much was sailed there", () => {
    const { outside_s, bands } = ofTarget([session(1, [[14, 45, 80, 30], reaching(60, 6)])], POLAR, TARGET);
    expect([outside_s, bands[0]!.sides.reach!.time_s]).toEqual([300, 60]);
  });
});

describe("a measured polar merged into a file", () => {
  const sailed = session(1, [reaching(50, 90), reaching(60, 89), reaching(70, 1), [11, 22, 50, 10]]);
  const { cells } = ofTarget([sailed], POLAR, TARGET);

  it("has the minutes behind each cell", () => {
    const at = (tws_kn: number, twa_deg: number) =>
      cells.find((cell) => cell.tws_kn === tws_kn && cell.twa_deg === twa_deg)!;
    expect(cells).toHaveLength(6);
    expect([at(8, 90).time_s, at(12, 45).time_s, at(12, 150)]).toEqual([
      1800,
      100,
      { tws_kn: 12, twa_deg: 150, target_kn: 7, time_s: 0, sailed_kn: null, best_kn: null, percent: null },
    ]);
    expect(at(8, 90).best_kn).toBeCloseTo((6 * 6.05) / AT, 6);
  });

  it("has the own speed from 30 min on, and the file's elsewhere", () => {
    const { polar, own } = mergedPolar(TARGET, cells);
    expect(own).toBe(1);
    expect(polar.winds[0]!.speed_kn).toEqual([5, expect.closeTo((6 * 6.05) / AT, 6), 5]);
    expect(polar.winds[1]).toEqual(TARGET.winds[1]);
  });
});
