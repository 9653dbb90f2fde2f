import { racesOfArrow } from "@leebow/core/arrow";
import { describe, expect, it } from "vitest";
import { gapBytes, raceDay } from "../e2e/race-sailed";
import { courseAt } from "../src/map/course";
import { standingsOf } from "../src/session/standings";

const day = raceDay();
const race = day.races[0]!;
const columns = racesOfArrow(gapBytes());
const ids = race.boats.map(({ track }) => Number(track));
const ms = (iso: string) => Date.parse(iso);

describe("the places of a replay", () => {
  const standings = standingsOf(day, columns, ids);

  it("are those of the report once all boats have finished, and none outside of a race", () => {
    const end = standings.at(ms(race.end_time));
    expect(end.map((one) => one?.place)).toEqual(race.boats.map(({ place }) => place));
    expect(end[0]!.behind_s).toBe(0);
    expect(end[1]!.behind_s).toBeCloseTo(race.boats[1]!.passings.at(-1)!.behind_s, 6);
    expect(standings.at(ms(race.start_time) - 1000)).toEqual(ids.map(() => null));
    expect(standings.guns_ms).toEqual([ms(race.start_time)]);
  });

  it("follow progress along the course, and are not sure where the gap is smaller than its uncertainty", () => {
    const at_ms = (ms(race.start_time) + ms(race.end_time)) / 2;
    const now = standings.at(at_ms);
    const places = now.flatMap((one) => (one ? [one.place] : []));
    expect(places.toSorted((a, b) => a - b)).toEqual(places.map((_, at) => at + 1));
    const leader = now.find((one) => one?.place === 1)!;
    expect(leader.behind_s).toBeLessThan(1);
    const close = structuredClone(columns);
    for (const boats of close) for (const boat of boats) boat.behind_sd_s.fill(600);
    const unsure = standingsOf(day, close, ids).at(at_ms);
    expect(unsure.flatMap((one) => (one ? [one.is_sure] : [])).every((sure) => !sure)).toBe(true);
  });

  it("come with the course that the map draws: line, marks and finish of the race, estimated ones as such", () => {
    const [course] = standings.courses;
    const { line, waypoints } = race;
    expect(course!.start_ms).toBe(ms(race.start_time));
    expect(course!.marks.map(({ label }) => label)).toEqual(expect.arrayContaining(["Pin", "Boat"]));
    expect(course!.lines[0]!.map(({ lon }) => lon)).toEqual([line!.pin.lon_deg, line!.committee.lon_deg]);
    expect(course!.marks.length).toBeGreaterThan(2);
    const estimated = waypoints.flatMap(({ marks }) => marks).filter(({ basis }) => basis === "estimated");
    expect(course!.marks.some(({ isEstimated }) => isEstimated)).toBe(estimated.length > 0);
    const next = { ...course!, start_ms: course!.start_ms + 3_600_000 };
    const at = (after_ms: number) => courseAt([course!, next], course!.start_ms + after_ms)?.start_ms;
    // Before the gun of the next race its course is the one that matters.
    expect([at(-7_200_000), at(0), at(3_500_000)]).toEqual([course!.start_ms, course!.start_ms, next.start_ms]);
    expect(courseAt([], 0)).toBeNull();
  });

  it("are not known of a boat that the report does not have", () => {
    const other = standingsOf(day, columns, [1, ids[0]!]).at(ms(race.end_time));
    expect([other[0], other[1]?.place]).toEqual([null, 1]);
  });
});
