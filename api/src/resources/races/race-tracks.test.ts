import type { RaceTrack } from "@leebow/core/node";
import { expect, it } from "vitest";
import { joinedParts } from "./race-tracks.ts";

/** A recording with a fix each second, from a second on. */
function recording(from_s: number, n: number, wind_deg: number | null): RaceTrack {
  const float = (value: number) => new Float32Array(n).fill(value);
  const wind = (value: number) => (wind_deg === null ? new Float32Array() : float(value));
  const time_ms = Float64Array.from({ length: n }, (_, i) => 1000 * (from_s + i));
  const turn = { kind: "tack", start_ms: 1, time_ms: 2, end_ms: 3, recovered_ms: 4, counted: true } as const;
  return {
    facts: { name: "a.gpx", boat_class: "49er", flip_probability: from_s / 100, turns: [turn], events: [] },
    time_ms,
    lat_deg: new Float64Array(n).fill(54),
    lon_deg: new Float64Array(n).fill(10),
    sog_mps: float(3),
    cog_deg: float(from_s),
    ewd_deg: wind(wind_deg ?? 0),
    ewd_sd_deg: wind(5),
  };
}

it("a boat with two recordings is one track, which has the turns of both and the less certain wind", () => {
  const joined = joinedParts("12", [recording(0, 3, 200), recording(10, 2, null)]);
  expect([...joined.time_ms]).toEqual([0, 1000, 2000, 10_000, 11_000]);
  expect([...joined.cog_deg]).toEqual([0, 0, 0, 10, 10]);
  expect([...joined.ewd_deg]).toEqual([200, 200, 200, NaN, NaN]);
  expect(joined.facts).toMatchObject({ name: "12", boat_class: "49er", flip_probability: 0.1 });
  expect(joined.facts.turns).toHaveLength(2);
});

it("a fix that ends one recording and begins the next is one row", () => {
  const joined = joinedParts("12", [recording(0, 3, null), recording(2, 3, null)]);
  expect([...joined.time_ms]).toEqual([0, 1000, 2000, 3000, 4000]);
  expect([joined.sog_mps.length, joined.ewd_deg.length]).toEqual([5, 0]);
});
