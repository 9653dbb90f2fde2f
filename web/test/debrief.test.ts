import type { DebriefBudget, DebriefEvidence, DebriefPart } from "@leebow/core";
import { loadCore, writeSession } from "@leebow/core/node";
import { beforeAll, describe, expect, it } from "vitest";
import { debriefAmong, sessionToDebrief } from "../src/analyze/debrief-among";
import { evidenceAddress, evidenceRange, evidenceRows } from "../src/debrief/evidence";
import { waterfall } from "../src/debrief/waterfall";
import type { IdentifiedManeuver } from "../src/report/rows";

const part = (code: DebriefPart["code"], lost_m: number, changes: Partial<DebriefPart> = {}): DebriefPart => ({
  code,
  lost_m,
  sd_m: 2,
  count: null,
  seconds: null,
  ...changes,
});

describe("where the distance went", () => {
  const bands = [
    { band: "up" as const, parts: [part("tacks", 50, { count: 12 }), part("speed", -80, { seconds: 1500 })] },
    { band: "down" as const, parts: [part("unexplained", 20, { seconds: 45 })] },
  ].map((band) => ({ ...band, seconds: 0, lost_m: 0, lost_sd_m: 0, shift_capture: null }));
  const budget: DebriefBudget = {
    reference: "sessions",
    text: "",
    lost_m: -10,
    lost_sd_m: 5,
    made_good_m: 1010,
    expected_m: 1000,
    bands,
  };

  it("each part begins where the one before ended, and the last ends at the sum", () => {
    const { rows, domain } = waterfall(budget);
    expect(rows.map(({ name, note, from_m, to_m }) => [name, note, from_m, to_m])).toEqual([
      ["Tacks", "12", 0, 50],
      ["Speed upwind", "25 min", 50, -30],
      ["Not explained downwind", "45 s", -30, -10],
    ]);
    expect(domain).toEqual([-32, 52]);
  });
});

describe("what a finding rests on", () => {
  let maneuvers: IdentifiedManeuver[];
  beforeAll(async () => {
    maneuvers = await sailed(4, 40);
  });
  const of = (kind: string) => maneuvers.flatMap((one, index) => (one.kind === kind ? [index] : []));
  const evidence = (changes: Partial<DebriefEvidence>): DebriefEvidence => ({
    maneuvers: [],
    ranges: [],
    minutes: 0,
    ...changes,
  });

  it("is listed by the table of the kind that most of its turns are", () => {
    const [gybe, tacks] = [of("gybe").slice(0, 1), of("tack").slice(0, 3)];
    const rows = evidenceRows(evidence({ maneuvers: [...gybe, ...tacks] }), maneuvers)!;
    expect(rows).toMatchObject({ tab: "tacking", text: "3 tacks" });
    expect(rows.ids).toEqual(tacks.map((index) => String(maneuvers[index]!.id)));
    expect(evidenceRows(evidence({ maneuvers: gybe }), maneuvers)!.text).toBe("1 gybe");
    expect(evidenceRows(evidence({ minutes: 3 }), maneuvers)).toBeNull();
  });

  it("is shown by the address of the map: these turns, or the time from the first to the last minute", () => {
    const tacks = of("tack").slice(0, 2);
    const ids = tacks.map((index) => maneuvers[index]!.id);
    expect(evidenceAddress(7, evidence({ maneuvers: tacks }), maneuvers)).toBe(
      `/tracks/7?maneuver=${ids[0]}&turns=${ids.join(",")}`,
    );
    const range = (from: string, to: string) => ({ start_time: `2026-06-01T${from}Z`, end_time: `2026-06-01T${to}Z` });
    const minutes = evidence({ ranges: [range("10:00:00", "10:01:00"), range("10:05:00", "10:07:00")] });
    expect(evidenceAddress(7, minutes, maneuvers)).toBe(
      "/tracks/7?t=2026-06-01T10:00:00Z&from=2026-06-01T10:00:00Z&to=2026-06-01T10:07:00Z",
    );
    expect(evidenceRange(minutes)).toEqual({
      from_ms: Date.parse("2026-06-01T10:00:00Z"),
      to_ms: Date.parse("2026-06-01T10:07:00Z"),
    });
    expect(evidenceAddress(7, evidence({}), maneuvers)).toBe("/tracks/7");
  });
});

describe("a file among others in the browser", () => {
  it("is compared with files of other days as one sailor's, and with none of them where files overlap", async () => {
    const core = await loadCore();
    const file = async (seed: number, days: number) => {
      const start_time_ms = Date.parse("2026-06-10T10:00:00Z") - days * 86_400_000;
      const spec = { class: "Laser", seed, minutes: 40, rate_hz: 1, start_time_ms };
      const bytes = writeSession(spec, "gpx");
      return sessionToDebrief(seed, await core.analyze({ name: "same name.gpx", bytes }, { boat_class: "Laser" }));
    };
    const [own, ...earlier] = await Promise.all([0, 1, 2, 3, 4].map((days) => file(days, days)));
    expect((await debriefAmong(core, own!, earlier)).sessions).toBe(4);
    const together = await file(9, 1);
    expect((await debriefAmong(core, own!, [...earlier, together])).sessions).toBe(0);
  });
});

/** The maneuvers of a simulated session, with ids. */
async function sailed(seed: number, minutes: number): Promise<IdentifiedManeuver[]> {
  const bytes = writeSession({ class: "Laser", seed, minutes, rate_hz: 1 }, "gpx");
  const { report } = await (await loadCore()).analyze({ name: "a.gpx", bytes }, { boat_class: "Laser" });
  return report.maneuvers.map((one, index) => ({ ...one, id: 100 + index }));
}
