import type { RaceCorrection } from "@leebow/core";
import { describe, expect, it } from "vitest";
import { raceDay } from "../e2e/race-sailed";
import { momentOf } from "../src/race/report/corrections";
import { correctionText } from "../src/race/report/races-dialog";
import { numberOf, pastedRatings, ratingsOf, withRatings } from "../src/race/report/ratings";

const race = raceDay().races[0]!;
const at = momentOf(race);
const later = "2026-11-15T23:00:00.000Z";

describe("ratings", () => {
  it("are kept for all races of the day, scores for one, and what others set stays", () => {
    const theirs: RaceCorrection[] = [
      { action: "set_clock", track: "4101", ahead_s: 2 },
      { action: "set_rating", track: "9999", rating: 1 },
      { action: "set_score", at: later, track: "4101", score: "dsq" },
    ];
    const before = ratingsOf(theirs, race, ["4101", "4102"]);
    expect(before.boats).toEqual([
      { track: "4101", rating: "", start_after: "", score: "none" },
      { track: "4102", rating: "", start_after: "", score: "none" },
    ]);
    const form = {
      system: "time_on_distance" as const,
      course: "4,5",
      boats: [
        { track: "4101", rating: "62.5", start_after: "5", score: "none" as const },
        { track: "4102", rating: "", start_after: "", score: "ocs" as const },
      ],
    };
    const list = withRatings(theirs, race, form);
    expect(list).toEqual([
      ...theirs,
      { action: "set_handicap", system: "time_on_distance" },
      { action: "set_course_length", at, length_nm: 4.5 },
      { action: "set_rating", track: "4101", rating: 62.5, start_after_s: 300 },
      { action: "set_score", at, track: "4102", score: "ocs" },
    ]);
    expect(ratingsOf(list, race, ["4101", "4102"])).toEqual({ ...form, course: "4.5" });
    const after = { action: "set_rating", track: "4101", rating: 1, start_after_s: 200 } as const;
    const [uneven] = ratingsOf([after], race, ["4101"]).boats;
    expect(uneven!.start_after).toBe("3.333");
    expect(withRatings([], race, { system: "time_on_time", course: "", boats: [uneven!] })).toContainEqual(after);
    const none = form.boats.map(({ track }) => ({ track, rating: "", start_after: "", score: "none" as const }));
    expect(withRatings(list, race, { ...form, course: "", boats: none })).toEqual(theirs);
  });

  it("are pasted by sail number or sailor, with comma or point, and lines without a boat are given back", () => {
    const boats = [
      { track: "1", names: ["ESP 30782", "Ada Smith"] },
      { track: "2", names: ["GER 7", "Ben Müller"] },
      { track: "3", names: ["GER 8", "Ben Müller"] },
    ];
    const { ratings, unknown } = pastedRatings(
      "esp-30782; 0,965\r\nGER 7\t-12.5\n\nBen Müller 3\nNobody 1\nAda",
      boats,
    );
    expect([...ratings]).toEqual([
      ["1", "0,965"],
      ["2", "-12.5"],
    ]);
    expect(unknown).toEqual(["Ben Müller 3", "Nobody 1", "Ada"]);
    expect([numberOf("0,965"), numberOf(" "), numberOf("x")]).toEqual([0.965, Number.NaN, Number.NaN]);
  });
});

it("every correction is a sentence that names boat and race", () => {
  const place = { lat_deg: 1, lon_deg: 2 };
  const all: RaceCorrection[] = [
    { action: "set_gun", at, gun_time: later },
    { action: "set_clock", track: "a", ahead_s: -2 },
    { action: "place_mark", at, waypoint: 2, mark: 1, ...place },
    { action: "place_line_end", at, end: "pin", ...place },
    { action: "set_finish", at, end: "committee", ...place },
    { action: "merge_race", at },
    { action: "split_race", at: later },
    { action: "exclude_boat", at, track: "a" },
    { action: "set_handicap", system: "time_on_time" },
    { action: "set_rating", track: "a", rating: 0.965, start_after_s: -60 },
    { action: "set_course_length", at, length_nm: 4.5 },
    { action: "set_score", at, track: "a", score: "ocs" },
  ];
  const texts = all.map((one) =>
    correctionText(
      one,
      () => "Ada",
      () => "23:00",
      () => "12:30",
    ),
  );
  expect(texts).toEqual([
    "Gun at 23:00",
    "Clock of Ada: 2.0 s behind",
    "Mark 2, the second of the gate, placed, race of 12:30",
    "Starting line, pin end placed, race of 12:30",
    "Finishing line, committee boat's end placed, race of 12:30",
    "The race of 12:30 joined with the next one",
    "A race begins at 23:00",
    "Ada took no part in the race of 12:30",
    "Ratings are time on time",
    "Rating of Ada: 0.965, class start 1 min 0 s before the gun",
    "Course of 4.50 nm, race of 12:30",
    "Ada: OCS, race of 12:30",
  ]);
});
