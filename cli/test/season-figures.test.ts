import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AnalysisDocument, averagedOf, STANDARD_UNITS } from "@leebow/core";
import { writeSession } from "@leebow/core/node";
import Ajv from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import { seasonText } from "../src/exporters/season.ts";
import type { SeasonFigures } from "../src/exporters/season-figures.ts";
import { inFolder, leebow } from "./world.ts";

const schema = JSON.parse(readFileSync(new URL("../schema/season.schema.json", import.meta.url), "utf8"));

/** Two days of May, two of June and one of July, in one folder. */
const DAYS = ["2026-05-10", "2026-05-17", "2026-06-14", "2026-06-21", "2026-07-05"];
const recorded = new Map<string, Uint8Array>();

beforeAll(() => {
  for (const [at, day] of DAYS.entries()) {
    const start_time_ms = Date.parse(`${day}T10:00:00Z`);
    const spec = { class: "Laser", seed: 60 + at, minutes: 40, rate_hz: 1, tws_kn: 13, start_time_ms };
    recorded.set(`season/${day}.gpx`, writeSession(spec, "gpx"));
  }
});

async function season(work: (folder: string) => Promise<void>): Promise<void> {
  await inFolder(async (folder) => {
    mkdirSync(join(folder, "season"));
    for (const [name, bytes] of recorded) writeFileSync(join(folder, name), bytes);
    await work(folder);
  });
}

const figuresOf = async (cwd: string, line: string) => JSON.parse((await leebow(line, { cwd })).stdout);

/** The table of a season whose tacks have this change and trend. */
function tableOf(change: object | null, trend: object | null): string {
  const losses = { loss_basis: "vmg", months: [], change, trend } as SeasonFigures["tack"];
  const gybe = { loss_basis: null, months: [], change: null, trend: null };
  const session = { name: "a.gpx", date: "2026-05-10", start_time: "2026-05-10T10:00:00Z", boat_class: "49er" };
  const figures: SeasonFigures = {
    sessions: [{ ...session, water_time_s: 3600, distance_m: 1852, tacks: 0, gybes: 0 }],
    ...{ months: [], tack: losses, gybe, bests: [], copies: [] },
  };
  return seasonText("table", { engine: "1", ...figures, failed: [] }, { ...STANDARD_UNITS, length: "ft" });
}

describe("the season of a sailor", () => {
  it("names a change and a trend where they are greater than half of their interval, in the length that is asked for", () => {
    const change = { from: "2026-05", to: "2026-09", from_m: 12.4, to_m: 9.6, half_90_m: 1.9 };
    expect(tableOf(change, { slope_m: -0.7, half_90_m: 0.4 })).toContain(
      "Tacks, losses along the wind: 9.2 ± 6.2 ft less in 2026-09 than in 2026-05 (40.7 to 31.5 ft), 2.3\n  ± 1.3 ft less a month.",
    );
    expect(tableOf(change, { slope_m: 0.7, half_90_m: 0.8 })).toContain("(40.7 to 31.5 ft).");
    expect(tableOf({ ...change, half_90_m: 2.9 }, null)).toContain(
      "no clear change since 2026-05 (9.2 ± 9.5 ft less).",
    );
  });

  it("has time and distance, losses and best speeds of the sessions as analysed one by one", () =>
    season(async (cwd) => {
      const { files } = (await figuresOf(cwd, "analyze season -b Laser -f json")) as AnalysisDocument;
      const figures = await figuresOf(cwd, "season season -b Laser -f json");
      const valid = new Ajv({ allErrors: true }).compile(schema);
      expect(valid(figures), JSON.stringify(valid.errors?.slice(0, 3))).toBe(true);
      expect(figures.sessions.map(({ date }: { date: string }) => date)).toEqual(DAYS);
      const may = files.slice(0, 2);
      const sum = (of: (file: (typeof files)[number]) => number) => may.reduce((all, file) => all + of(file), 0);
      expect(figures.months[0]).toMatchObject({
        ...{ month: "2026-05", days: 2, sessions: 2 },
        water_time_s: sum(({ summary }) => summary.water_time_s),
        distance_m: sum(({ summary }) => summary.distance_m),
      });
      const tacks = may
        .flatMap(({ maneuvers }) => averagedOf(maneuvers, "tack"))
        .filter(({ loss_basis }) => loss_basis === figures.tack.loss_basis);
      expect(tacks.length).toBeGreaterThan(10);
      expect(figures.tack.months[0].count).toBe(tacks.length);
      const fastest = files.toSorted((a, b) => b.records.best_10_s!.speed_kn - a.records.best_10_s!.speed_kn)[0]!;
      const best = figures.bests.find(({ record }: { record: string }) => record === "best_10_s");
      expect(best).toMatchObject({ name: fastest.name, speed_kn: fastest.records.best_10_s!.speed_kn });
    }));

  it("is a table of months, with the change of the losses in a sentence and a mark at months of few turns", () =>
    season(async (cwd) => {
      const { tack, gybe, bests } = await figuresOf(cwd, "season season -b Laser -f json");
      const { stdout, stderr, code } = await leebow("season season -b Laser", { cwd });
      expect([stderr, code]).toEqual(["", 0]);
      expect(stdout).toMatch(
        /^5 sessions on 5 days, 2026-05-10 to 2026-07-05: 3 h 20 min on the water, \d+\.\d nm\.$/m,
      );
      const row = stdout.split("\n").find((line) => line.startsWith("2026-05"))!;
      expect(row).toContain(` ${tack.months[0].median_m.toFixed(1)} `);
      expect([tack.months[0].compared, gybe.months.every(({ compared }: { compared: boolean }) => compared)]).toEqual([
        true,
        false,
      ]);
      expect(stdout).toMatch(/ \d\.\d\? /);
      const { from_m, to_m, half_90_m } = tack.change;
      const amount = `${Math.abs(to_m - from_m).toFixed(1)} ± ${half_90_m.toFixed(1)} m`;
      expect(stdout.replace(/\s+/g, " ")).toContain(
        Math.abs(to_m - from_m) > half_90_m ? `: ${amount} ` : `no clear change since 2026-05 (${amount}`,
      );
      expect(stdout).toMatch(new RegExp(`^10 s +${bests[1].speed_kn.toFixed(2)}  ± \\d\\.\\d\\d  2026-`, "m"));
      for (const line of stdout.split("\n")) expect(line.length, line).toBeLessThanOrEqual(100);
    }));

  it("is in the units that are asked for, and in those of the fields as JSON", () =>
    season(async (cwd) => {
      const { months } = await figuresOf(cwd, "season season -b Laser -f json");
      const { stdout } = await leebow("season season -b Laser -u km,km/h,ft", { cwd });
      expect(stdout).toMatch(/^month .* km .*loss, ft/m);
      expect(stdout).toMatch(/^best +km\/h/m);
      const row = stdout.split("\n").find((line) => line.startsWith("2026-06"))!;
      expect(row).toContain(` ${(months[1].distance_m / 1000).toFixed(1)} `);
      const refused = await leebow("season season -b Laser -u km -f json", { cwd });
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("--units is for the table")]);
    }));

  it("counts a copy once, goes on after a file that is no recording, and says so", () =>
    season(async (cwd) => {
      copyFileSync(join(cwd, "season/2026-05-10.gpx"), join(cwd, "season/again.gpx"));
      writeFileSync(join(cwd, "season/broken.fit"), "no recording");
      const { stdout, stderr, code } = await leebow("season season -b Laser", { cwd });
      expect([code, stderr]).toEqual([1, expect.stringContaining("season/broken.fit")]);
      expect(stdout).toMatch(/^5 sessions on 5 days.*Left out: 1\s+copy\./s);
      const figures = await figuresOf(cwd, "season season -b Laser -f json");
      expect([figures.copies, figures.failed.length]).toEqual([["season/again.gpx"], 1]);
    }));

  it("of one session has no change, and of none nothing is printed", () =>
    season(async (cwd) => {
      const one = await leebow("season season/2026-06-14.gpx -b Laser", { cwd });
      expect([one.stdout, one.code]).toEqual([expect.stringContaining("too few for a change"), 0]);
      writeFileSync(join(cwd, "broken.fit"), "no recording");
      const none = await leebow("season broken.fit", { cwd });
      expect([none.stdout, none.code, none.stderr]).toEqual(["", 1, expect.stringContaining("broken.fit")]);
    }));
});
