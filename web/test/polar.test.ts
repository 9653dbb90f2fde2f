import type { Polar } from "@leebow/api/contract";
import { describe, expect, it } from "vitest";
import {
  bandName,
  type PolarBand,
  type PolarTarget,
  paintOf,
  placeOf,
  polarScale,
  rayLength,
} from "../src/analysis/polar/bands";
import {
  changeText,
  noteTexts,
  nothingText,
  type SeasonTrend,
  sidesText,
  speedText,
  splitsText,
  sumText,
} from "../src/analysis/polar/texts";
import { hasPolar, sameSailor } from "../src/engine/among";
import { csvOf } from "../src/season/polar-page";
import { chosen } from "../src/server/units";

const target = (changes: Partial<PolarTarget> = {}): PolarTarget => ({
  twa_deg: 44,
  twa_sd_deg: 0.5,
  speed_kn: 4.5,
  vmg_kn: 3.237,
  vmg_interval_kn: [3.15, 3.32],
  median_kn: 4.25,
  q25_kn: 4,
  q75_kn: 4.5,
  time_s: 12_840,
  sessions: 6,
  is_published: true,
  ...changes,
});

const band = (changes: Partial<PolarBand> = {}): PolarBand => ({
  name: "8_12",
  from_kn: 8,
  to_kn: 12,
  time_s: 20_000,
  sessions: 6,
  curve: {
    twa_deg: [0, 45, 90, 180],
    q25_kn: [null, 4, 5, 3],
    median_kn: [null, 4.2, 5.5, 3.5],
    q75_kn: [null, 4.5, 6, 4],
    time_s: [0, 900, 600, 200],
  },
  upwind: target(),
  downwind: null,
  ...changes,
});

const trend = (changes: Partial<SeasonTrend> = {}): SeasonTrend => ({
  points: [
    { track_id: 7, start_time: "2025-09-12T10:00:00Z", date: "2025-09-12", band: "8_12", percent: 95, sd_percent: 2 },
  ],
  line: [],
  change_percent: 5.72,
  change_half_width_percent: 1.3,
  change_vmg_kn: 0.18,
  is_clear: true,
  too_little: null,
  ...changes,
});

const polar = (changes: Partial<Polar> = {}): Polar => ({
  version: 1,
  boat_class: "Snipe",
  basis: "wind_speed",
  sessions: 6,
  left_out: { no_wind: 0, wind_speed_partly: 0, other_version: 0 },
  straight_s: 40_000,
  own_track_share: 0,
  direction_sd_deg: null,
  bands: [band()],
  target: null,
  sides: { upwind: null, downwind: null },
  season: { upwind: trend(), downwind: trend(), splits: [] },
  ...changes,
});

describe("the drawing of a polar", () => {
  const frame = { width: 600, height: 640, top: 20, bottom: 600, left: 40, right: 560, element: null as never };
  const scale = polarScale([band()], frame);

  it("has the wind from above, and all of the middle half inside its edges", () => {
    expect(placeOf(scale, 0, 2)[1]).toBeLessThan(scale.y);
    expect(placeOf(scale, 90, 2)).toEqual([scale.x + 2 * scale.px_per_kn, expect.closeTo(scale.y, 6)]);
    for (const [twa_deg, kn] of [
      [45, 4.5],
      [90, 6],
      [180, 4],
    ] as const) {
      const [x, y] = placeOf(scale, twa_deg, kn);
      expect(x).toBeLessThanOrEqual(frame.right + 1e-6);
      expect(y).toBeGreaterThanOrEqual(frame.top - 1e-6);
      expect(y).toBeLessThanOrEqual(frame.bottom + 1e-6);
    }
  });

  it("ends its rays at the edge", () => {
    expect(rayLength(scale, 0)).toBeCloseTo(scale.above);
    expect(rayLength(scale, 90)).toBeCloseTo(scale.beside);
    expect(rayLength(scale, 180)).toBeCloseTo(scale.below);
  });

  it("gives wind categories their colours, and every one of many bands another", () => {
    expect(paintOf({ name: "df" }, [{ name: "df" }])).toBe("var(--scale-3)");
    const bands = ["4_8", "8_12", "12_16", "16_20", "over_20"].map((name) => ({ name }));
    expect(new Set(bands.map((one) => paintOf(one, bands))).size).toBe(5);
  });
});

describe("the sentences about a polar", () => {
  it("name the gear with which the trend begins anew", () => {
    expect(splitsText(polar().season!)).toBeNull();
    const splits = [
      { track_id: 3, gear: "Ozone Hyperlink", date: "2026-04-12", start_time: "2026-04-12T10:00:00Z" },
      { track_id: 9, gear: "Levitaz Bionic", date: "2026-06-01", start_time: "2026-06-01T10:00:00Z" },
    ];
    expect(splitsText({ ...polar().season!, splits })).toMatch(
      /^The trend begins anew with new gear of the journal: Ozone Hyperlink \(12 Apr.*\), Levitaz Bionic \(1 Jun.*\)\.$/,
    );
  });

  it("count what a team sailed at the same time as one outing", () => {
    const team = polar({ season: null, sessions: 2 });
    expect([sumText(team).split(",")[0], speedText(team)]).toEqual([
      "2 outings",
      "75th percentile of the team's speed, sailing straight",
    ]);
    expect(sumText(polar())).toMatch(/^6 sessions, /);
  });

  it("name a change that is clear, with its uncertainty and the speed made good", () => {
    expect(changeText(trend()).clear).toBe(
      "You gained 5.7\u00a0±\u00a01.3 % since 12 Sept 2025, about 0.18 kn of VMG.",
    );
    expect(changeText(trend({ change_percent: -2, change_vmg_kn: -0.1 })).clear).toMatch(
      /^You lost 2.0\u00a0±\u00a01.3 % /,
    );
  });

  it("name no figure of a change that is smaller than its uncertainty", () => {
    const { clear, more } = changeText(trend({ change_percent: 0.9, is_clear: false }));
    expect(clear).toBeNull();
    expect(more).not.toContain("0.9");
    expect(more).toContain("1.3 %");
    expect(
      sidesText(
        polar({ sides: { upwind: { percent: 1, sd_percent: 0.9, is_clear: false }, downwind: null } }),
        "upwind",
      ),
    ).toBeNull();
  });

  it("say what a trend lacks", () => {
    expect(changeText(trend({ too_little: "weeks", change_percent: null })).more).toContain("four weeks");
  });

  it("compare port with starboard", () => {
    const sides = { upwind: { percent: -1.1, sd_percent: 0.5, is_clear: true }, downwind: null };
    expect(sidesText(polar({ sides }), "upwind")).toBe("On port you are 1.1 % slower than on starboard (±\u00a00.8).");
  });

  it("warn of wind from the track, of too little time, and of sessions that are left out", () => {
    expect(noteTexts(polar())).toEqual([]);
    const bands = [band({ downwind: target({ is_published: false }) })];
    const left_out = { no_wind: 2, wind_speed_partly: 1, other_version: 0 };
    const texts = noteTexts(polar({ bands, own_track_share: 0.5, direction_sd_deg: 3.6, left_out }));
    expect(texts[0]).toContain("no target yet");
    expect(texts[1]).toContain("3 of 6 sessions");
    expect(texts[1]).toContain("± 6°");
    expect(texts[2]).toBe("Left out are 3 sessions: 2 without wind, 1 with wind speed for less than 70 % of the time.");
  });

  it("say why there is no polar", () => {
    expect(nothingText(polar())).toBeNull();
    const left_out = { no_wind: 2, wind_speed_partly: 0, other_version: 0 };
    expect(nothingText(polar({ basis: null, sessions: 0, bands: [], left_out }))).toContain(
      "None of these sessions has a wind",
    );
  });
});

describe("the polar as CSV", () => {
  it("has the curve and the targets of each band in the reader's unit", () => {
    chosen.account = { speed: "km/h", distance: null, length: null };
    try {
      const [head, ...rows] = csvOf(polar()).trim().split("\n");
      expect(head).toContain("wind_from_kmh,wind_to_kmh,row,twa_deg,q25_kmh,median_kmh");
      expect(rows).toHaveLength(5);
      const columns = head!.split(",");
      const cell = (row: string, name: string) => row.split(",")[columns.indexOf(name)];
      expect(cell(rows[0]!, "median_kmh")).toBe("");
      expect(Number(cell(rows[1]!, "median_kmh"))).toBeCloseTo(4.2 * 1.852);
      expect(cell(rows[4]!, "row")).toBe("upwind");
      expect(cell(rows[4]!, "twa_deg")).toBe("44");
      expect(cell(rows[4]!, "is_target")).toBe("true");
      expect(bandName(band())).toBe("15 to 22 km/h");
    } finally {
      chosen.account = null;
    }
  });
});

describe("the sessions of a polar in the browser", () => {
  const session = (start_time: string, end_time: string) => ({ start_time, end_time });
  const first = session("2026-06-01T10:00:00Z", "2026-06-01T12:00:00Z");
  const next = session("2026-06-02T10:00:00Z", "2026-06-02T12:00:00Z");

  it("are all of one sailor, unless files overlap as those of a fleet do", () => {
    expect(sameSailor(first, [first, next])).toEqual([first, next]);
    const other = session("2026-06-01T11:00:00Z", "2026-06-01T13:00:00Z");
    expect(sameSailor(first, [first, next, other])).toEqual([first]);
  });

  it("are enough with a second file, or with ten minutes straight", () => {
    const straight = (minutes: number) => ({
      start_time: "2026-06-01T10:00:00Z",
      end_time: new Date(Date.parse("2026-06-01T10:00:00Z") + minutes * 60_000).toISOString(),
    });
    const report = (minutes: number) => ({ straights: [straight(minutes)] as never });
    expect(hasPolar(report(9), [{ data: {} }])).toBe(false);
    expect(hasPolar(report(10), [{ data: {} }])).toBe(true);
    expect(hasPolar(report(1), [{ data: {} }, { data: {} }])).toBe(true);
  });
});
