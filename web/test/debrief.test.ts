import type { Core, DebriefBudget, DebriefEvidence, DebriefOptions, DebriefPart } from "@leebow/core";
import { describe, expect, it } from "vitest";
import { waterfall } from "../src/analysis/debrief/debrief-view";
import { evidenceAddress, evidenceRange, evidenceRows } from "../src/analysis/debrief/evidence";
import type { IdentifiedManeuver } from "../src/analysis/report/rows";
import { debriefAmong, type SessionToDebrief } from "../src/engine/among";

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
    expect(domain).toEqual([-33.29, 53.29]);
  });
});

describe("what a finding rests on", () => {
  const kinds = ["gybe", "tack", "tack", "bear_away", "tack"] as const;
  const maneuvers = kinds.map(
    (kind, at) =>
      ({
        id: 100 + at,
        kind,
        name: `${kind} ${at}`,
        counted: true,
        left_out_reason: null,
        evidence: {},
      }) as IdentifiedManeuver,
  );
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
  const HOUR_MS = 3_600_000;
  /** A session of an hour that begins so many hours after the first. */
  const file = (hours: number): SessionToDebrief =>
    ({
      session: { facts: { name: String(hours) } },
      racing: { time_ms: Float64Array.of(hours * HOUR_MS, (hours + 1) * HOUR_MS) },
    }) as unknown as SessionToDebrief;

  it("is compared with files of other times as one sailor's, and with none of them where files overlap", async () => {
    const calls: [string[], DebriefOptions][] = [];
    const core = {
      debrief_summary: async ({ facts }: { facts: { name: string } }) => facts.name,
      races: async () => ({ day: { races: [] } }),
      debrief: async (_: unknown, boats: { facts: { name: string } }[], options: DebriefOptions) => {
        calls.push([boats.map(({ facts }) => facts.name), options]);
      },
    } as unknown as Core;
    await debriefAmong(core, file(0), [file(-24), file(-48)]);
    await debriefAmong(core, file(0), [file(0.5), file(-24)]);
    await debriefAmong(core, file(0), [file(-24), file(-24.5)]);
    expect(calls).toEqual([
      [[], { earlier: ["-24", "-48"], races: [] }],
      [["0.5"], { earlier: [], races: [] }],
      [[], { earlier: [], races: [] }],
    ]);
  });
});
