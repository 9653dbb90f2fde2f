import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeSession } from "@leebow/core/node";
import Ajv from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import { inFolder, leebow } from "./world.ts";

const schema = JSON.parse(readFileSync(new URL("../schema/debrief.schema.json", import.meta.url), "utf8"));

const START_MS = Date.parse("2026-06-07T10:00:00Z");
const recorded = new Map<string, Uint8Array>();

/** Of the session so many days before. */
const specOf = (days: number) => ({
  class: "Laser",
  seed: 20 + days,
  minutes: 45,
  rate_hz: 1,
  start_time_ms: START_MS - days * 86_400_000,
});

beforeAll(() => {
  for (let days = 0; days <= 5; days++) {
    recorded.set(days === 0 ? "sunday.gpx" : `season/${days}.gpx`, writeSession(specOf(days), "gpx"));
  }
});

async function season(work: (folder: string) => Promise<void>): Promise<void> {
  await inFolder(async (folder) => {
    mkdirSync(join(folder, "season"));
    for (const [name, bytes] of recorded) writeFileSync(join(folder, name), bytes);
    await work(folder);
  });
}

describe("the debrief of a session", () => {
  it("compares it with those of a season, and says where the distance went", () =>
    season(async (cwd) => {
      const { stdout, stderr, code } = await leebow("debrief sunday.gpx --boat Laser --earlier season", { cwd });
      expect([stderr, code]).toEqual(["", 0]);
      expect(stdout).toMatch(/^\d+ min, \d\.\d nm, \d+ tacks/m);
      expect(stdout).toMatch(/^You made good .* your last five sessions on straights/m);
      expect(stdout).toMatch(/^ {2}Upwind +Tacks +\d+ +\d+$/m);
      expect(stdout).toMatch(/^Race boats: There is no race/m);
      for (const line of stdout.split("\n")) expect(line.length, line).toBeLessThanOrEqual(100);
    }));

  it("compares a session with a wind log with earlier ones, which have their own wind or that of the log", () =>
    season(async (cwd) => {
      const log = (days: number[]) => Buffer.concat(days.map((day) => writeSession(specOf(day), "nmea-wind")));
      const told = async (days: number[]) => {
        writeFileSync(join(cwd, "wind.nmea"), log(days));
        const { stdout } = await leebow("debrief sunday.gpx -b Laser -e season -w wind.nmea -f json", { cwd });
        const { debrief } = JSON.parse(stdout);
        const findings = [...debrief.findings, ...debrief.went_well];
        return { ...debrief, said: findings.map(({ compared_with }) => compared_with).join(" ") };
      };
      const today = await told([0]);
      expect([today.sessions, today.head.tws_kn > 5]).toEqual([5, true]);
      expect(today.said).not.toContain(" kn");
      expect((await told([0, 1, 2, 3, 4, 5])).sessions).toBe(5);
    }));

  it("is JSON with every figure, and says how many sessions it was compared with", () =>
    season(async (cwd) => {
      const { stdout } = await leebow("debrief sunday.gpx -b Laser -e season/1.gpx -f json", { cwd });
      const document = JSON.parse(stdout);
      const valid = new Ajv({ allErrors: true }).compile(schema);
      expect(valid(document), JSON.stringify(valid.errors?.slice(0, 3))).toBe(true);
      expect(Object.keys(document.debrief).sort()).toEqual(Object.keys(schema.$defs.Debrief.properties).sort());
      const { session, debrief, failed } = document;
      expect([session.name, debrief.sessions, failed]).toEqual(["sunday.gpx", 1, []]);
      expect(debrief.references.map(({ kind }: { kind: string }) => kind)).toEqual(["fleet", "sessions", "best_third"]);
    }));

  it("has its straights in % of a polar file, where a wind speed is known or given", () =>
    season(async (cwd) => {
      writeFileSync(join(cwd, "ilca.pol"), "twa/tws;4;30\n45;4;5\n90;5;8\n135;5;7.6\n170;4.4;6.5\n");
      writeFileSync(join(cwd, "wind.nmea"), writeSession(specOf(0), "nmea-wind"));
      const words = "debrief sunday.gpx --boat Laser --target ilca.pol";
      const said = async (more: string) => (await leebow(words + more, { cwd })).stdout.replace(/\n +/g, " ");
      expect(await said(" --wind wind.nmea")).toMatch(
        /^Sailing straight, of ilca\.pol: upwind \d+ ± \d+ % \(\d+ min\), .*downwind \d+ ± \d+ % \(\d+ min\); for the wind of the moment, over the ground: no current is known\.$/m,
      );
      expect(await said("")).toContain(
        "% of ilca.pol needs a wind strength, which was not measured. Give a wind log with --wind, or a speed with --tws.",
      );
      expect(await said(" --tws 12")).toContain("for 12 kn of wind, given by hand");
      const document = JSON.parse((await leebow(`${words} --tws 12 -f json`, { cwd })).stdout);
      const valid = new Ajv({ allErrors: true }).compile(schema);
      expect(valid(document), JSON.stringify(valid.errors?.slice(0, 3))).toBe(true);
      const { name, tws_kn, missing, sides } = document.target;
      expect([name, tws_kn, missing]).toEqual(["ilca.pol", 12, null]);
      for (const { percent } of [sides.up, sides.down]) {
        expect(percent).toBeGreaterThan(70);
        expect(percent).toBeLessThan(130);
      }
    }));

  it("goes on without an earlier session that cannot be read, and says so", () =>
    season(async (cwd) => {
      writeFileSync(join(cwd, "season/broken.fit"), "no recording");
      const { stdout, stderr, code } = await leebow("debrief sunday.gpx -b Laser -e season -f json", { cwd });
      expect(code).toBe(1);
      expect(stderr).toContain("season/broken.fit");
      expect(JSON.parse(stdout).debrief.sessions).toBe(5);
    }));

  it("is of one recording", () =>
    season(async (cwd) => {
      const { stderr, code } = await leebow("debrief season", { cwd });
      expect([code, stderr]).toEqual([2, expect.stringContaining("Name one recording")]);
    }));
});
