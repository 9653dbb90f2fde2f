import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sailorsOf } from "../src/dashboard/people.ts";
import { regattaPercent } from "../src/dashboard/regatta-percent.ts";
import { addDays, basisOf, daysOf, filterOf, rangeBefore, withFilter } from "../src/dashboard/report-filter.ts";
import { selectedSessions } from "../src/dashboard/sessions.ts";
import { countChange, timeChange } from "../src/dashboard/stats-panel.tsx";
import { hoursMinutes } from "../src/format/durations.ts";

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

describe("the filter of the dashboard", () => {
  const of = (text: string) => filterOf(new URLSearchParams(text), TODAY);

  it("is the last 30 days of all classes and the user's own sessions, without anything in the address", () => {
    expect(of("")).toEqual({ range: "last30", start: "2026-10-22", end: TODAY, boat_class: null, user: null });
  });

  it("has this year, chosen days, a class and a person from the address", () => {
    expect(of("range=year")).toMatchObject({ range: "year", start: "2026-01-01", end: TODAY });
    expect(of("start=2026-02-27&end=2026-03-02&class=49er&user=7")).toEqual({
      range: "chosen",
      start: "2026-02-27",
      end: "2026-03-02",
      boat_class: "49er",
      user: 7,
    });
  });

  it("is the default where the address is not valid", () => {
    for (const wrong of ["start=2026-13-01&end=2026-13-02", "start=2026-03-02&end=2026-03-01", "start=x&end=y"])
      expect(of(wrong).range).toBe("last30");
    expect(of("user=me").user).toBeNull();
    expect(basisOf(new URLSearchParams("basis=polar"))).toBeNull();
    expect(basisOf(new URLSearchParams("basis=speed"))).toBe("speed");
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
