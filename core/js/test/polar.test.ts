import { beforeAll, expect, test } from "vitest";
import type { Core, DebriefTrack, SessionPolar } from "../src/index.ts";
import { debriefTrackOf, loadCore as loadNative, writeSession } from "../src/node.ts";
import { loadCore as loadWeb } from "../src/web.ts";

let native: Core;
let web: Core;
let tracks: DebriefTrack[];
let sessions: SessionPolar[];

const START_MS = Date.parse("2026-06-01T10:00:00Z");

/** A session so many weeks after the first of June, with a wind log. */
async function session(week: number): Promise<DebriefTrack> {
  const start_time_ms = START_MS + week * 7 * 86_400_000;
  const spec = { class: "Laser", seed: 80 + week, minutes: 40, rate_hz: 1, start_time_ms };
  const [file, wind] = [
    { name: `${week}.gpx`, bytes: writeSession(spec, "gpx") },
    { name: "wind.nmea", bytes: writeSession(spec, "nmea-wind") },
  ];
  const { report, columns } = await native.analyze(file, { boat_class: "Laser" }, wind);
  return debriefTrackOf(report, columns);
}

beforeAll(async () => {
  [native, web] = await Promise.all([loadNative(), loadWeb()]);
  tracks = await Promise.all([0, 1, 2].map(session));
  sessions = await Promise.all(tracks.map((track) => native.polar_summary(track)));
}, 60_000);

test("what is stored of a session for its polar is the same in both bindings, and small", async () => {
  expect(await web.polar_summary(tracks[0]!)).toEqual(sessions[0]);
  expect(sessions[0]).toMatchObject({ boat_class: "Laser", own_track_wind: false, tws_share: 1 });
  expect(JSON.stringify(sessions[0]).length).toBeLessThan(8000);
});

test("the polar of three sessions is the same in both bindings", async () => {
  const [first, second] = await Promise.all([native, web].map((core) => core.polar(sessions, { side: "both" })));
  expect(second).toEqual(first);
  expect([first!.basis, first!.sessions]).toEqual(["wind_speed", 3]);
  const upwind = first!.bands.find(({ name }) => name === "df")!.upwind!;
  expect(upwind.is_published).toBe(true);
  expect(upwind.vmg_interval_kn![0]).toBeLessThan(upwind.vmg_kn);
});

test("sessions of several classes are refused with a sentence, in both bindings", async () => {
  const mixed = [sessions[0]!, { ...sessions[1]!, boat_class: "470" }];
  for (const core of [native, web]) {
    const error = await core.polar(mixed).catch((refused) => refused);
    expect(error).toMatchObject({ kind: "bad_options", message: expect.stringContaining("several classes") });
  }
});
