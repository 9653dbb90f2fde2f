import { copyFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fixturePath } from "@leebow/fixtures";
import { expect, it, vi } from "vitest";
import { inFolder, leebow } from "./world.ts";

const reads = vi.hoisted(() => [] as string[]);
vi.mock("../src/read-file.ts", async (original) => {
  const module = await original<typeof import("../src/read-file.ts")>();
  const readInput: typeof module.readInput = (path, timeout_ms) => {
    reads.push(path);
    return module.readInput(path, timeout_ms);
  };
  return { ...module, readInput };
});

it("reads each recording and the wind log of a fleet once", () =>
  inFolder(async (cwd) => {
    for (const boat of ["a.gpx", "b.gpx"]) copyFileSync(fixturePath("j70-with-wind-log.gpx"), join(cwd, boat));
    const wind = fixturePath("j70-with-wind-log.wind.nmea");
    const { code } = await leebow(["analyze", ".", "--fleet", "--wind", wind, "--format", "json"], { cwd });
    expect(code).toBe(0);
    expect(reads.map((path) => basename(path)).sort()).toEqual(["a.gpx", "b.gpx", basename(wind)].sort());
  }));
