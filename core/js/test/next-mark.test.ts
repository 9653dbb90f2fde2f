import { expect, it } from "vitest";
import { nextMark, type RaceBoat, type RaceReport } from "../src/index.ts";

const mark = (lat_deg: number) => ({ lat_deg, lon_deg: 10.2, passings: 3, sd_m: 5, basis: "estimated" as const });
const waypoint = (id: number, kind: RaceReport["waypoints"][number]["kind"], lats: number[]) => ({
  id,
  kind,
  side: null,
  marks: lats.map(mark),
  moved: false,
});
const leg = (to: number, kind: RaceReport["legs"][number]["kind"]) => ({
  from: to - 1,
  to,
  kind,
  length_m: 900,
  axis_deg: 0,
  twd_deg: 0,
  twd_sd_deg: 3,
});

/** Up to a mark, down to a gate, up to a mark of which only the time is known, down to the finish. */
const race: Pick<RaceReport, "start_time" | "waypoints" | "legs"> = {
  start_time: "2026-08-09T12:00:00.000Z",
  waypoints: [
    waypoint(0, "line", [54.4, 54.401]),
    waypoint(1, "mark", [54.41]),
    waypoint(2, "gate", [54.402, 54.403]),
    waypoint(3, "mark", []),
    waypoint(4, "finish", [54.399, 54.398]),
  ],
  legs: [leg(1, "up"), leg(2, "down"), leg(3, "up"), leg(4, "down")],
};
const at = (minute: number) => Date.parse(race.start_time) + 60_000 * minute;
const passed = (waypoint: number, minute: number): RaceBoat["passings"][number] => ({
  waypoint,
  time: new Date(at(minute)).toISOString(),
  sd_s: 1,
  place: 1,
  place_sure: true,
  behind_s: 0,
});

it("a boat sails to the waypoint after the last that she passed", () => {
  const boat = { passings: [passed(1, 8), passed(2, 14), passed(3, 22), passed(4, 29)] };
  const shown = (minute: number) => {
    const next = nextMark(race, boat, at(minute));
    return next && [next.kind, ...next.marks.map(({ lat_deg }) => lat_deg)];
  };
  expect(shown(-1)).toBeNull();
  expect(shown(0)).toEqual(["up", 54.41]);
  expect(shown(8)).toEqual(["down", 54.402, 54.403]);
  // The place of this mark is not known.
  expect(shown(15)).toBeNull();
  expect(shown(23)).toEqual(["down", 54.399, 54.398]);
  expect(shown(30)).toBeNull();
});

it("a mark at which she was not seen is behind her once she was at the next one", () => {
  const boat = { passings: [null, passed(2, 14), null, null] };
  expect(nextMark(race, boat, at(10))?.kind).toBe("up");
  expect(nextMark(race, boat, at(16))).toBeNull();
  const missing = { passings: [passed(1, 8), null, passed(3, 22), null] };
  expect(nextMark(race, missing, at(23))!.marks[0]!.lat_deg).toBe(54.399);
});
