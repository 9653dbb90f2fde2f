import { type Maneuver, meanOfKnown, STANDARD_UNITS } from "@leebow/core";
import { describe, expect, it } from "vitest";
import { bandOf, missingText, sentencesOf } from "../src/analysis/report/loss-scatter";
import { nearMark } from "../src/analysis/report/mark-panel";
import { isReportTab, tabOfKind } from "../src/analysis/report/report-place.ts";
import { tackLossText } from "../src/analysis/report/rows";
import {
  basesOf,
  countOf,
  type IdentifiedManeuver,
  leftOutIds,
  lossOf,
  offeredMetrics,
  rowsOf,
} from "../src/analysis/report/rows.ts";
import { csvOf } from "../src/analysis/report/table-card";
import { chooseUnits } from "../src/server/units.ts";

const tack = (over: Partial<Maneuver> = {}): Maneuver => ({
  kind: "tack",
  name: "Tack 1",
  time: "2025-06-21T12:00:00.000Z",
  start_time: "2025-06-21T11:59:56.000Z",
  end_time: "2025-06-21T12:00:05.000Z",
  start: 0,
  end: 9,
  flags: [],
  from_side: "port",
  to_side: "starboard",
  duration_s: 9,
  angle_deg: 88,
  entry_speed_kn: 5,
  exit_speed_kn: 4,
  min_speed_kn: 3,
  max_speed_kn: 5.5,
  max_turn_rate_dps: 24,
  min_turn_rate_dps: 2,
  avg_turn_rate_dps: 11,
  loss_og_m: 4,
  loss_80_m: 4.2,
  loss_80_low_m: 3,
  loss_80_high_m: 5.4,
  loss_at_least_m: null,
  loss_basis: "vmg",
  no_loss_reason: null,
  counted: true,
  not_counted_reason: null,
  left_out_reason: null,
  tws_kn: null,
  made_good_m: null,
  quality: 0.9,
  evidence: { course_in_deg: 40, course_out_deg: 312 } as Maneuver["evidence"],
  preview: [],
  ...over,
});

describe("the rows of a report", () => {
  it("show speeds in m/s", () => expect(rowsOf([tack()], "tack")[0]?.entry_speed_mps).toBeCloseTo(2.5722, 4));
  it("hold the maneuvers of one kind, and the number that list and map show", () => {
    const rows = rowsOf(
      [
        tack(),
        tack({ name: "Tack 2", counted: false, left_out_reason: "not_counted" }),
        tack({ kind: "gybe", name: "Gybe 1" }),
      ],
      "tack",
    );
    expect(rows.map((row) => row.id)).toEqual(["Tack 1", "Tack 2"]);
    expect(countOf(rows)).toBe(1);
    expect([...leftOutIds(rows, "vmg")]).toEqual(["Tack 2"]);
  });
  it("are named by the id that outlives a new analysis, if the track is stored", () => {
    const stored: IdentifiedManeuver = { ...tack(), id: 7 };
    expect(rowsOf([stored], "tack")[0]?.id).toBe("7");
  });
  it("offer only metrics the first maneuver has", () => {
    const rows = rowsOf([tack({ max_turn_rate_dps: null, angle_deg: null }), tack({ name: "Tack 2" })], "tack");
    expect(offeredMetrics(rows).map((metric) => metric.label)).toEqual([
      "Min Speed",
      "Max Speed",
      "Entry Speed",
      "Exit Speed",
      "Min Turn Rate",
      "Avg Turn Rate",
    ]);
    expect(offeredMetrics(rowsOf([tack()], "tack")).map((metric) => metric.label)).toEqual([
      ...["Min Speed", "Max Speed", "Entry Speed", "Exit Speed", "Min Turn Rate", "Max Turn Rate", "Avg Turn Rate"],
      "Maneuver Angle",
    ]);
    expect(offeredMetrics([])).toEqual([]);
  });
  it("have the average loss that the track page shows", () => {
    const maneuvers = [
      tack({ loss_80_m: 3 }),
      tack({ loss_80_m: 5 }),
      tack({ loss_80_m: 40, counted: false, left_out_reason: "not_counted" }),
    ];
    const rows = rowsOf(maneuvers, "tack");
    const averaged = rows.filter(({ left_out }) => left_out === null);
    expect(meanOfKnown(averaged.map(({ loss_m }) => loss_m))).toBe(4);
    expect(tackLossText(maneuvers)).toBe("Average tack loss 4.0\u00a0m");
    expect(tackLossText([tack({ loss_80_m: null })])).toBe("");
  });
  it("are left out of the averages at first with a reason", () => {
    const rows = rowsOf(
      [
        tack(),
        tack({ name: "Tack 2", left_out_reason: "circling" }),
        tack({ name: "Tack 3", loss_80_m: null, loss_basis: null, left_out_reason: "no_loss", no_loss_reason: "fell" }),
      ],
      "tack",
    );
    expect([...leftOutIds(rows, "vmg")]).toEqual(["Tack 2", "Tack 3"]);
    expect(rows.map(({ left_out }) => left_out)).toEqual([null, "circling", "fell"]);
  });
  it("keep losses along the wind and losses by speed apart", () => {
    const reach = { name: "Tack 2", loss_basis: "speed" } as const;
    const rows = rowsOf([tack(), tack(reach), tack({ ...reach, name: "Tack 3", loss_80_m: 9 })], "tack");
    expect(basesOf(rows)).toEqual(["speed", "vmg"]);
    expect(rows.map((row) => lossOf(row, "speed"))).toEqual([null, 4.2, 9]);
    expect([...leftOutIds(rows, "speed")]).toEqual(["Tack 1"]);
    expect([...leftOutIds(rows, "vmg")]).toEqual(["Tack 2", "Tack 3"]);
    expect(basesOf(rowsOf([tack()], "tack"))).toEqual(["vmg"]);
    expect(basesOf([])).toEqual([]);
  });
  it("are written as CSV with unknown values empty", () => {
    const [head, line] = csvOf(rowsOf([tack({ loss_80_m: null })], "tack")).split("\n");
    expect(head?.split(",").indexOf("loss_m")).toBe(7);
    expect(line?.split(",")[7]).toBe("");
  });
  it("are written as CSV in the units of the sailor, which the head names", () => {
    const cells = (column: string) => {
      const [head, line] = csvOf(rowsOf([tack({ loss_80_m: 6.096, entry_speed_kn: 10 })], "tack")).split("\n");
      return Number(line!.split(",")[head!.split(",").indexOf(column)]);
    };
    expect(cells("entry_speed_mps")).toBeCloseTo(5.1444, 4);
    chooseUnits({ distance: null, speed: "km/h", length: "ft" });
    expect(cells("loss_ft")).toBeCloseTo(20, 9);
    expect(cells("entry_speed_kmh")).toBeCloseTo(18.52, 9);
    chooseUnits(STANDARD_UNITS);
  });
});

describe("the sentence of a regression", () => {
  it("names metric, share and segment", () => {
    const said = sentencesOf("Entry Speed", "tacks", { r2: 0.17438, slope: 3 }, 12);
    expect(said).toEqual({
      explains: "Entry Speed explains 17.44% of the variation in maneuver loss for tacks.",
      direction: "As Entry Speed increases, maneuver loss increases.",
      few: null,
    });
  });
  it("names the direction from 1 percent on, by the sign of the slope", () => {
    expect(sentencesOf("Min Speed", "gybes", { r2: 0.01, slope: -1 }, 20).direction).toBe(
      "As Min Speed increases, maneuver loss decreases.",
    );
    expect(sentencesOf("Min Speed", "gybes", { r2: 0.0099, slope: -1 }, 20).direction).toBeNull();
  });
  it("adds a sentence about the small sample below 10 points", () => {
    expect(sentencesOf("X", "tacks", { r2: 0, slope: 0 }, 8).few).toBe(
      "Eight tacks are few. Take this as a hint and look at more days.",
    );
    expect(sentencesOf("X", "douses", { r2: 0, slope: 0 }, 1).few).toBe(
      "One douse is few. Take this as a hint and look at more days.",
    );
    expect(sentencesOf("X", "tacks", { r2: 0, slope: 0 }, 10).few).toBeNull();
  });
});

describe("a regression of few maneuvers", () => {
  it("says how many are missing, up to five", () => {
    expect(missingText("Entry Speed", "tacks", 3)).toBe(
      "Two more tacks with a measured loss are needed to say how much of the variation Entry Speed explains.",
    );
    expect(missingText("Entry Speed", "douses", 4)).toBe(
      "One more douse with a measured loss is needed to say how much of the variation Entry Speed explains.",
    );
    expect(missingText("Entry Speed", "tacks", 5)).toBeNull();
  });
});

describe("the maneuvers near a mark", () => {
  const at = (minute: string, over: Partial<Maneuver> = {}) =>
    tack({ time: `2025-06-21T12:${minute}:00.000Z`, ...over });
  const roundings = rowsOf(
    [at("10", { kind: "bear_away" }), at("30", { kind: "bear_away", counted: false })],
    "bear_away",
  );
  it("are those within two minutes of a counted rounding", () => {
    const rows = rowsOf([at("07"), at("08"), at("11"), at("13"), at("30")], "tack");
    expect(nearMark(rows, roundings).map(({ time }) => time.slice(14, 16))).toEqual(["08", "11"]);
  });
  it("are none without a rounding", () => expect(nearMark(rowsOf([at("08")], "tack"), [])).toEqual([]));
});

describe("the address of a report", () => {
  it("names the tab of a maneuver", () => {
    expect(["tack", "gybe", "bear_away", "douse", "fall"].map((kind) => tabOfKind(kind as Maneuver["kind"]))).toEqual([
      "tacking",
      "gybing",
      "top",
      "bottom",
      null,
    ]);
    expect([isReportTab("gybing"), isReportTab("gibing"), isReportTab(null)]).toEqual([true, false, false]);
  });
});

describe("the band of a regression", () => {
  const line = { slope: 1, intercept: 0 };
  const points = [
    { x: 0, y: 0.5 },
    { x: 1, y: 0.5 },
    { x: 2, y: 2 },
    { x: 3, y: 3 },
  ];
  it("has the half-width of the textbook formula at the mean of x", () => {
    // Residuals 0.5, −0.5, 0, 0: s² = 0.5 / 2; half width t(0.95; 2) · s / √4 = 2.92 · 0.5 / 2.
    const middle = bandOf(points, line, [0, 3], 2)[1];
    expect((middle?.high ?? 0) - (middle?.low ?? 0)).toBeCloseTo((2 * 2.92 * 0.5) / 2, 6);
  });
  it("is wider towards the ends", () => {
    const width = bandOf(points, line, [0, 3], 2).map(({ low, high }) => high - low);
    expect(width[0]).toBeGreaterThan(width[1] ?? 0);
    expect(width[2]).toBeCloseTo(width[0] ?? 0, 9);
  });
  it("is not drawn from two points or from one x", () => {
    expect(bandOf(points.slice(0, 2), line, [0, 1])).toEqual([]);
    expect(
      bandOf(
        [
          { x: 1, y: 1 },
          { x: 1, y: 2 },
          { x: 1, y: 3 },
        ],
        line,
        [0, 1],
      ),
    ).toEqual([]);
  });
});
