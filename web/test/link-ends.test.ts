import { describe, expect, it } from "vitest";
import { endOf, linkEnds, NEVER } from "../src/race/link-ends";

const NOW_MS = Date.parse("2026-11-21T12:00:00Z");
const endsAt = (days: number) => new Date(NOW_MS + days * 24 * 3600 * 1000).toISOString();

describe("the end of a link", () => {
  it("is one of the choices when it was chosen just now", () => {
    for (const days of ["1", "7", "30"]) {
      const expires = endOf(days, NOW_MS);
      expect(linkEnds(expires, NOW_MS + 60_000)).toMatchObject({ value: days });
      expect(linkEnds(expires, NOW_MS).choices.map(({ label }) => label)).toEqual([
        "Ends after 1 day",
        "Ends after 7 days",
        "Ends after 30 days",
        "Never ends",
      ]);
    }
  });

  it("is a date of its own when it was chosen on another day, and stays when that is chosen again", () => {
    const { choices, value } = linkEnds(endsAt(5), NOW_MS);
    expect(choices[0]!.label).toMatch(/^Ends 26 Nov, \d\d:\d\d$/);
    expect([choices.length, value, endOf(value, NOW_MS)]).toEqual([5, endsAt(5), endsAt(5)]);
  });

  it("may never come", () => {
    expect(linkEnds(null).value).toBe(NEVER);
    expect(endOf(NEVER)).toBeNull();
  });
});
