/** The boats and sessions of a file: the same in the browser and in Node. */
import { expect, test } from "vitest";
import * as node from "../src/node.ts";
import { divide, joinFiles, readRaw, related } from "../src/web.ts";

const { writeSession } = node;

const START_MS = Date.parse("2026-06-13T10:00:00Z");
const HOUR_MS = 3_600_000;
/** Points of each session, of ten minutes at 1 Hz. */
const POINTS = 601;

interface Sailed {
  name?: string;
  hours?: number;
  lat_deg?: number;
}

const session = ({ hours = 0, lat_deg = 54.4 }: Sailed, format: string) =>
  Buffer.from(
    writeSession(
      { minutes: 10, start_time_ms: START_MS + hours * HOUR_MS, lat_deg, lon_deg: 10.2, rate_hz: 1 },
      format,
    ),
  ).toString();
const pointsOf = (sailed: Sailed) => session(sailed, "gpx").match(/<trkpt[\s\S]*?<\/trkpt>/g)!;
const gpxOf = (tracks: string) =>
  new TextEncoder().encode(`<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">${tracks}</gpx>`);
const trackOf = (sailed: Sailed) =>
  `<trk>${sailed.name ? `<name>${sailed.name}</name>` : ""}<trkseg>${pointsOf(sailed).join("")}</trkseg></trk>`;
const tracks = (...sailed: Sailed[]) => gpxOf(sailed.map(trackOf).join("\n"));

const LINES_OF_HEAD = 1;
/** A file of Velocitek's, whose rows go on after each of these sessions. */
function csvOf(...sailed: Sailed[]): Uint8Array {
  const texts = sailed.map((one) => session(one, "vakaros").split("\n"));
  const rows = texts.flatMap((lines, i) =>
    (i === 0 ? lines : lines.slice(LINES_OF_HEAD)).filter((line) => line !== ""),
  );
  return new TextEncoder().encode(`${rows.join("\n")}\n`);
}

test.each([
  ["two boats", "boats", tracks({ name: "GER 1" }, { name: "Ada &amp; Böe", lat_deg: 54.45 })],
  ["boats without names", "boats", tracks({}, { lat_deg: 54.45 }, { lat_deg: 54.5 })],
  ["two boats on two days", "boats", tracks({ name: "a" }, { name: "b", lat_deg: 54.45 }, { name: "a", hours: 24 })],
  ["three days", "days", tracks({ name: "one" }, { name: "two", hours: 24 }, { name: "three", hours: 48 })],
  [
    "two days in one track",
    "days",
    gpxOf(`<trk><trkseg>${[...pointsOf({}), ...pointsOf({ hours: 24 })].join("")}</trkseg></trk>`),
  ],
  ["two days in rows of a table", "days", csvOf({}, { hours: 24 })],
])("%s are files of their own", async (_, kind, bytes) => {
  const file = { name: "day.gpx", bytes };
  const [found, { members, recording }] = [await divide(file), await node.open(file)];
  expect([found.kind, recording]).toEqual([kind, null]);
  expect(found.recordings).toEqual(members.map(({ name, contents, outline }) => ({ name, bytes: contents, outline })));
  for (const recording of found.recordings) expect((await readRaw(recording)).n % POINTS).toBe(0);
});

test.each([
  ["one session", tracks({})],
  ["a lunch between two sessions", tracks({ name: "morning" }, { name: "afternoon", hours: 3 })],
  ["a second receiver of the boat", tracks({ name: "watch" }, { name: "logger" })],
  ["a table of one session", csvOf({})],
])("%s is one recording", async (_, bytes) => {
  const file = { name: "day.gpx", bytes };
  const [{ recordings, outline }, opened] = [await divide(file), await node.open(file)];
  expect([recordings, opened.members, opened.outline]).toEqual([[], [], outline]);
  // It is not read again: its analysis is that of the file.
  const [read, whole] = [await opened.recording!.analyze(), await (await node.loadCore()).analyze(file)];
  expect(read.report).toEqual(whole.report);
  opened.recording!.free();
});

test("notes are no recording, and are not divided", async () => {
  const bytes = new TextEncoder().encode("a fine day out");
  await expect(divide({ name: "notes.txt", bytes })).rejects.toThrow("This is not a track file");
});

/** Hours of one session as files of their own, and a second receiver over all of it. */
test("the files of one session are found and joined in the browser as in Node", async () => {
  const points = pointsOf({});
  const part = (from: number, to?: number) => gpxOf(`<trk><trkseg>${points.slice(from, to).join("")}</trkseg></trk>`);
  const files = [part(200, 400), part(0, 200), part(400), tracks({ lat_deg: 55 })];
  const names = ["a-11.gpx", "a-10.gpx", "a-12.gpx", "b.gpx"];
  const outlines: Float64Array[] = [];
  for (const bytes of files) outlines.push((await divide({ name: "", bytes })).outline);
  const relations = await related(names, outlines);
  expect(relations.map(({ session }) => session)).toEqual([1, 1, 1, 3]);
  expect(node.sessionsOf(relations)).toEqual([[0, 1, 2], [3]]);
  expect(node.related(names, outlines)).toEqual(relations);
  const joined = await joinFiles(files.slice(0, 3));
  expect(Buffer.compare(joined, (await node.joinFiles(files.slice(0, 3))).bytes)).toBe(0);
  expect((await readRaw({ name: "", bytes: joined })).n).toBe(POINTS);
});
