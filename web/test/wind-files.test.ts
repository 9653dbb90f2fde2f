import type { WindFile } from "@leebow/api/contract";
import { describe, expect, it } from "vitest";
import { instantOf, wallTime } from "../src/format/times";
import { byCoverage, coverageText, coveredPart } from "../src/wind-log/attach-wind-file";
import { moved } from "../src/wind-log/create-report";
import { byWindDay, fileTimes } from "../src/wind-log/wind-file-text.ts";

const windFile = (over: Partial<WindFile> = {}): WindFile => ({
  id: 1,
  user: 1,
  original_name: "station.txt",
  start_time: "2026-06-06T11:17:00Z",
  end_time: "2026-06-06T12:03:00Z",
  time: "2026-06-06T16:40:00Z",
  undated: false,
  has_direction: true,
  points: 500,
  bytes: 1000,
  tz: "Europe/Budapest",
  location: "Balatonfüred, Hungary",
  static_map: null,
  static_map_dark: null,
  processing_status: 3,
  error: null,
  wind_reports: [],
  can: { change: true },
  ...over,
});

const track = { start_time: "2026-06-06T11:00:00Z", end_time: "2026-06-06T12:00:00Z", tz: "Europe/Budapest" };

describe("a wind file without a date", () => {
  const file = windFile({ undated: true, start_time: "1970-01-01T10:00:00Z", end_time: "1970-01-01T10:40:00Z" });
  it("has times of day, and stands at the day of its upload", () => {
    expect(fileTimes(file)).toBe("10:00 to 10:40, without a date");
    expect(byWindDay([file]).map(({ key }) => key)).toEqual(["2026-06-06"]);
    expect(coverageText(file, track)).toBe("no date");
  });
});

describe("how much of a track a wind file covers", () => {
  it("is the common part of their times", () => {
    const part = coveredPart(windFile(), track);
    expect(part?.from).toBeCloseTo(17 / 60, 9);
    expect(part?.to).toBe(1);
    expect(coverageText(windFile(), track)).toBe("covers 72\u00a0%");
  });
  it("is never rounded to all or nothing", () => {
    expect(coverageText(windFile({ start_time: "2026-06-06T11:00:05Z" }), track)).toBe("covers 99\u00a0%");
    expect(coverageText(windFile({ start_time: "2026-06-06T11:59:55Z" }), track)).toBe("covers 1\u00a0%");
    expect(coverageText(windFile({ start_time: "2026-06-06T10:00:00Z" }), track)).toBe("covers 100\u00a0%");
  });
  it("is nothing on another day, or at another time of the day", () => {
    const day = (date: string) => ({ start_time: `${date}T13:00:00Z`, end_time: `${date}T14:00:00Z` });
    expect(coverageText(windFile(day("2026-06-06")), track)).toBe("other time");
    expect(coverageText(windFile(day("2026-06-07")), track)).toBe("other day");
    expect(coverageText(windFile({ start_time: null }), track)).toBeNull();
  });
  it("orders the choice, before the newest", () => {
    const other = { start_time: "2020-01-01T00:00:00Z", end_time: "2020-01-01T01:00:00Z" };
    const files = [
      windFile({ id: 1, ...other, time: "2026-06-08T00:00:00Z" }),
      windFile({ id: 2, ...other, time: "2026-06-09T00:00:00Z" }),
      windFile({ id: 3 }),
      windFile({ id: 4, processing_status: 1, start_time: null }),
    ];
    expect(byCoverage(files, track).map(({ id }) => id)).toEqual([3, 4, 2, 1]);
  });
});

describe("the list of wind files", () => {
  it("is by the day of the wind on its water, newest first, with the place they share", () => {
    const days = byWindDay([
      windFile({ id: 1 }),
      // 23:30 UTC of 5 June is 6 June in Budapest.
      windFile({ id: 2, start_time: "2026-06-05T23:30:00Z", location: null }),
      windFile({ id: 3, start_time: "2026-06-01T10:00:00Z", location: "Siófok, Hungary" }),
    ]);
    expect(days.map(({ title, files }) => [title, files.map(({ id }) => id)])).toEqual([
      ["Saturday 6 June 2026", [1, 2]],
      ["Monday 1 June 2026", [3]],
    ]);
    expect(days[0]?.location).toBe("Balatonfüred, Hungary");
  });
  it("tells both days of a log that runs over midnight", () => {
    expect(fileTimes(windFile())).toBe("13:17 to 14:03, Budapest time");
    expect(fileTimes(windFile({ end_time: "2026-06-07T12:03:00Z" }))).toBe("6 Jun 2026, 13:17 to 7 Jun 2026, 14:03");
    expect(fileTimes(windFile({ start_time: null }))).toBeNull();
  });
});

describe("a wall-clock time", () => {
  it("is that of the zone, to the minute before or after", () => {
    const at = Date.parse("2026-06-06T11:17:26Z");
    expect(wallTime(at, "Europe/Budapest")).toBe("2026-06-06T13:17");
    expect(wallTime(at, "Europe/Budapest", "up")).toBe("2026-06-06T13:18");
    expect(wallTime(at, null)).toBe("2026-06-06T11:17");
  });
  it("is read back as the same instant, also beside a change of the clock", () => {
    // The clock of Budapest goes from 02:00 to 03:00 on 29 March 2026 at 01:00 UTC.
    for (const time of ["2026-03-29T00:59:00Z", "2026-03-29T01:00:00Z", "2026-06-06T11:17:00Z", "2026-12-01T23:30:00Z"])
      for (const zone of ["Europe/Budapest", "America/New_York", "Asia/Kathmandu", null])
        expect(instantOf(wallTime(Date.parse(time), zone), zone)).toBe(Date.parse(time));
  });
});

describe("the window of a report", () => {
  const minutes = (from: number, to: number) => ({ from_ms: from * 60_000, to_ms: to * 60_000 });
  const range = minutes(0, 60);
  const value = minutes(10, 20);
  it("is dragged at its ends in whole minutes, within the file, and is never empty", () => {
    expect(moved(value, range, "start", minutes(12.4, 20))).toEqual(minutes(12, 20));
    expect(moved(value, range, "start", minutes(50, 20))).toEqual(minutes(19, 20));
    expect(moved(value, range, "end", minutes(10, 90))).toEqual(minutes(10, 60));
    expect(moved(value, range, "end", minutes(10, -5))).toEqual(minutes(10, 11));
  });
  it("keeps its length when it is dragged as a whole", () => {
    expect(moved(value, range, "both", minutes(55, 65))).toEqual(minutes(50, 60));
    expect(moved(value, range, "both", minutes(-3, 7))).toEqual(minutes(0, 10));
  });
  it("is another one when it is dragged beside it", () => {
    expect(moved(value, range, "new", minutes(30.2, 41.6))).toEqual(minutes(30, 42));
    expect(moved(value, range, "new", minutes(59.9, 60))).toEqual(minutes(59, 60));
  });
});
