import { type FileAnalysis, loadCore, type Wind, type WindCandidate } from "@leebow/core/node";
import { readFixture } from "@leebow/fixtures";
import { beforeAll, describe, expect, it } from "vitest";
import { headLines } from "../src/exporters/table-head.ts";

const candidate = (twd_deg: number, probability: number, ...reasons: string[]): WindCandidate => ({
  twd_deg,
  sd_deg: 12,
  probability,
  reasons,
});

describe("the lines about a session's wind", () => {
  let report: FileAnalysis;
  let text: (over: Partial<FileAnalysis>) => string;

  beforeAll(async () => {
    const core = await loadCore();
    report = (await core.analyze({ name: "49er-kiel.fit", bytes: readFixture("49er-kiel.fit") })).report;
    text = (over) => headLines({ ...report, notes: [], ...over }).join("\n");
  });

  const noCounts = { tacks: 0, gybes: 0, sets: 0, douses: 0 };

  it("list the winds that fit a track without a wind, and how to choose", () => {
    const summary = { ...report.summary, ...noCounts, turns: 46, straights: 12 };
    const wind_candidates = [
      candidate(194.7, 0.71, "12 of 14 turns keep their speed as gybes do.", "Boards on reaches gybe."),
      candidate(14.7, 0.22),
    ];
    const lines = text({ wind: null, wind_candidates, summary });
    expect(lines).toContain("Wind unknown\nThese winds fit the track:\n");
    expect(lines).toContain("- from 195° ± 20°, possible: 12 of 14 turns keep their speed as gybes do; Boards on");
    expect(lines).toContain("- from 015° ± 20°, possible\n");
    expect(lines).toContain("Choose with --wind-hint 195; then the turns get their names.");
    expect(lines).toContain("\n46 turns, 12 straights");
    expect(lines).not.toContain("tack");
  });

  it("say no more than that the wind is unknown where nothing fits", () => {
    const summary = { ...report.summary, ...noCounts, turns: 1, straights: 1 };
    expect(text({ wind: null, wind_candidates: [], summary })).toContain("Wind unknown\n1 turn, 1 straight");
  });

  it("name the track's own wind where it contradicts the one that was given", () => {
    const wind: Wind = { ...report.wind!, track_estimate: candidate(24.2, 0.9) };
    expect(text({ wind })).toContain("The track's own wind is used with --wind-hint 24.");
    expect(text({})).not.toContain("--wind-hint");
  });

  it("name both directions of a wind that turned, and no mean that never blew", () => {
    const at = (twd_deg: number) => ({ time: report.start_time, twd_deg, sd_deg: 6.7, tws_kn: null });
    const series = [...Array.from({ length: 30 }, () => at(90)), ...Array.from({ length: 30 }, () => at(200))];
    const wind: Wind = { ...report.wind!, twd_deg: 145, sd_deg: 6.7, tws_kn: null, source: "estimated", series };
    expect(text({ wind })).toContain("Wind from 090°, turning to 200°, ± 11° (estimated, likely)");
  });

  it("count turns without a name beside the named ones where the wind is known in part of the session", () => {
    expect(text({ summary: { ...report.summary, turns: 3 } })).toMatch(/\d+ tacks, .*, 3 unnamed turns, \d+ straights/);
    expect(text({ summary: { ...report.summary, turns: 0 } })).not.toContain("unnamed");
  });
});
