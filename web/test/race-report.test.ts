import type { RaceBoat, RaceCorrection, RaceReport } from "@leebow/core";
import { racesOfArrow } from "@leebow/core/arrow";
import { describe, expect, it } from "vitest";
import { gapBytes, raceDay, raceSummary } from "../e2e/race-sailed";
import { Plane } from "../src/map/plane";
import { boatsByTrack, noteText } from "../src/race/report/boats";
import { timeOfDay } from "../src/race/report/clock";
import { placedCount, rebased, withCorrections, withoutPlaced } from "../src/race/report/corrections";
import {
  areaOf,
  cameraOf,
  coursePoints,
  movedBy,
  pixelOf,
  placing,
  pointsWith,
  pointText,
  WHOLE,
} from "../src/race/report/course";
import { newLine } from "../src/race/report/course-card";
import { behindAtFinish, headFigures, turnsOf } from "../src/race/report/figures";
import {
  bandOf,
  gapAt,
  gapOf,
  gapText,
  largestGap,
  lastKnown,
  lastMoment,
  legEnds,
  spread,
} from "../src/race/report/gaps";
import { legNote, legRows, waypointName } from "../src/race/report/legs";
import { focusOf } from "../src/race/report/report-place";
import { biasSentence, gunText, isCrossingUnsure, noStartReason, withheldColumns } from "../src/race/report/start-card";
import { drawnPoints, pathOf, placeAt } from "../src/session/boat-path";

const ZONE = "Europe/Madrid";
const race = (): RaceReport => raceDay().races[0]!;
const nameOf = (track: string) => boatsByTrack(race(), raceSummary().track).get(track)!.label;
const boatIn = (report: RaceReport, place: number): RaceBoat => report.boats.find((boat) => boat.place === place)!;

describe("the focus boat", () => {
  const [winner, second, third] = race().boats.map(({ track }) => track) as [string, string, string];
  const boats = [winner, second, third].map((track, id) => ({ id, track_ids: [Number(track)], user: { id: 10 + id } }));
  const focus = (named: string | null, user_id: number | null, own: number | null = null) =>
    focusOf(race(), boats as unknown as Parameters<typeof focusOf>[1], named, { user_id, own });

  it("is that of the address, else the viewer's own, else the winner", () => {
    expect(focus(third, 11)).toBe(third);
    expect(focus(null, 11)).toBe(second);
    expect(focus(null, null)).toBe(winner);
  });

  it("is that of the file that is open on the analyze page", () => {
    expect(focus(null, null, 2)).toBe(third);
    expect(focus(second, null, 2)).toBe(second);
  });
});

describe("the figures of the focus boat", () => {
  it("compare her with the winner", () => {
    const second = boatIn(race(), 2);
    const figures = headFigures(race(), second, nameOf);
    expect(figures.map(({ name }) => name)).toEqual([
      "Place",
      "Behind the winner",
      "After the first minute",
      "Best leg",
      "Sailed",
      "Tacks and gybes",
    ]);
    expect(figures[0]).toMatchObject({ value: "2", unit: "of 8" });
    expect(figures[4]!.unit).toContain("ESP 29375");
  });

  it("name the last mark where no finish was found", () => {
    const report = race();
    report.waypoints.pop();
    expect(headFigures(report, boatIn(report, 2), nameOf)[1]!.name).toBe("Behind the first at the last mark");
  });

  it("compare the winner with the second", () => {
    const figures = headFigures(race(), boatIn(race(), 1), nameOf);
    expect(figures[1]).toMatchObject({ value: "0:00", unit: "min, first" });
    expect(figures[4]!.unit).toContain("ESP 30782");
  });

  it("name no best leg whose gain is less than its uncertainty", () => {
    const boat = boatIn(race(), 2);
    const legs = boat.legs.map((leg) => ({ ...leg!, gain_s: 3, gain_sd_s: 2 }));
    expect(headFigures(race(), { ...boat, legs }, nameOf)[3]).toEqual({
      name: "Best leg",
      value: "–",
      unit: "no clear gain",
    });
  });

  it("say of a boat without a place why she has none", () => {
    const boat: RaceBoat = { ...boatIn(race(), 8), state: "retired", place: null, legs: [null, null, null, null] };
    expect(headFigures(race(), boat, nameOf)[0]).toMatchObject({ value: "–", unit: "did not finish" });
    expect(behindAtFinish(boat)).toBeNull();
    expect(turnsOf(boat)).toBeNull();
  });
});

describe("a note", () => {
  const [first] = raceSummary().track;
  const track = String(first!.track_ids[0]);

  it("names the boat as the tables do, not by the number of her track", () => {
    const note = { code: "stopped_early" as const, text: `${track} stopped before the finish.`, track };
    expect(noteText(note, raceSummary().track)).toBe(`${nameOf(track)} stopped before the finish.`);
  });

  it("of the race, or of a boat that this viewer does not see, stays as it is", () => {
    const note = { code: "no_finish" as const, text: "No finish was found.", track: null };
    expect(noteText(note, raceSummary().track)).toBe("No finish was found.");
    const hidden = { code: "spectator" as const, text: "99999 did not sail.", track: "99999" };
    expect(noteText(hidden, raceSummary().track)).toBe("99999 did not sail.");
  });
});

describe("the start", () => {
  it("says which end was ahead, with the 90 % interval of the angle", () =>
    expect(biasSentence(race().line!, race().legs)).toBe("The pin end was 6° ± 4° ahead, worth 11 m."));

  it("names no end where neither was clearly ahead", () =>
    expect(biasSentence({ ...race().line!, favoured: null }, race().legs)).toBe(
      "Neither end of the line was clearly ahead.",
    ));

  it("names no end without a wind, and none before a reach", () => {
    const line = { ...race().line!, favoured: null, bias_deg: null, bias_sd_deg: null, bias_m: null };
    const { legs } = race();
    expect(biasSentence(line, legs)).toContain("the wind is not known");
    expect(biasSentence(line, [{ ...legs[0]!, kind: "reach" }])).toContain("the first leg is no beat");
  });

  it("says what the gun rests on", () =>
    expect(gunText({ ...race(), gun_basis: "timer", gun_sd_s: 0.5 }, ZONE)).toBe(
      "Gun at 12:30:00, by the race timer, ± 0.8 s",
    ));

  it("withholds the distances to a line that is not known, and says why", () => {
    const report = race();
    for (const { start } of report.boats)
      Object.assign(start!, { to_line_m: null, crossed_after_s: null, line_position: null });
    const { columns, reasons } = withheldColumns({ ...report, line: null }, false);
    expect([...columns].sort()).toEqual(["crossed_after_s", "line_position", "to_line_m"]);
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toContain("starting line is not known");
  });

  it("keeps the place along a line whose distances are too unsure", () => {
    const report = race();
    for (const { start } of report.boats) start!.to_line_m = null;
    const { columns, reasons } = withheldColumns(report, true);
    expect(columns.has("line_position")).toBe(false);
    expect(reasons).toEqual(["Distances to the line are left out: they are less sure than 8 m."]);
  });

  it("gives the engine's reason where there is no table at all", () => {
    const report = race();
    for (const boat of report.boats) boat.start = null;
    report.notes.push({ code: "few_boats", text: "Three boats are too few to find the gun.", track: null });
    expect(noStartReason(report, true)).toBe("Three boats are too few to find the gun.");
    expect(noStartReason(race(), true)).toBeNull();
  });

  it("does not say when a boat crossed that may have been over", () => {
    const { start } = boatIn(race(), 2);
    expect(isCrossingUnsure(start!)).toBe(false);
    expect(isCrossingUnsure({ ...start!, over: "may_be_over" })).toBe(true);
    expect(isCrossingUnsure({ ...start!, crossed_after_s: -1, crossed_sd_s: 1.4 })).toBe(true);
  });
});

describe("the gaps", () => {
  const columns = racesOfArrow(new Uint8Array(gapBytes()))[0]!;

  it("are read boat by boat", () => {
    expect(columns.map(({ track }) => track)).toEqual(race().tracks);
    for (const { time_ms } of columns) expect(time_ms[1]! - time_ms[0]!).toBe(1000);
  });

  it("end where the boat finished, as far behind as her time says", () => {
    for (const own of columns) {
      const boat = race().boats.find(({ track }) => track === own.track)!;
      const last = own.behind_s[lastKnown(own.behind_s)]!;
      expect(Math.abs(last - behindAtFinish(boat)!)).toBeLessThan(1.5);
    }
  });

  it("are not known before the gun and in a pause of the recording", () => {
    const gap = gapOf(columns[0]!, "m");
    expect(gapAt(gap, columns[0]!.time_ms[0]! - 1).value).toBeNaN();
    expect(gapAt(gap, columns[0]!.time_ms.at(-1)! + 11_000).value).toBeNaN();
    expect(largestGap([gap])).toBeGreaterThan(10);
  });

  it("end with the last boat at the last mark", () => {
    const gaps = columns.map((one) => gapOf(one, "s"));
    expect(lastMoment(gaps)).toBe(Math.max(...columns.map(({ time_ms }) => time_ms.at(-1)!)));
    expect(lastMoment([])).toBeNull();
  });

  it("have a band that does not reach ahead of the leader", () => {
    for (const { low, high } of bandOf(gapOf(columns[0]!, "s"), 5)) {
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeGreaterThanOrEqual(low);
    }
  });

  it("smaller than their uncertainty are named as such", () => {
    expect(gapText({ value: 2, sd: 2 }, "s")).toBe("0:02 min behind ± 3 s, so not surely behind");
    expect(gapText({ value: 40, sd: 3 }, "m")).toBe("40 m behind ± 5 m");
    expect(gapText({ value: 0, sd: 3 }, "m")).toBe("leading");
    expect(gapText({ value: Number.NaN, sd: 0 }, "m")).toBe("not known");
  });

  it("have rules where the first boat passed, until the last one did", () => {
    const ends = legEnds(race());
    expect(ends).toHaveLength(4);
    for (const { first_ms, last_ms } of ends) expect(last_ms).toBeGreaterThan(first_ms);
  });
});

describe("labels at the ends of lines", () => {
  it("do not overlap", () => {
    const places = spread([10, 11, 12, 60], 14, 0, 100);
    for (let at = 1; at < places.length; at++) expect(places[at]! - places[at - 1]!).toBeGreaterThanOrEqual(14);
    expect(places.at(-1)).toBe(60);
  });
  it("stay in the plot when all boats finish far behind", () => {
    const places = spread([95, 98, 99, 100], 14, 0, 100);
    expect(places).toEqual([58, 72, 86, 100]);
  });
  it("stand closer where there is no room for all", () =>
    expect(spread([0, 0, 0, 0, 0], 14, 0, 20)).toEqual([0, 5, 10, 15, 20]));
});

describe("a leg", () => {
  it("lists the boats in the order at its end, those not seen there last", () => {
    const report = race();
    report.boats[0]!.passings[1] = null;
    const rows = legRows(report, 1);
    expect(rows.at(-1)!.track).toBe(report.boats[0]!.track);
    expect(rows.slice(0, -1).map(({ passing }) => passing!.place)).toEqual([2, 3, 4, 5, 6, 7, 8]);
  });
  it("is named by the mark at its end", () => {
    expect(waypointName(race(), 0)).toBe("mark 1");
    expect(waypointName(race(), 3)).toBe("the finish");
  });
  it("says which boats were too close to order", () => {
    const report = race();
    for (const { passings } of report.boats) passings[0]!.place_sure = passings[0]!.place > 2;
    expect(legNote(report, 0, (track) => track)).toMatch(
      /median time of 8 boats.*Times at mark 1 are ± 1.6 s: \d+ and \d+ could be the other way round\.$/,
    );
    for (const { passings } of report.boats) passings[0]!.place_sure = false;
    expect(legNote(report, 0, (track) => track)).toContain("the places of 8 boats could be otherwise.");
  });
});

describe("marks set by hand", () => {
  const points = () => coursePoints(race());

  it("are one point where two laps round the same mark", () =>
    expect(points().map(({ label }) => label)).toEqual(["Pin", "Boat", "1, 3", "2"]));

  it("are sent for every lap", () => {
    const top = points().find(({ label }) => label === "1, 3")!;
    const sent = placing([], race(), top, { lon: 1, lat: 2 });
    expect(sent.map((one) => one.action === "place_mark" && one.waypoint)).toEqual([1, 3]);
  });

  it("take the place of what was set before, and leave other races alone", () => {
    const other: RaceCorrection = {
      action: "place_line_end",
      at: "2026-11-15T14:00:00Z",
      end: "pin",
      lat_deg: 0,
      lon_deg: 0,
    };
    const pin = points()[0]!;
    const once = placing([other], race(), pin, { lon: 1, lat: 2 });
    const twice = placing(once, race(), pin, { lon: 3, lat: 4 });
    expect(twice).toHaveLength(2);
    expect(twice[0]).toBe(other);
    expect(placedCount(twice, race())).toBe(1);
    expect(withoutPlaced(twice, race())).toEqual([other]);
  });

  it("are shown where they were put before the server has computed the race", () => {
    const mark = points()[3]!;
    const list = placing([], race(), mark, { lon: -0.32, lat: 39.41 });
    const shown = pointsWith(points(), race(), list)[3]!;
    expect([shown.lon, shown.lat, shown.basis]).toEqual([-0.32, 39.41, "hand"]);
    expect(pointText(shown)).toBe("2, placed by hand");
    expect(pointText(mark)).toBe("2 ± 8 m");
  });

  it("of a finishing line that too few boats crossed are shown, to be moved", () => {
    const pin = { ...points()[0]!, target: { kind: "finish", end: "pin" } as const };
    const list = placing([], race(), pin, { lon: -0.31, lat: 39.4 });
    const shown = pointsWith(points(), race(), list);
    expect(shown.slice(points().length).map(({ id, lon, basis }) => [id, lon, basis])).toEqual([
      ["finish pin", -0.31, "hand"],
    ]);
    expect(pointsWith(shown, race(), list)).toHaveLength(shown.length);
  });

  it("leave the clocks of tracks alone when the course is estimated again", () => {
    const list = withCorrections([{ action: "set_clock", track: "4101", ahead_s: 2 }], race(), [
      { action: "set_gun", at: race().start_time, gun_time: race().start_time },
    ]);
    expect(withoutPlaced(list, race())).toEqual([{ action: "set_clock", track: "4101", ahead_s: 2 }]);
  });

  it("of two users are both kept", () => {
    const clock = (track: string, ahead_s: number): RaceCorrection => ({ action: "set_clock", track, ahead_s });
    const base = [clock("1", 1), clock("2", 2)];
    const mine = [clock("2", 2), clock("3", 3)];
    const theirs = [clock("1", 1), clock("2", 2), clock("4", 4)];
    expect(rebased(mine, base, theirs)).toEqual([clock("2", 2), clock("4", 4), clock("3", 3)]);
  });

  it("move by metres", () => {
    const plane = new Plane({ lon: -0.32, lat: 39.41 });
    const { lon, lat } = movedBy({ lon: -0.32, lat: 39.41 }, plane, 10, -1);
    expect(plane.x(lon)).toBeCloseTo(10, 6);
    expect(plane.y(lat)).toBeCloseTo(-1, 6);
  });
});

describe("the map of the course", () => {
  const path = pathOf([
    {
      n: 5,
      time_ms: Float64Array.of(0, 100, 1000, 2000, 60_000),
      lat_deg: Float64Array.of(39, 39, 39.001, 39.002, 39.003),
      lon_deg: Float64Array.of(0, 0, 0, 0.001, 0.001),
    },
  ]);

  it("takes a fix a second", () => expect([...path.time_ms]).toEqual([0, 1000, 2000, 60_000]));
  it("draws no line across a pause of the recording", () =>
    expect(drawnPoints(path, 0, 60_000)).toEqual([[0, 39], [0, 39.001], [0.001, 39.002], null, [0.001, 39.003]]));
  it("knows where a boat was between two fixes, and not in a pause", () => {
    expect(placeAt(path, 1500)!.lon).toBeCloseTo(0.0005, 9);
    expect(placeAt(path, 30_000)).toBeNull();
  });
  it("shows the whole course", () => {
    const area = areaOf([path], [], 0, 60_000)!;
    const camera = cameraOf(area, 500, 400, WHOLE);
    for (let row = 0; row < path.time_ms.length; row++) {
      const [x, y] = pixelOf(camera, area.plane, { lon: path.lon_deg[row]!, lat: path.lat_deg[row]! });
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(500);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(400);
    }
  });
  it("has no area without tracks and marks", () => expect(areaOf([null], [], 0, 1)).toBeNull());
  it("puts a new line across the wind, its pin to the left looking upwind", () => {
    const at_ms = Date.parse(race().start_time);
    const boat = { time_ms: Float64Array.of(at_ms), lon_deg: Float64Array.of(0), lat_deg: Float64Array.of(39) };
    const { pin, committee } = newLine(race().start_time, { twd_deg: 0 }, [boat, null])!;
    expect(pin.lon).toBeLessThan(committee.lon);
    expect(pin.lat).toBeCloseTo(committee.lat, 9);
    expect(newLine(race().start_time, race(), [null])).toBeNull();
  });
});

describe("a time of day", () => {
  const day_ms = Date.parse("2026-11-15T11:30:00Z");
  it("is that of the zone of the race", () => {
    expect(timeOfDay("12:30:05", day_ms, ZONE)).toBe(Date.parse("2026-11-15T11:30:05Z"));
    expect(timeOfDay("9.05", day_ms, ZONE)).toBe(Date.parse("2026-11-15T08:05:00Z"));
  });
  it("is none of other text", () => {
    for (const text of ["", "noon", "25:00", "12:61", "12:30:99"]) expect(timeOfDay(text, day_ms, ZONE)).toBeNull();
  });
});
