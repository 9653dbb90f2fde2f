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

  /** A keelboat's file for a dinghy: about what a Laser sails. */
  const FILE =
    "twa/tws;8;13;18\n38;4.2;4.8;5.0\n60;4.6;5.4;5.8\n90;5.2;6.4;7.4\n120;5.0;6.5;8\n150;4;5.6;7\n170;3.5;5;6.3\n";

  it("stands beside a polar file, with % of target and the minutes behind each cell", () =>
    season(async (cwd) => {
      writeFileSync(join(cwd, "laser.pol"), FILE.replace("120;5.0;6.5;8", "120;5.0;6.5;80"));
      const words = "polar season -b Laser -w season.nmea --target laser.pol";
      const { stdout, stderr, code } = await leebow(words, { cwd });
      expect(code).toBe(0);
      expect(stderr).toBe(
        "leebow: laser.pol, read as qtVlm: 3 winds of 8 to 18 kn, 6 angles of 38° to 170°.\n" +
          "leebow: 80 kn at 120° in 18 kn does not fit its neighbours. Left out; what lies between is used: 7.2 kn.\n",
      );
      expect(stdout.replaceAll("\n  ", " ")).toMatch(
        /^% of laser\.pol: .* Speeds are over the ground: no current is known\.$/m,
      );
      expect(stdout).toMatch(/^11 to 15 +(\d+) ± \d+ +\d+ +/m);
      expect(stdout).toMatch(/^ +13 +38° +4\.80 +\d\.\d\d +\d+\?? +\d+$/m);
      for (const line of stdout.split("\n")) expect(line.length, line).toBeLessThanOrEqual(100);
      const json = await leebow(`${words} -f json`, { cwd });
      const document = JSON.parse(json.stdout);
      const valid = new Ajv({ allErrors: true }).compile(schema);
      expect(valid(document), JSON.stringify(valid.errors?.slice(0, 3))).toBe(true);
      expect(Object.keys(document.target).sort()).toEqual(Object.keys(schema.$defs.PolarOfTarget.properties).sort());
      expect(document.target.cells).toHaveLength(17);
      const csv = await leebow(`${words} -f csv`, { cwd });
      expect(csv.stdout).toMatch(/^tws_kn,twa_deg,target_kn,sailed_kn,best_kn,percent,time_s\n8\.0,38\.0,4\.20,/);
    }));

  it("needs a wind speed for % of target, which may be given by hand", () =>
    season(async (cwd) => {
      writeFileSync(join(cwd, "laser.pol"), FILE);
      const without = await leebow("polar season -b Laser --target laser.pol", { cwd });
      expect([without.code, without.stderr]).toEqual([
        2,
        expect.stringContaining("% of target needs wind speeds: give a wind log with --wind, or a speed with --tws."),
      ]);
      const byHand = await leebow("polar season -b Laser --target laser.pol --tws 13", { cwd });
      expect(byHand.stdout).toMatch(/^11 to 15 +\d+ ± \d+ +\d+ +/m);
    }));

  it("is merged into a polar file, which is written in the format that is asked for", () =>
    season(async (cwd) => {
      writeFileSync(join(cwd, "laser.pol"), FILE);
      const words = "polar season -b Laser -w season.nmea --merge laser.pol";
      const { stdout, stderr } = await leebow(`${words} -f expedition`, { cwd });
      expect(stderr).toMatch(
        /leebow: [1-9]\d* of 18 speeds are the boat's own, from 30 min or more; the others are of laser\.pol\.\n$/,
      );
      const lines = stdout.split("\n");
      expect(lines[0]).toBe("!Expedition polar, Laser");
      expect(lines[1]).toBe("8\t38\t4.2\t60\t4.6\t90\t5.2\t120\t5\t150\t4\t170\t3.5");
      expect(lines[2]).not.toContain("\t38\t4.8\t");
      const same = await leebow(words, { cwd });
      expect(same.stdout).toMatch(/^TWA\\TWS;8;13;18\n38;4\.2;/);
    }));

  it("is written for Expedition, ORC, OpenCPN and qtVlm", () =>
    season(async (cwd) => {
      const written = async (format: string) =>
        (await leebow(`polar season -b Laser -w season.nmea --bands four_knots -f ${format}`, { cwd })).stdout;
      expect(await written("expedition")).toMatch(/^!Expedition polar, Laser\n(\d+\t\d+\t.*\n)+$/);
      expect(await written("opencpn")).toMatch(/^TWA\\TWS(\t\d+)+\n/);
      expect(await written("qtvlm")).toMatch(/^TWA\\TWS(;\d+)+\n/);
      expect(Object.keys(JSON.parse(await written("orc")).rms[0].Allowances)).toContain("BeatAngle");
    }));

  it("says what is wrong with a file that is no polar", () =>
    season(async (cwd) => {
      writeFileSync(join(cwd, "results.csv"), "Place,Boat\n1,Ada\n2,Ben\n");
      const wrong = await leebow("polar season -b Laser --target results.csv", { cwd });
      expect([wrong.code, wrong.stderr]).toEqual([
        2,
        expect.stringContaining("results.csv: This is no polar. A polar has"),
      ]);
      const missing = await leebow("polar season -b Laser --target none.pol", { cwd });
      expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("none.pol cannot be read: ")]);
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
