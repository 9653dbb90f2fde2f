import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeSession } from "@leebow/core/node";
import Ajv from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import { inFolder, leebow } from "./world.ts";

const schema = JSON.parse(readFileSync(new URL("../schema/polar.schema.json", import.meta.url), "utf8"));

const START_MS = Date.parse("2026-06-07T10:00:00Z");
const recorded = new Map<string, Uint8Array>();

/** Three sessions a week apart, and the wind logs of their days put together. */
beforeAll(() => {
  const logs: Uint8Array[] = [];
  for (let week = 0; week < 3; week++) {
    const start_time_ms = START_MS + week * 7 * 86_400_000;
    const spec = { class: "Laser", seed: 40 + week, minutes: 50, rate_hz: 1, tws_kn: 13, start_time_ms };
    recorded.set(`season/${week}.gpx`, writeSession(spec, "gpx"));
    logs.push(writeSession(spec, "nmea-wind"));
  }
  recorded.set("season.nmea", Buffer.concat(logs));
});

async function season(work: (folder: string) => Promise<void>): Promise<void> {
  await inFolder(async (folder) => {
    mkdirSync(join(folder, "season"));
    for (const [name, bytes] of recorded) writeFileSync(join(folder, name), bytes);
    await work(folder);
  });
}

describe("the polar of a season", () => {
  it("has a target of three sessions in a measured wind, and none of less than half an hour", () =>
    season(async (cwd) => {
      const { stdout, stderr, code } = await leebow("polar season --boat Laser --wind season.nmea", { cwd });
      expect([stderr, code]).toEqual(["", 0]);
      expect(stdout).toMatch(/^3 sessions, \d+ min sailed straight\. Wind direction ± \d+°\./);
      expect(stdout).toMatch(
        /^11 to 15 +4\d° +\d\.\d\d +\d\.\d\d +\d\.\d\d to \d\.\d\d +\d\d +1\d\d° +\d\.\d\? +\d\.\d\? +2\d$/m,
      );
      for (const line of stdout.split("\n")) expect(line.length, line).toBeLessThanOrEqual(100);
    }));

  it("is a table of wind angles and wind speeds for programs that plan routes, of a measured wind alone", () =>
    season(async (cwd) => {
      const words = "polar season -b Laser --bands four_knots -f routing";
      const { stdout, code } = await leebow(`${words} -w season.nmea`, { cwd });
      const [head, ...rows] = stdout.trimEnd().split("\n");
      expect([code, head]).toEqual([0, expect.stringMatching(/^twa\/tws(;\d+)+$/)]);
      const winds = head!.split(";").length;
      expect(rows.length).toBeGreaterThan(5);
      for (const row of rows) expect(row).toMatch(new RegExp(`^\\d+(;\\d*\\.?\\d*){${winds - 1}}$`));
      const without = await leebow(words, { cwd });
      expect([without.code, without.stderr]).toEqual([2, expect.stringContaining("give a wind log with --wind")]);
    }));

  it("is JSON with every figure, and a table of the curves", () =>
    season(async (cwd) => {
      const json = await leebow("polar season -b Laser -w season.nmea --bands four_knots -f json", { cwd });
      const document = JSON.parse(json.stdout);
      const valid = new Ajv({ allErrors: true }).compile(schema);
      expect(valid(document), JSON.stringify(valid.errors?.slice(0, 3))).toBe(true);
      expect(Object.keys(document.polar).sort()).toEqual(Object.keys(schema.$defs.Polar.properties).sort());
      expect(document.sessions).toEqual(["season/0.gpx", "season/1.gpx", "season/2.gpx"]);
      const csv = await leebow("polar season -b Laser -w season.nmea --bands four_knots -f csv", { cwd });
      const [head, ...rows] = csv.stdout.trim().split("\n");
      expect(head).toBe("band,from_kn,to_kn,twa_deg,q25_kn,median_kn,q75_kn,time_s");
      const at45 = rows
        .find((row) => row.startsWith("12_16,12,16,45,"))!
        .split(",")
        .slice(4, 7)
        .map(Number);
      expect(at45).toEqual([...at45].sort((a, b) => a - b));
      expect(at45[1]).toBeGreaterThan(3);
    }));

  it("without a wind speed has thirds, and says so", () =>
    season(async (cwd) => {
      writeFileSync(join(cwd, "season/broken.fit"), "no recording");
      const { stdout, stderr, code } = await leebow("polar season --boat Laser", { cwd });
      expect([code, stderr]).toEqual([1, expect.stringContaining("season/broken.fit")]);
      expect(stdout).toContain("The wind speed is not known");
      expect(stdout).toMatch(/^slow .*\?.*\n^middle .*\?.*\n^fast .*\?/m);
    }));

  it("is refused with a time that is none", () =>
    season(async (cwd) => {
      const { stderr, code } = await leebow("polar season -b Laser --split May", { cwd });
      expect([code, stderr]).toEqual([2, expect.stringContaining('"May" is no time')]);
    }));
});
