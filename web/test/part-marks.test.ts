/** The signs on the map of what is left out of a recording. */
import type { TrackPart } from "@leebow/core";
import { expect, it } from "vitest";
import { freePlace, partPlaces } from "../src/map/part-marks";
import { Plane } from "../src/map/plane";
import { boatOf } from "../src/playback/boat";
import { columnsOf, reportOf } from "./helpers";

const columns = columnsOf(600);
const at = (row: number) => new Date(columns.time_ms[row]!).toISOString();
const part = (kind: TrackPart["kind"], start: number, end: number, sport: string | null = null): TrackPart => ({
  kind,
  start,
  end,
  start_time: at(start),
  end_time: at(end - 1),
  left_out: kind !== "sailing",
  by_hand: false,
  probability: 1,
  sport,
  reason: null,
});

it("stand where each part begins, once, and none on what is sailing", () => {
  const parts = [
    part("other_sport", 0, 100, "cycling"),
    part("towed", 100, 200),
    part("sailing", 200, 400),
    { ...part("sailing", 400, 500), left_out: true },
    part("on_land", 500, 600),
  ];
  const plane = new Plane({ lon: columns.lon_deg[0]!, lat: columns.lat_deg[0]! });
  const signs = partPlaces(boatOf("a.gpx", reportOf({ parts }), columns), plane);
  expect(signs.map(({ look }) => look)).toEqual(["bike", "link", "car"]);
  for (const [i, row] of [0, 100, 500].entries()) {
    const { x, y } = freePlace(signs[i]!, [], 50);
    expect(x).toBeCloseTo(plane.x(columns.lon_deg[row]!), 3);
    expect(y).toBeCloseTo(plane.y(columns.lat_deg[row]!), 3);
  }
});

it("stand clear of the last maneuver before them, where there is room", () => {
  const places = [0, 10, 20, 30].map((x) => ({ x, y: 0 }));
  const car = { look: "car", places } as const;
  expect(freePlace(car, [{ x: -2, y: 0 }], 15)).toEqual({ x: 20, y: 0 });
  expect(freePlace(car, [{ x: 15, y: 0 }], 100)).toEqual({ x: 0, y: 0 });
});
