import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeSession } from "@leebow/core/node";
import Ajv from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { inFolder, leebow } from "./world.ts";

const schema = JSON.parse(readFileSync(new URL("../schema/passage.schema.json", import.meta.url), "utf8"));

const START_MS = Date.parse("2026-06-07T10:00:00Z");
const spec = (minutes: number) => ({
  class: "J70",
  seed: 5,
  minutes,
  rate_hz: 0.5,
  tws_kn: 12,
  start_time_ms: START_MS,
});

async function logs(work: (folder: string) => Promise<void>): Promise<void> {
  await inFolder(async (folder) => {
    writeFileSync(join(folder, "day.gpx"), writeSession(spec(150), "gpx"));
    writeFileSync(join(folder, "day.nmea"), writeSession(spec(150), "nmea-wind"));
    writeFileSync(join(folder, "short.gpx"), writeSession(spec(30), "gpx"));
    await work(folder);
  });
}

describe("a passage", () => {
  it("has a table of what was sailed, and hours by angle and by strength", () =>
    logs(async (cwd) => {
      const { stdout, stderr, code } = await leebow("passage day.gpx --wind day.nmea --boat J70", { cwd });
      expect([stderr, code]).toEqual(["", 0]);
      expect(stdout).toMatch(/^day\.gpx: \d+\.\d nm in 2 h \d\d, \d+ tacks, \d+ gybes\.\n/);
      expect(stdout).toMatch(/^Close-hauled +\d.* +\d+ % +\d+\.\d +\d\.\d +\d?\.?\d? +\d\d°$/m);
      expect(stdout).toMatch(/^Run +.* 1\d\d°$/m);
      expect(stdout).toMatch(/^Under sail +2 h \d\d +\d+ %/m);
      expect(stdout).toMatch(/^Hours under sail by true wind angle, port negative\n/m);
      expect(stdout).toMatch(/^Hours under sail by wind strength, kn, median 1\d\.\d\n/m);
      for (const line of stdout.split("\n")) expect(line.length, line).toBeLessThanOrEqual(100);
    }));

  it("is JSON of its schema, for each log by itself", () =>
    logs(async (cwd) => {
      writeFileSync(join(cwd, "broken.fit"), "no recording");
      const { stdout, code } = await leebow("passage day.gpx short.gpx broken.fit --boat J70 -f json", { cwd });
      const document = JSON.parse(stdout);
      const valid = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);
      expect(valid(document), JSON.stringify(valid.errors?.slice(0, 3))).toBe(true);
      expect([code, document.passages.length, document.failed.length]).toEqual([1, 2, 1]);
      const { passage } = document.passages[0];
      expect(Object.keys(passage).sort()).toEqual(Object.keys(schema.$defs.Passage.properties).sort());
      const rows = Object.values(passage.rows as Record<string, { share: number }>);
      expect(rows.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 6);
    }));

  it("of less than two hours under sail is none, and says so", () =>
    logs(async (cwd) => {
      const { stdout } = await leebow("passage short.gpx --boat J70", { cwd });
      expect(stdout).toMatch(/Too short for a passage: \d+ min under sail, of 2 h\.\n$/);
    }));
});
