import { readFixture } from "@leebow/fixtures";
import { beforeAll, describe, expect, test } from "vitest";
import type { Core, DeviceEvent, RaceAnalysis, RaceCorrection, RaceOptions, RaceTrack } from "../src/index.ts";
import {
  estimateFleetWinds,
  loadCore as loadNative,
  raceTrackOf,
  type TrackEvidence,
  windEvidence,
  writeSession,
} from "../src/node.ts";
import { loadCore as loadWeb } from "../src/web.ts";

let native: Core;
let web: Core;
let fleet: RaceTrack[];
/** The wind of the fleet, and a boat that is left out. */
let options: Partial<RaceOptions>;
const AT = "2026-06-01T10:15:00.000Z";

beforeAll(async () => {
  [native, web] = await Promise.all([loadNative(), loadWeb()]);
  const boats = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(boatOf));
  fleet = boats.map(({ track }) => track);
  const [found] = await estimateFleetWinds(boats.map(({ evidence }) => evidence));
  const { time_ms, twd_deg, sd_deg, flip_probability } = found!.wind!;
  options = { wind: { source: "fleet", time_ms, twd_deg, sd_deg, flip_probability } };
}, 60_000);

/** A Laser in the wind that all boats have. */
async function boatOf(seed: number): Promise<{ track: RaceTrack; evidence: TrackEvidence }> {
  const spec = {
    class: "Laser",
    seed,
    wind_seed: 77,
    scenario: "race",
    minutes: 40,
    rate_hz: 1,
    twd_deg: 225,
    tws_kn: 12,
    start_time_ms: Date.parse("2026-06-01T10:00:00Z"),
  };
  const file = { name: `${seed}.gpx`, bytes: writeSession(spec, "gpx") };
  const { report, columns } = await native.analyze(file, { boat_class: "Laser" });
  return { track: raceTrackOf(report, columns), evidence: await windEvidence(file, { boat_class: "Laser" }) };
}

/** A result with its columns as bytes. */
const bytesOf = ({ day, columns }: RaceAnalysis) => ({
  day: JSON.stringify(day),
  columns: columns.map((boats) =>
    boats.map(({ track, ...arrays }) => [
      track,
      ...Object.values(arrays).map(({ buffer, byteOffset, byteLength }) =>
        Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).toString("base64"),
      ),
    ]),
  ),
});

test("the races of a day are the same bytes in both bindings", async () => {
  const [first, second] = await Promise.all([native, web].map((core) => core.races(fleet, options)));
  expect(bytesOf(second!)).toEqual(bytesOf(first!));
  const [race] = first!.day.races;
  expect(race!.boats.map(({ track }) => track).sort()).toEqual(fleet.map(({ facts }) => facts.name).sort());
  expect(first!.columns[0]!.map(({ track }) => track)).toEqual(race!.boats.map(({ track }) => track));
  expect(race!.legs.map(({ kind }) => kind).slice(0, 2)).toEqual(["up", "down"]);
});

test("a correction leaves a boat out, in both bindings", async () => {
  const corrections: RaceCorrection[] = [{ action: "exclude_boat", at: AT, track: "3.gpx" }];
  const answers = await Promise.all([native, web].map((core) => core.races(fleet, { ...options, corrections })));
  for (const { day, columns } of answers) {
    expect(day.races[0]!.boats.map(({ track }) => track)).not.toContain("3.gpx");
    expect(columns[0]!).toHaveLength(7);
  }
  expect(bytesOf(answers[1]!)).toEqual(bytesOf(answers[0]!));
});

test("the parts of the difference between two boats on a beat add up to it, in both bindings", async () => {
  const { day } = await native.races(fleet, options);
  const { start_time, boats } = day.races[0]!;
  const [a, b] = boats.map(({ track }) => track);
  const request = { start_time, a: a!, b: b!, leg: 0 };
  const [duel, in_wasm] = await Promise.all([native, web].map((core) => core.duel(fleet, request, options)));
  expect(in_wasm).toEqual(duel);
  const { sum, start_m, end_m, phases } = duel!;
  expect(sum.speed_m + sum.height_m + sum.shift_m + sum.turns_m + sum.rest_m).toBeCloseTo(end_m - start_m, 6);
  expect(phases.reduce((total, phase) => total + phase.total_m, 0)).toBeCloseTo(sum.total_m, 6);
  expect(await native.duel(fleet, { ...request, leg: 99 }, options)).toBeNull();
});

test("the tracks of a fleet are unchanged by the analysis of its races", async () => {
  const before = fleet.map(({ time_ms, sog_mps }) => [time_ms.length, sog_mps[300]]);
  await native.races(fleet);
  await web.races(fleet);
  expect(fleet.map(({ time_ms, sog_mps }) => [time_ms.length, sog_mps[300]])).toEqual(before);
});

describe("what cannot be analysed is an error with a sentence", () => {
  const refused = (tracks: RaceTrack[], wrong = {}) =>
    Promise.all([native, web].map((core) => core.races(tracks, wrong).catch((error) => error)));

  test("columns of different lengths", async () => {
    const short = { ...fleet[0]!, cog_deg: new Float32Array(3) };
    for (const error of await refused([short]))
      expect(error).toMatchObject({ kind: "bad_options", message: expect.stringContaining("differ in length") });
  });

  test("an unknown correction", async () => {
    for (const error of await refused(fleet, { corrections: [{ action: "sink_boat", at: "2026-06-01T10:00:00Z" }] }))
      expect(error).toMatchObject({ kind: "bad_options", message: expect.stringContaining("unknown variant") });
  });
});

test("the track of a race has the turns of the analysis, its wind and its positions", async () => {
  const bytes = readFixture("49er-kiel.fit");
  const { report, columns } = await native.analyze({ name: "49er-kiel.fit", bytes }, { boat_class: "49er" });
  const track = raceTrackOf(report, columns);
  const { summary } = report;
  const { turns, flip_probability, boat_class } = track.facts;
  const counted = (kind: string) => turns!.filter((turn) => turn.kind === kind && turn.counted).length;
  expect([counted("tack"), counted("gybe")]).toEqual([summary.tacks, summary.gybes]);
  expect(summary.tacks).toBeGreaterThan(2);
  for (const { start_ms, time_ms, end_ms, recovered_ms } of turns!) {
    expect(start_ms).toBeLessThanOrEqual(time_ms);
    expect(time_ms).toBeLessThanOrEqual(end_ms);
    expect(recovered_ms).toBeGreaterThan(start_ms);
  }
  expect(boat_class).toBe("49er");
  expect(flip_probability).toBe(report.wind!.flip_probability);
  expect(track.ewd_deg).toHaveLength(columns.n);
  expect(track.ewd_sd_deg).toHaveLength(columns.n);
  expect(track.lat_deg).toBe(columns.lat_deg);
});

test("of the events of a device the gun and the ends of the line are told to the analysis of races", async () => {
  const { report, columns } = await native.analyze({ name: "a.fit", bytes: readFixture("49er-kiel.fit") });
  const event = (kind: DeviceEvent["kind"], lat_deg: number | null): DeviceEvent => ({
    kind,
    time: "2026-06-01T10:00:00.500Z",
    lat_deg,
    lon_deg: lat_deg,
    end_time: null,
    words: "The device says so.",
  });
  const events = [event("pause", null), event("race_start", null), event("pin", 54), event("mark", 54)];
  const time_ms = Date.parse("2026-06-01T10:00:00.500Z");
  expect(raceTrackOf({ ...report, events }, columns).facts.events).toEqual([
    { kind: "race_start", time_ms, lat_deg: null, lon_deg: null },
    { kind: "pin", time_ms, lat_deg: 54, lon_deg: 54 },
  ]);
});
