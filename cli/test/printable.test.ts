import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readFixture } from "@leebow/fixtures";
import { describe, expect, it } from "vitest";
import { inFolder, leebow } from "./world.ts";

/** The characters of a text by which a terminal can be controlled. */
const controls = (text: string): string[] => [...text].filter((c) => /[\p{Cc}\u202e]/u.test(c) && c !== "\n");

describe("what a terminal shows of a file from somebody else", () => {
  it("has no control characters of its name, its head or its device", () =>
    inFolder(async (cwd) => {
      const gpx = Buffer.from(readFixture("ilca-weymouth.gpx"))
        .toString()
        .replace(/creator="[^"]*"/, 'creator="W\u001b[31match"');
      writeFileSync(join(cwd, "good\u001b]0;owned\u0007.gpx"), gpx);
      writeFileSync(join(cwd, "bad\u001b[2J.csv"), "a\u001b[31m,b\0,c\u009b5m\n1,2,3\n");
      expect((await leebow(["analyze", "."], { cwd })).stdout).toContain("W[31match");
      const lines = ["analyze", "analyze --fleet", "season", "verify"];
      for (const line of lines) {
        const { stdout, stderr } = await leebow([...line.split(" "), "."], { cwd });
        expect([line, controls(stdout), controls(stderr)]).toEqual([line, [], []]);
        expect(stderr).toContain("bad[2J.csv");
      }
    }));

  it("has no marks that reverse a name, and its table for a spreadsheet no formula", () =>
    inFolder(async (cwd) => {
      writeFileSync(join(cwd, "=1+1\u202e.gpx"), readFixture("49er-every-five-seconds.gpx"));
      const { stdout } = await leebow(["analyze", "."], { cwd });
      expect([controls(stdout), stdout.includes("=1+1.gpx")]).toEqual([[], true]);
      const csv = await leebow(["analyze", ".", "--format", "csv"], { cwd });
      const [head, ...lines] = csv.stdout.trimEnd().split("\r\n");
      expect(head).toMatch(/^file,/);
      expect(lines.length).toBeGreaterThan(3);
      expect(lines.filter((line) => !line.startsWith("'=1+1"))).toEqual([]);
    }));

  it("has none of the name of an input that is missing, or of a wind log", async () => {
    for (const words of [
      ["analyze", "no\u001b[31m.gpx"],
      ["analyze", "ilca-weymouth.gpx", "--wind", "no\u001b[31m.nmea"],
    ]) {
      const { stdout, stderr } = await leebow(words);
      expect([controls(stdout), controls(stderr)]).toEqual([[], []]);
      expect(stderr).toContain("no[31m");
    }
  });

  it("has a sentence and no code of the system for a link that leads back to itself", () =>
    inFolder(async (cwd) => {
      const { symlinkSync } = await import("node:fs");
      symlinkSync("loop.gpx", join(cwd, "loop.gpx"));
      const { stderr } = await leebow(["analyze", "loop.gpx"], { cwd });
      expect(stderr).toBe("leebow: loop.gpx: This file could not be read: too many symbolic links encountered.\n");
    }));
});
