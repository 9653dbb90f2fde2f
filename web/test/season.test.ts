import { describe, expect, it } from "vitest";
import { columnOf, dayOfKey, mondayOf, stripsOf, weekday } from "../src/season/days-card";
import { seasonFilterOf, withSeasonFilter } from "../src/season/season-filter";

describe("the calendar of a season", () => {
  it("has a column for each week from Monday, the first and the last of a year shorter", () => {
    const [year] = stripsOf([2026], "2026-11-22", false);
    expect(year!.days).toHaveLength(365);
    expect([weekday("2026-01-01"), columnOf(year!, "2026-01-01")]).toEqual([3, 0]);
    expect([weekday("2026-01-05"), columnOf(year!, "2026-01-05")]).toEqual([0, 1]);
    expect(columnOf(year!, "2026-12-31")).toBe(52);
    // A leap year that begins on a Sunday touches 54 weeks.
    expect(columnOf(stripsOf([2040], "2040-12-31", false)[0]!, "2040-12-31")).toBe(53);
  });

  it("has the latest year first, and on a phone half years that have begun", () => {
    expect(stripsOf([2025, 2026], "2026-11-22", false).map(({ label }) => label)).toEqual(["2026", "2025"]);
    const halves = stripsOf([2025, 2026], "2026-05-01", true);
    expect(halves.map(({ days }) => [days[0], days.at(-1)])).toEqual([
      ["2026-01-01", "2026-06-30"],
      ["2025-01-01", "2025-06-30"],
      ["2025-07-01", "2025-12-31"],
    ]);
  });

  it("leads by day and week across the end of a month and of summer time", () => {
    expect(dayOfKey("ArrowDown", "2026-03-28")).toBe("2026-03-29");
    expect(dayOfKey("ArrowLeft", "2026-11-01")).toBe("2026-10-25");
    expect(dayOfKey("Enter", "2026-11-01")).toBeNull();
    expect(mondayOf("2026-11-22")).toBe("2026-11-16");
  });
});

describe("the filter of a season in the address", () => {
  const TODAY = "2026-11-22";
  const of = (search: string) => seasonFilterOf(new URLSearchParams(search), TODAY);

  it("is this year without anything, and all sessions have no days", () => {
    expect(of("")).toMatchObject({
      range: "year",
      start: "2026-01-01",
      end: TODAY,
      wind: null,
      user: null,
      team: null,
    });
    expect(of("range=season")).toMatchObject({ start: "2025-11-23", end: TODAY });
    expect(of("range=all")).toMatchObject({ start: null, end: null });
    expect(of("start=2026-05-01&end=2026-05-03")).toMatchObject({ range: "chosen", end: "2026-05-03" });
    expect(of("start=2026-05-09&end=2026-05-03&wind=Storm&user=-1")).toEqual(of(""));
  });

  it("forgets class and wind with another person, and the team with a person", () => {
    const team = withSeasonFilter(new URLSearchParams("class=Laser&wind=Light&user=3&range=all"), { team: 7 });
    expect(team.toString()).toBe("range=all&team=7");
    expect(withSeasonFilter(team, { user: 4 }).toString()).toBe("range=all&user=4");
    expect(withSeasonFilter(team, { range: "year" }).toString()).toBe("team=7");
  });
});
