import { describe, expect, test } from "vitest";
import type { DeviceEvent, FileAnalysis, Maneuver, TrackColumns } from "../src/index.ts";
import { raceTrackOf } from "../src/race-track.ts";
import { raceAnalysisOf } from "../src/races.ts";
import type { RawRaceAnalysis } from "../src/raw.ts";

const TIME = "2026-06-01T10:00:00.000Z";

/** Three seconds at one place. */
function columnsOf(channels: Record<string, Float32Array>): TrackColumns {
  const time_ms = Float64Array.from([0, 1000, 2000], (ms) => Date.parse(TIME) + ms);
  const at = (deg: number) => new Float64Array(3).fill(deg);
  return { n: 3, time_ms, lat_deg: at(54.5), lon_deg: at(10.25), channels } as unknown as TrackColumns;
}

/** What the analysis of races reads of a report. */
function reportOf(of: {
  maneuvers?: Partial<Maneuver>[];
  events?: Partial<DeviceEvent>[];
  wind?: object | null;
  damage?: { lacks: string[] };
}) {
  const damage = { lacks: [] };
  const report = { name: "7.gpx", boat_class: "Laser", wind: null, damage, maneuvers: [], events: [], ...of };
  return report as unknown as FileAnalysis;
}

function tackOf(evidence: Partial<Maneuver["evidence"]>): Partial<Maneuver> {
  return { kind: "tack", time: TIME, counted: true, evidence: evidence as Maneuver["evidence"] };
}

describe("the track of a race from a report without wind", () => {
  const speed = { sog: new Float32Array([3, 3.5, 4]), cog: new Float32Array([10, 11, 12]) };

  test("has no wind: no columns, and no probability that it is the wrong way round", () => {
    const track = raceTrackOf(reportOf({}), columnsOf(speed));
    expect(track.facts).toEqual({
      name: "7.gpx",
      boat_class: "Laser",
      flip_probability: null,
      without_zone: false,
      turns: [],
      events: [],
    });
    expect([track.ewd_deg.length, track.ewd_sd_deg.length]).toEqual([0, 0]);
    expect(track.sog_mps).toBe(speed.sog);
  });

  test("has speeds and courses that are not known where the device recorded none", () => {
    const track = raceTrackOf(reportOf({}), columnsOf({}));
    expect([...track.sog_mps]).toEqual([NaN, NaN, NaN]);
    expect([...track.cog_deg]).toEqual([NaN, NaN, NaN]);
    expect(track.time_ms).toHaveLength(3);
  });

  test("tells times that name no zone", () => {
    const damage = { lacks: ["The times in this GPX have no time zone; they were read as UTC."] };
    expect(raceTrackOf(reportOf({ damage }), columnsOf({})).facts.without_zone).toBe(true);
  });

  test("is of a class that is not known where the report has none", () => {
    const report = { ...reportOf({}), boat_class: null } as unknown as FileAnalysis;
    expect(raceTrackOf(report, columnsOf({})).facts.boat_class).toBeNull();
  });
});

describe("the track of a race from a report with wind", () => {
  test("has the wind at the boat and the probability that it is the wrong way round", () => {
    const channels = { ewd: new Float32Array([230, NaN, 232]), ewd_sd: new Float32Array([5, NaN, 5]) };
    const track = raceTrackOf(reportOf({ wind: { flip_probability: 0.02 } }), columnsOf(channels));
    expect(track.facts.flip_probability).toBe(0.02);
    expect([track.ewd_deg, track.ewd_sd_deg]).toEqual([channels.ewd, channels.ewd_sd]);
  });
});

describe("the turns of a race", () => {
  test("are around the time of the maneuver, and recovered when the speed is back", () => {
    const tack = tackOf({ turn_start_s: -2.5, turn_end_s: 3, recovered_95_s: 11 });
    const [turn] = raceTrackOf(reportOf({ maneuvers: [tack] }), columnsOf({})).facts.turns!;
    const time_ms = Date.parse(TIME);
    expect(turn).toEqual({
      kind: "tack",
      start_ms: time_ms - 2500,
      time_ms,
      end_ms: time_ms + 3000,
      recovered_ms: time_ms + 11_000,
      counted: true,
    });
  });

  test("end with the turn where no recovery was measured", () => {
    const tack = tackOf({ turn_start_s: -2, turn_end_s: 4, recovered_95_s: null });
    const [turn] = raceTrackOf(reportOf({ maneuvers: [tack] }), columnsOf({})).facts.turns!;
    expect(turn!.recovered_ms).toBe(turn!.end_ms);
  });

  test("are none for maneuvers that do not turn", () => {
    const maneuvers = [
      tackOf({ turn_start_s: null, turn_end_s: 4, recovered_95_s: null }),
      tackOf({ turn_start_s: -2, turn_end_s: null, recovered_95_s: null }),
    ];
    expect(raceTrackOf(reportOf({ maneuvers }), columnsOf({})).facts.turns).toEqual([]);
  });
});

test("of the events of a device only the gun and the ends of the line are told", () => {
  const place = { lat_deg: 54.5, lon_deg: 10.25 };
  const kinds = ["race_start", "pin", "committee_boat", "mark", "pause"] as DeviceEvent["kind"][];
  const events = kinds.map((kind) => ({ kind, time: TIME, ...place }));
  const told = raceTrackOf(reportOf({ events }), columnsOf({})).facts.events!;
  expect(told.map(({ kind }) => kind)).toEqual(["race_start", "pin", "committee_boat"]);
  expect(told[1]).toEqual({ kind: "pin", time_ms: Date.parse(TIME), ...place });
});

describe("the result of a binding", () => {
  const boat = (race: number, track: string) => ({ race, track, time_ms: new Float64Array(1) });

  test("has the columns of each race in their order", () => {
    const columns = [boat(0, "a"), boat(2, "b"), boat(0, "c")];
    const raw = { day: JSON.stringify({ races: [{}, {}, {}] }), columns } as unknown as RawRaceAnalysis;
    const tracks = raceAnalysisOf(raw).columns.map((boats) => boats.map(({ track }) => track));
    expect(tracks).toEqual([["a", "c"], [], ["b"]]);
  });

  test("has no columns on a day without races", () => {
    const raw: RawRaceAnalysis = { day: JSON.stringify({ races: [], practice_starts: [], notes: [] }), columns: [] };
    expect(raceAnalysisOf(raw)).toEqual({ day: { races: [], practice_starts: [], notes: [] }, columns: [] });
  });
});
