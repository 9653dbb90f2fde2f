import { copyFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fixturePath, readFixture, zipOf } from "@leebow/fixtures";
import { beforeEach, expect, it, vi } from "vitest";
import { inFolder, leebow } from "./world.ts";

const reads = vi.hoisted(() => [] as string[]);
vi.mock("../src/io/read-file.ts", async (original) => {
  const module = await original<typeof import("../src/io/read-file.ts")>();
  const readInput: typeof module.readInput = (path, timeout_ms) => {
    reads.push(path);
    return module.readInput(path, timeout_ms);
  };
  return { ...module, readInput };
});

beforeEach(() => reads.splice(0));

it("reads each recording and the wind log of a fleet once", () =>
  inFolder(async (cwd) => {
    for (const boat of ["a.gpx", "b.gpx"]) copyFileSync(fixturePath("j70-with-wind-log.gpx"), join(cwd, boat));
    const wind = fixturePath("j70-with-wind-log.wind.nmea");
    const { code } = await leebow(["analyze", ".", "--fleet", "--wind", wind, "--format", "json"], { cwd });
    expect(code).toBe(0);
    expect(reads.map((path) => basename(path)).sort()).toEqual(["a.gpx", "b.gpx", basename(wind)].sort());
  }));

it("unpacks a zip once, however many recordings are in it", () =>
  inFolder(async (cwd) => {
    const boat = readFixture("ilca-weymouth.gpx");
    writeFileSync(join(cwd, "day.zip"), zipOf(["a.gpx", "b.gpx", "c.gpx"].map((name) => [name, boat])));
    const { stdout, code } = await leebow(["analyze", "day.zip", "--format", "json"], { cwd });
    expect([JSON.parse(stdout).files.length, code]).toEqual([3, 0]);
    expect(reads.map((path) => basename(path))).toEqual(["day.zip"]);
  }));
