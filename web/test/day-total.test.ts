import type { TrackMetric } from "@leebow/api/contract";
import { describe, expect, it } from "vitest";
import { dayTotal } from "../src/tracks/days";

const track = (distance: number, duration: number) => ({ metric: { distance, duration } as TrackMetric });

describe("the total of a day", () => {
  it("adds what was sailed in several tracks", () => {
    expect(dayTotal([track(1609.344, 3600), track(3218.688, 1800)])).toBe("2 tracks, 3.00 mi, 01:30:00");
  });
  it("is not said of one track, and not while one is being worked out", () => {
    expect(dayTotal([track(1609, 60)])).toBeNull();
    expect(dayTotal([track(1609, 60), { metric: null }])).toBeNull();
  });
});
