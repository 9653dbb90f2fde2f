/** The boats and sessions of a file: the same in the browser, which has files of its own making, and in Node. */
import { expect, test } from "vitest";
import { readRaw as readNative, unpack, writeSession } from "../src/node.ts";
import { divide, readRaw as readWasm } from "../src/web.ts";

const START_MS = Date.parse("2026-06-13T10:00:00Z");
const HOUR_MS = 3_600_000;

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
  const [found, members] = [await divide(file), await unpack(bytes)];
  expect(found?.kind).toBe(kind);
  const stems = (names: string[]) => names.map((name) => name.replace(/\.\w+$/, ""));
  expect(stems(found!.recordings.map(({ name }) => name))).toEqual(stems(members.map(({ name }) => name)));
  for (const [i, recording] of found!.recordings.entries()) {
    const own = await readWasm(recording);
    const { columns } = await readNative({ name: "", bytes: members[i]!.contents as Uint8Array });
    expect(own.n).toBe(columns.n);
    for (const id of ["time_ms", "lat_deg", "lon_deg"] as const) expect(own[id]).toEqual(columns[id]);
    expect(Object.keys(own.channels).sort()).toEqual(Object.keys(columns.channels).sort());
    for (const [id, values] of Object.entries(columns.channels)) expect([id, own.channels[id]]).toEqual([id, values]);
  }
});

test.each([
  ["one session", tracks({})],
  ["a lunch between two sessions", tracks({ name: "morning" }, { name: "afternoon", hours: 3 })],
  ["a second receiver of the boat", tracks({ name: "watch" }, { name: "logger" })],
  ["a table of one session", csvOf({})],
])("%s is one recording", async (_, bytes) => {
  expect([await divide({ name: "day.gpx", bytes }), await unpack(bytes)]).toEqual([null, []]);
});

test("notes are no recording, and are not divided", async () => {
  const bytes = new TextEncoder().encode("a fine day out");
  await expect(divide({ name: "notes.txt", bytes })).rejects.toThrow();
});
