import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeSession } from "@leebow/core/node";
import { zipOf } from "@leebow/fixtures";
import { expect, it } from "vitest";
import { inFolder, leebow } from "./world.ts";

const SPEC = {
  minutes: 40,
  start_time_ms: Date.parse("2026-06-13T10:00:00Z"),
  lat_deg: 54.4,
  lon_deg: 10.2,
  rate_hz: 1,
};
const POINTS = Buffer.from(writeSession(SPEC, "gpx"))
  .toString()
  .match(/<trkpt[\s\S]*?<\/trkpt>/g)!;

const gpxOf = (points: readonly string[]) =>
  `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${points.join("")}</trkseg></trk></gpx>`;

/** The points so many metres further north, every second one alone: what a watch on the same boat, or a boat beside it, records. */
function beside(north_m: number): string[] {
  const moved = (point: string) =>
    point.replace(/lat="([^"]+)"/, (_, lat) => `lat="${(Number(lat) + north_m / 111_195).toFixed(7)}"`);
  return POINTS.filter((_, i) => i % 2 === 0).map(moved);
}

const write = (cwd: string, files: Record<string, readonly string[]>) => {
  for (const [name, points] of Object.entries(files)) writeFileSync(join(cwd, name), gpxOf(points));
};

/** The session as a logger writes it that begins a file every quarter of an hour. */
const QUARTERS = {
  "a-10.gpx": POINTS.slice(0, 900),
  "a-11.gpx": POINTS.slice(900, 1800),
  "a-12.gpx": POINTS.slice(1800),
};

const filesOf = async (words: string[], cwd: string) => {
  const { stdout, code, stderr } = await leebow([...words, "--format", "json"], { cwd });
  return { files: JSON.parse(stdout).files, code, stderr };
};

it("analyses the files of one session as the session that they are, in whatever order, and says so", () =>
  inFolder(async (cwd) => {
    write(cwd, { ...QUARTERS, "whole.gpx": POINTS });
    const { files } = await filesOf(["analyze", "a-11.gpx", "a-10.gpx", "a-12.gpx"], cwd);
    const [whole] = (await filesOf(["analyze", "whole.gpx"], cwd)).files;
    expect(files.map(({ name, points }: { name: string; points: number }) => [name, points])).toEqual([
      ["a-10.gpx", POINTS.length],
    ]);
    expect(files[0].maneuvers).toEqual(whole.maneuvers);
    expect(files[0].damage.lacks).toEqual([
      ...whole.damage.lacks,
      "3 files of one session are one recording: a-11.gpx, a-10.gpx, a-12.gpx.",
    ]);
    const { stdout } = await leebow(["analyze", "a-10.gpx", "a-11.gpx"], { cwd });
    expect(stdout).toContain("2 files of one session are one recording: a-10.gpx, a-11.gpx.");
  }));

it("joins the files of a session in a folder and in a zip, and leaves them apart on request", () =>
  inFolder(async (cwd) => {
    write(cwd, QUARTERS);
    const count = async (...words: string[]) => (await filesOf(["analyze", ...words], cwd)).files.length;
    expect([await count("."), await count(".", "--apart")]).toEqual([1, 3]);
    writeFileSync(join(cwd, "day.zip"), zipOf(Object.entries(QUARTERS).map(([name, points]) => [name, gpxOf(points)])));
    expect([await count("day.zip"), await count("day.zip", "--apart")]).toEqual([1, 3]);
  }));

it("says of which file of a session a part is lost", () =>
  inFolder(async (cwd) => {
    write(cwd, QUARTERS);
    const whole = gpxOf(QUARTERS["a-10.gpx"]);
    writeFileSync(join(cwd, "a-10.gpx"), whole.slice(0, whole.lastIndexOf("<trkpt") + 30));
    const [file] = (await filesOf(["analyze", "a-10.gpx", "a-11.gpx"], cwd)).files;
    expect(file.damage.lacks).toContainEqual(expect.stringMatching(/^a-10\.gpx: .*\.$/));
  }));

it("names a second receiver of a boat, and leaves it out of the season", () =>
  inFolder(async (cwd) => {
    write(cwd, { "watch.gpx": beside(5), "logger.gpx": POINTS });
    const { files } = await filesOf(["analyze", "watch.gpx", "logger.gpx"], cwd);
    const sentence =
      "Same boat as logger.gpx at the same time, within 5 m. That recording is used in sums and races, this one is not.";
    expect(files.map(({ damage }: { damage: { lacks: string[] } }) => damage.lacks.includes(sentence))).toEqual([
      true,
      false,
    ]);
    const { stdout, stderr } = await leebow(["season", ".", "--format", "json"], { cwd });
    expect(stderr).toContain(
      "leebow: watch.gpx is left out: the same boat as logger.gpx at the same time. --apart takes both.\n",
    );
    const both = await leebow(["season", ".", "--format", "json", "--apart"], { cwd });
    expect([stdout, both.stdout].map((text) => JSON.parse(text).sessions.length)).toEqual([1, 2]);
  }));

it("takes boats that sail beside each other for two", () =>
  inFolder(async (cwd) => {
    write(cwd, { "ada.gpx": beside(45), "ben.gpx": POINTS });
    const { files } = await filesOf(["analyze", "."], cwd);
    expect(JSON.stringify(files)).not.toContain("Same boat");
  }));
