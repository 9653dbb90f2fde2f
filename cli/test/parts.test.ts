import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeSession } from "@leebow/core/node";
import { expect, it } from "vitest";
import { inFolder, leebow } from "./world.ts";

const START_MS = Date.parse("2026-06-13T10:00:00Z");
const pointsOf = (gpx: Uint8Array) =>
  [
    ...Buffer.from(gpx)
      .toString()
      .matchAll(/<trkpt[\s\S]*?<\/trkpt>/g),
  ].map(String);
const gpxOf = (points: string[]) =>
  `<gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${points.join("")}</trkseg></trk></gpx>`;
const sailed = () =>
  pointsOf(
    writeSession(
      { class: "Laser", minutes: 30, rate_hz: 1, start_time_ms: START_MS, lat_deg: 54.4, lon_deg: 10.2 },
      "gpx",
    ),
  );

/** 20 minutes at 90 km/h, from 12:40 local time on. */
const drive = () =>
  Array.from({ length: 1200 }, (_, s) => {
    const time = new Date(START_MS + (2400 + s) * 1000).toISOString();
    return `<trkpt lat="${(54.5 + (s * 25) / 111_200).toFixed(7)}" lon="10.2"><time>${time}</time></trkpt>`;
  });

it("a session with a drive home is printed with its parts, which can be taken in and left out", async () => {
  await inFolder(async (folder) => {
    const file = join(folder, "day.gpx");
    writeFileSync(file, gpxOf([...sailed(), ...drive()]));
    const printed = async (...options: string[]) =>
      (await leebow(["analyze", file, "--boat", "Laser", ...options])).stdout;
    const plain = await printed();
    expect(plain).toContain("12:00 to 12:30 sailing\n");
    expect(plain).toContain("12:40 to 12:59 on land, left out\n");
    expect(plain).toContain("1 part of the recording is a drive on land (20 min) and was left out.");
    expect(await printed("--parts")).toMatch(
      /12:40 to 12:59 on land, left out: It moves as a car does, at up to 49 kn\. \d+ % sure\.\n/,
    );
    expect(await printed("--take-in", "12:35-13:00")).toContain("12:40 to 12:59 on land, kept by hand\n");
    const shorter = await printed("--leave-out", "12:00-12:15");
    expect(shorter).toContain("12:00 to 12:15 sailing, left out by hand\n");
    expect(shorter).toContain("1 part of the recording was left out by hand (15 min).");
  });
});

it("a plain session has no list of parts but on request", async () => {
  await inFolder(async (folder) => {
    const file = join(folder, "day.gpx");
    writeFileSync(file, gpxOf(sailed()));
    const { stdout } = await leebow(["analyze", file, "--boat", "Laser"]);
    expect(stdout).not.toContain("sailing");
    expect((await leebow(["analyze", file, "--boat", "Laser", "--parts"])).stdout).toContain("All of it is sailing.");
  });
});

it("a wrong clock is set with all that the recording says", async () => {
  await inFolder(async (folder) => {
    const file = join(folder, "day.gpx");
    writeFileSync(file, gpxOf(sailed()));
    const start = async (...options: string[]) => {
      const { stdout } = await leebow(["analyze", file, "--format", "json", ...options]);
      return JSON.parse(stdout).files[0].start_time as string;
    };
    expect(await start()).toBe("2026-06-13T10:00:00.000Z");
    expect(await start("--clock", "+2h")).toBe("2026-06-13T12:00:00.000Z");
    expect(await start("--clock=-1024w")).toBe("2006-10-28T10:00:00.000Z");
  });
});
