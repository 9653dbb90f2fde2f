import { beforeAll, expect, test } from "vitest";
import type { Core, DebriefTrack, SessionSummary } from "../src/index.ts";
import { debriefRacesOf, debriefTrackOf, loadCore as loadNative, raceTrackOf, writeSession } from "../src/node.ts";
import { loadCore as loadWeb } from "../src/web.ts";

let native: Core;
let web: Core;
let sessions: DebriefTrack[];
/** Summaries of sessions on the days before. */
let earlier: SessionSummary[];

const START_MS = Date.parse("2026-06-01T10:00:00Z");
const DAY_MS = 86_400_000;

/** A session so many days before the first of June. */
async function session(days: number): Promise<DebriefTrack> {
  const spec = { class: "Laser", seed: 60 + days, minutes: 50, rate_hz: 1, start_time_ms: START_MS - days * DAY_MS };
  const file = { name: `${days}.gpx`, bytes: writeSession(spec, "gpx") };
  const { report, columns } = await native.analyze(file, { boat_class: "Laser" });
  return debriefTrackOf(report, columns);
}

beforeAll(async () => {
  [native, web] = await Promise.all([loadNative(), loadWeb()]);
  sessions = await Promise.all([0, 1, 2, 3, 4, 5].map(session));
  earlier = await Promise.all(sessions.slice(1).map((track) => native.debrief_summary(track)));
}, 60_000);

test("a session is summed up in the same numbers in both bindings", async () => {
  expect(await web.debrief_summary(sessions[1]!)).toEqual(earlier[0]);
  expect(earlier[0]!.quantities.map(({ code }) => code)).toContain("tack_loss");
});

test("the debrief of a session is the same in both bindings, and its parts add up", async () => {
  const [first, second] = await Promise.all([native, web].map((core) => core.debrief(sessions[0]!, [], { earlier })));
  expect(second).toEqual(first);
  expect(first!.sessions).toBe(5);
  const budget = first!.budgets.find(({ reference }) => reference === "sessions")!;
  for (const { parts, lost_m } of budget.bands)
    expect(parts.reduce((sum, part) => sum + part.lost_m, 0)).toBeCloseTo(lost_m, 6);
  const missing = first!.references.filter(({ available }) => !available);
  expect(missing.map(({ kind, reason }) => [kind, reason])).toEqual([
    ["fleet", "There is no race with the tracks of at least two other boats."],
  ]);
});

test("a debrief leaves its track unchanged", async () => {
  const before = sessions[0]!.sog_mps.slice(0, 100);
  await web.debrief(sessions[0]!, [], { earlier });
  expect(sessions[0]!.sog_mps.slice(0, 100)).toEqual(before);
});

test("of the races of a day those are given to a debrief in which its track took part", async () => {
  const bytes = writeSession({ class: "Laser", seed: 1, minutes: 10, rate_hz: 1 }, "gpx");
  const { report, columns } = await native.analyze({ name: "a.gpx", bytes }, { boat_class: "Laser" });
  const { day } = await native.races([raceTrackOf(report, columns)]);
  expect(debriefRacesOf(day.races, "another.gpx")).toEqual([]);
});

test("what is no session is refused with a sentence, in both bindings", async () => {
  const short = { ...sessions[0]!, cog_deg: new Float32Array(3) };
  for (const core of [native, web]) {
    const error = await core.debrief_summary(short).catch((refused) => refused);
    expect(error).toMatchObject({ kind: "bad_options", message: expect.stringContaining("differ in length") });
  }
});
