import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AnalysisDocument } from "@leebow/core";
import { writeSession } from "@leebow/core/node";
import Ajv from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import { inFolder, leebow } from "./world.ts";

const schema = JSON.parse(readFileSync(new URL("../schema/analysis.schema.json", import.meta.url), "utf8"));

/** Four 470s on one course in one wind; one only reaches, one is towed about. */
const WIND_DEG = 230;
const SPEC = {
  class: "470",
  minutes: 25,
  rate_hz: 1,
  twd_deg: WIND_DEG,
  tws_kn: 11,
  wind_seed: 5,
  oscillation_deg: 4,
  trend_deg_per_h: 0,
};
const BOATS = {
  "bow-1.gpx": { seed: 1 },
  "bow-2.gpx": { seed: 2 },
  "reaches.gpx": { seed: 3, scenario: "reach_only" },
  "towed.gpx": { seed: 4, scenario: "motoring" },
};
const recorded = new Map<string, Uint8Array>();

beforeAll(() => {
  for (const [name, boat] of Object.entries(BOATS)) recorded.set(name, writeSession({ ...SPEC, ...boat }, "gpx"));
});

async function regatta(work: (folder: string) => Promise<void>): Promise<void> {
  await inFolder(async (folder) => {
    for (const [name, bytes] of recorded) writeFileSync(join(folder, name), bytes);
    await work(folder);
  });
}

function off(deg: number): number {
  return Math.abs(((deg - WIND_DEG + 540) % 360) - 180);
}

describe("a regatta", () => {
  it("has one wind, also for the boat whose own track gives none", () =>
    regatta(async (cwd) => {
      const { stdout, code } = await leebow("analyze . --boat 470 --fleet --format json", { cwd });
      const document: AnalysisDocument = JSON.parse(stdout);
      const valid = new Ajv({ allErrors: true }).compile(schema);
      expect(valid(document), JSON.stringify(valid.errors?.slice(0, 3))).toBe(true);
      expect(code).toBe(0);
      const [fleet, ...others] = document.fleets!;
      expect(others).toEqual([]);
      expect(off(fleet!.wind!.mean_twd_deg)).toBeLessThan(8);
      // A boat that was towed all the time is not one of the fleet.
      expect(fleet!.boats.map(({ name }) => name)).toEqual(["bow-1.gpx", "bow-2.gpx", "reaches.gpx"]);
      for (const { name, wind } of document.files) {
        if (name === "towed.gpx") expect(wind).toBe(null);
        else {
          expect(wind!.source).toBe("fleet");
          expect(off(wind!.twd_deg)).toBeLessThan(10);
        }
      }
    }));

  it("gives wind at more times than the boats one by one", () =>
    regatta(async (cwd) => {
      expect((await leebow("analyze reaches.gpx --boat 470", { cwd })).stdout).toContain("Wind unknown");
    }));

  it("is printed as a table", () =>
    regatta(async (cwd) => {
      const { stdout } = await leebow("analyze . --boat 470 --fleet", { cwd });
      expect(stdout).toMatch(
        /^Fleet 1: 3 boats\n {2}Wind from 2[23]\d° ± \d+°, by 3 tracks, \d\d:\d\d to \d\d:\d\d UTC\n/,
      );
      expect(stdout).toContain("No sailing was found in this recording: 25 min of it is tow or engine.");
      expect(stdout).toMatch(/Wind from 2[23]\d° ± \d+° \(fleet, sure\)/);
    }));

  it("leaves out boats that sailed alone, and says so", () =>
    regatta(async (cwd) => {
      const { stdout } = await leebow("analyze bow-1.gpx --boat 470 --fleet", { cwd });
      expect(stdout).toContain("No two of these boats sailed together: each wind is estimated from its own track.");
      expect(stdout).toMatch(/\(estimated, (sure|likely)\)/);
    }));

  it("continues when one recording cannot be read", () =>
    regatta(async (cwd) => {
      writeFileSync(join(cwd, "broken.gpx"), "no recording");
      const { stdout, stderr, code } = await leebow("analyze . --boat 470 --fleet", { cwd });
      expect(stdout).toContain("Fleet 1: 3 boats");
      expect(stderr).toContain("broken.gpx");
      expect(code).toBe(1);
    }));
});
