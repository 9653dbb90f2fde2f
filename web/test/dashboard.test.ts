import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hoursMinutes } from "../src/format/times";
import { limitsText, timeInBands, withoutBands } from "../src/season/grouping.ts";
import { regattaPercent } from "../src/season/regatta-panel";
import { selectedSessions } from "../src/season/report-filter";
import {
  addDays,
  basisOf,
  daysOf,
  filterOf,
  groupByOf,
  rangeBefore,
  SEASON_RANGES,
  withFilter,
} from "../src/season/report-filter.ts";
import { countChange, timeChange } from "../src/season/stats-panel.tsx";
import { sailorsOf } from "../src/season/use-filter";

const TODAY = "2026-11-21";

describe("the percentage mode of Regatta Results", () => {
  it("maps the positions from 1 to the number of competitors onto 100 to 0, as docs/vectors has it", () => {
    const { cases } = JSON.parse(readFileSync(new URL("../../docs/vectors/dashboard.json", import.meta.url), "utf8"));
    const known = cases.find(({ question }: { question: string }) => question === "regatta_percent");
    expect(known.input.finishes.map(regattaPercent)).toEqual(known.expected);
    expect(regattaPercent({ pos: 3, num_competitors: null })).toBeNull();
    expect(regattaPercent({ pos: 0, num_competitors: 9 })).toBeNull();
  });
});

describe("the choices of View As", () => {
  const person = (id: number, first_name: string) => ({
    id,
    first_name,
    last_name: "S",
    email: "",
    profile_img: null,
    pending: false,
  });

  it("are the user first, then the athletes and coaches of all teams by name, each once", () => {
    const teams = [
      { coaches: [person(1, "Me"), person(7, "Zoe")], athletes: [person(3, "Ben")] },
      { coaches: [person(3, "Ben")], athletes: [person(1, "Me"), person(5, "Ada")] },
      { coaches: [], athletes: [{ ...person(8, "Unconfirmed"), pending: true }] },
    ];
    expect(sailorsOf(person(1, "Me"), teams).map(({ id }) => id)).toEqual([1, 5, 3, 7]);
    expect(sailorsOf(person(1, "Me"), [])).toEqual([{ id: 1, name: "Me S" }]);
  });
});

describe("the thirds of the boat's own upwind speed", () => {
  const thirds = (boat_class: string, sessions: number) => ({
    boat_class,
    sessions,
    slow_below_kn: sessions < 3 ? null : 4,
    fast_above_kn: sessions < 3 ? null : 5.25,
    time_in_bands: sessions < 3 ? { slow: 0, middle: 0, fast: 0 } : { slow: 3600, middle: 60, fast: 0 },
  });
  const filter = filterOf(new URLSearchParams(), TODAY);

  it("add up over the classes, and name the limits where there is one class alone", () => {
    const [laser, skiff, few] = [thirds("Laser", 9), thirds("49er", 4), thirds("470", 2)];
    expect(timeInBands({ speed_bands: [laser, skiff, few] })).toEqual({ slow: 7200, middle: 120, fast: 0 });
    expect(limitsText({ speed_bands: [laser, few] })).toBe(
      "Thirds of all 9 sessions in the Laser: slow below 4.0 kn, fast above 5.3 kn on average upwind.",
    );
    expect(limitsText({ speed_bands: [laser, skiff] })).toBe("Each class is split in thirds of its own.");
  });

  it("say how many sessions there are with enough upwind, of whom the reports are", () => {
    expect(withoutBands({ speed_bands: [thirds("Laser", 1), thirds("470", 2)] }, filter)).toMatch(
      /^Bands of your own upwind speed need three sessions .*; there are 2\./,
    );
    expect(withoutBands({ speed_bands: [] }, { ...filter, user: 7 })).toMatch(
      /^Bands of the boat's own upwind speed .*; there are none\./,
    );
    expect(withoutBands({ speed_bands: [thirds("Laser", 9)] }, filter)).toBe(
      "None of these sessions has ten minutes straight upwind.",
    );
  });
});

describe("the filter of the dashboard", () => {
  const of = (text: string) => filterOf(new URLSearchParams(text), TODAY);

  it("is the last 30 days of all classes and the user's own sessions, without anything in the address", () => {
    expect(of("")).toEqual({
      range: "last30",
      start: "2026-10-22",
      end: TODAY,
      boat_class: null,
      user: null,
      team: null,
    });
  });

  it("has a team in the place of a person on the pages whose figures can be those of a team", () => {
    const address = new URLSearchParams("team=3&user=7&class=49er");
    expect(filterOf(address, TODAY)).toMatchObject({ user: 7, team: null });
    expect(filterOf(address, TODAY, { withTeams: true })).toMatchObject({ user: null, team: 3, boat_class: "49er" });
    expect(withFilter(address, { team: 4 }).toString()).toBe("team=4");
    expect(withFilter(address, { user: null }).toString()).toBe("");
  });

  it("has this year, chosen days, a class and a person from the address", () => {
    expect(of("range=year")).toMatchObject({ range: "year", start: "2026-01-01", end: TODAY });
    expect(of("start=2026-02-27&end=2026-03-02&class=49er&user=7")).toEqual({
      range: "chosen",
      start: "2026-02-27",
      end: "2026-03-02",
      boat_class: "49er",
      user: 7,
      team: null,
    });
  });

  it("is the default where the address is not valid", () => {
    for (const wrong of ["start=2026-13-01&end=2026-13-02", "start=2026-03-02&end=2026-03-01", "start=x&end=y"])
      expect(of(wrong).range).toBe("last30");
    expect(of("user=me").user).toBeNull();
    expect(basisOf(new URLSearchParams("basis=polar"))).toBeNull();
    expect(basisOf(new URLSearchParams("basis=speed"))).toBe("speed");
    expect(groupByOf(new URLSearchParams("by=sail"))).toBeNull();
    expect(groupByOf(new URLSearchParams("by=wind"))).toBe("wind");
  });

  it("of a polar is this season by default, which begins in March or September", () => {
    const on = (today: string, text = "") => filterOf(new URLSearchParams(text), today, { ranges: SEASON_RANGES });
    expect(on(TODAY)).toMatchObject({ range: "season", start: "2026-09-01", end: TODAY });
    expect(on("2026-08-31").start).toBe("2026-03-01");
    expect(on("2026-02-28").start).toBe("2025-09-01");
    expect(on(TODAY, "range=last30").range).toBe("season");
    const all = withFilter(new URLSearchParams("side=port"), { range: "all" }, SEASON_RANGES);
    expect(all.toString()).toBe("side=port&range=all");
    expect(on(TODAY, all.toString()).start < "1990").toBe(true);
    expect(withFilter(all, { range: "season" }, SEASON_RANGES).toString()).toBe("side=port");
  });

  it("changes the address, which leaves defaults out and other values as they are", () => {
    const from = new URLSearchParams("start=2026-01-02&end=2026-01-03&class=49er&basis=speed");
    expect(withFilter(from, { range: "year" }).toString()).toBe("class=49er&basis=speed&range=year");
    expect(withFilter(from, { range: "last30" }).toString()).toBe("class=49er&basis=speed");
    expect(withFilter(from, { days: null }).toString()).toBe("class=49er&basis=speed");
    expect(withFilter(from, { boat_class: null }).get("class")).toBeNull();
    // Another person has sailed other classes.
    expect(withFilter(from, { user: 4 }).toString()).toBe("start=2026-01-02&end=2026-01-03&basis=speed&user=4");
    expect(of(withFilter(from, { days: { from: "2026-05-01", to: "2026-05-01" } }).toString()).start).toBe(
      "2026-05-01",
    );
  });

  it("is compared with as many days before", () => {
    const filter = of("start=2026-03-01&end=2026-03-10");
    expect(rangeBefore(filter)).toMatchObject({ start: "2026-02-19", end: "2026-02-28" });
    expect(daysOf(rangeBefore(filter))).toBe(daysOf(filter));
    expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  });
});

describe("the figures of the dashboard", () => {
  it("are compared in words", () => {
    expect([3, -12, 0].map(countChange)).toEqual(["3 more", "12 fewer", "as many"]);
    expect([34_800, -720, 10].map(timeChange)).toEqual(["9:40 more", "0:12 less", "no more and no less"]);
    expect(hoursMinutes(148_320)).toBe("41:12");
  });

  it("lead to the sessions that have a part of them", () => {
    const session = (track_id: number, tacks: number) => ({ track_id, tacks }) as never;
    const behind = { title: "Tacks", value: (one: { tacks: number }) => one.tacks, text: String, column: "Tacks" };
    expect(selectedSessions([session(1, 0), session(2, 4)], behind)).toEqual([session(2, 4)]);
    expect(selectedSessions([session(1, 0), session(2, 4)], { ...behind, track_ids: [1] })).toEqual([session(1, 0)]);
  });
});
