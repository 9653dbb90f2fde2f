import { describe, expect, it } from "vitest";
import { clockShift, partCorrections, timeSpans } from "../src/commands/part-times.ts";

describe("a correction of the clock", () => {
  it("is read in weeks, days, hours, minutes and seconds, and as a time", () => {
    const shifts = ["+2h", "-3min", "+59d", "+1024w", "+1d2h", "90 s", "-0:00:03", "1:30"].map(clockShift);
    expect(shifts).toEqual([7200, -180, 5_097_600, 619_315_200, 93_600, 90, -3, 5400]);
  });

  it("is refused where it is no time", () => {
    for (const word of ["", "2", "two hours", "+2x", "1:75"])
      expect(() => clockShift(word)).toThrow("It must be a time");
  });
});

describe("a time that is left out or taken in", () => {
  const report = { start_time: "2026-06-13T10:00:00.000Z", time_zone: "Europe/Berlin" };
  const spanOf = (word: string) => timeSpans(word)[0]!;

  it("is a local time of the recording", () => {
    const [first] = partCorrections(report, [spanOf("14:03-14:20")], [], 0);
    expect(first).toEqual({
      action: "leave_out",
      start_time: "2026-06-13T12:03:00.000Z",
      end_time: "2026-06-13T12:20:00.000Z",
    });
  });

  it("may begin before the recording does, and pass midnight", () => {
    const [before] = partCorrections(report, [spanOf("11:50-12:10")], [], 0);
    expect([before!.start_time, before!.end_time]).toEqual(["2026-06-13T09:50:00.000Z", "2026-06-13T10:10:00.000Z"]);
    const late = { ...report, start_time: "2026-06-13T20:00:00.000Z" };
    const [night] = partCorrections(late, [], [spanOf("23:50-0:10")], 0);
    expect(night).toEqual({
      action: "take_in",
      start_time: "2026-06-13T21:50:00.000Z",
      end_time: "2026-06-13T22:10:00.000Z",
    });
  });

  it("is stored in the recording's own clock", () => {
    const [moved] = partCorrections(report, [spanOf("14:03-14:20")], [], 7200);
    expect(moved!.start_time).toBe("2026-06-13T10:03:00.000Z");
  });

  it("is refused where it is no span of time", () => {
    for (const word of ["14:03", "14:03-25:00", "14:03-14:03", "noon-two"])
      expect(() => timeSpans(word)).toThrow("It must be two times of day");
  });
});
