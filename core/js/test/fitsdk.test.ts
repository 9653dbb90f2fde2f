/** Garmin's own reader beside ours, over every good FIT: the same records, to the last bit; what differs stands here with its reason. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { Decoder, Stream } from "@garmin/fitsdk";
import { describe, expect, it } from "vitest";
import { type RawRecording, readRaw } from "../src/node.ts";

const root = join(import.meta.dirname, "../../..");
const recordings = process.env.LEEBOW_RECORDINGS ?? join(root, "../shared/recordings");

/** Files that Garmin's reader rejects, with its message. Ours reads them and reports the losses as Damage. */
const REFUSED: Record<string, string> = {
  "tricky/activity-activity-filecrc.fit": "CRC",
  "tricky/activity-filecrc.fit": "CRC",
  "tricky/activity-settings-corruptheader.fit": "CRC|FIT file",
  "tricky/activity-settings-nodata.fit": "end of stream",
  "tricky/activity-unexpected-eof.fit": "end of stream",
  // It has no compressed time stamps: it stops at the first.
  "tricky/antfs-dump.63.fit": "compressed timestamp",
  "tricky/compressed-speed-distance.fit": "compressed timestamp",
  "tricky/nick.fit": "end of stream",
  // A developer's field that was never described: it stops there.
  "tricky/strava-android-app-201.10-b1218918.fit": "Runtime Error",
  "broken/truncated.fit": "end of stream",
  "broken/wrong-checksum.fit": "CRC",
  "broken/text.fit": "not a FIT file",
};

/** Where a good file is read differently: file, quantity, reason. None at present. */
const DIFFERENCES: Record<string, Record<string, string>> = {};

interface Sdk {
  errors: Error[];
  records: Record<string, unknown>[];
  /** Name of a developer's field by its key. */
  names: Map<string, string>;
}

function readWithSdk(bytes: Uint8Array): Sdk {
  const names = new Map<string, string>();
  const decoder = new Decoder(Stream.fromByteArray([...bytes]));
  const { messages, errors } = decoder.read({
    mergeHeartRates: false,
    convertDateTimesToDates: false,
    fieldDescriptionListener: (key: number, _: unknown, { fieldName }: { fieldName?: string | string[] }) =>
      void names.set(String(key), [fieldName].flat()[0] ?? ""),
  } as never);
  return { errors: errors as Error[], records: (messages.recordMesgs ?? []) as Record<string, unknown>[], names };
}

const FIT_EPOCH_MS = 631_065_600_000;
const onGlobe = (lat: number, lon: number) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && (lat !== 0 || lon !== 0);
const finite = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) ? value : NaN);

/** Records as rows, those that have a time and a position, like ours. */
function rowsOf({ records }: Sdk) {
  return records.flatMap((record) => {
    const [lat, lon] = [record.positionLat, record.positionLong].map((raw) => (finite(raw) * 180) / 2 ** 31) as [
      number,
      number,
    ];
    const stamp = finite(record.timestamp);
    if (!(stamp >= 0x1000_0000) || !onGlobe(lat, lon)) return [];
    // It leaves the fraction of the second to its reader.
    return [{ record, lat, lon, time_ms: stamp * 1000 + FIT_EPOCH_MS + finite(record.time128 ?? 0) * 1000 }];
  });
}

type Row = ReturnType<typeof rowsOf>[number];

/** Native quantities: our channel, what the SDK calls it. Enhanced speed and altitude are filled by it from the plain ones. */
const NATIVE: [string, (record: Record<string, unknown>) => number][] = [
  ["sog", (record) => finite(record.enhancedSpeed)],
  ["hr", (record) => finite(record.heartRate)],
  // -500 m is the zero of the field: a receiver that knows no height writes it.
  [
    "ele",
    (record) => {
      const m = finite(record.enhancedAltitude);
      return m > -499.9 && m < 9000 ? m : NaN;
    },
  ],
  ["distance", (record) => finite(record.distance)],
  ["temperature", (record) => finite(record.temperature)],
  ["power", (record) => finite(record.power)],
];

const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "");

/** What differs between the two readings: a sentence a quantity. */
function compare({ columns }: RawRecording, sdk: Sdk): Record<string, string> {
  const rows = rowsOf(sdk);
  const found: Record<string, string> = {};
  if (rows.length !== columns.n) return { rows: `${columns.n} of ours, ${rows.length} of theirs` };
  const differs = (ours: ArrayLike<number>, theirs: (row: Row) => number) => {
    const at = rows.findIndex((row, i) => !Object.is(ours[i]! + 0, theirs(row) + 0));
    return at < 0 ? null : `row ${at}: ${ours[at]} of ours, ${theirs(rows[at]!)} of theirs`;
  };
  const values: [string, string | null][] = [
    ["time", differs(columns.time_ms, (row) => row.time_ms)],
    ["lat", differs(columns.lat_deg, (row) => row.lat)],
    ["lon", differs(columns.lon_deg, (row) => row.lon)],
    ...NATIVE.map(([id, value]): [string, string | null] => {
      const none = new Float32Array(columns.n).fill(NaN);
      return [id, differs(columns.channels[id] ?? none, (row) => Math.fround(value(row.record)))];
    }),
    ...developerFields(columns, sdk, rows, differs),
  ];
  for (const [id, sentence] of values) if (sentence !== null) found[id] = sentence;
  return found;
}

/** A developer's field is a channel under its own name, or under the registry's where it is a known quantity. */
const KNOWN: Record<string, string> = {
  heart_rate: "hr",
  trim: "pitch",
  roll: "heel",
  altitude: "ele",
  speed: "sog",
  heading: "hdg_mag",
};

function developerFields(
  columns: RawRecording["columns"],
  { names }: Sdk,
  rows: Row[],
  differs: (ours: ArrayLike<number>, theirs: (row: Row) => number) => string | null,
): [string, string | null][] {
  const keys = new Set(rows.flatMap(({ record }) => Object.keys((record.developerFields as object | undefined) ?? {})));
  return [...keys].flatMap((key): [string, string | null][] => {
    const value = ({ record }: Row) =>
      finite([(record.developerFields as Record<string, unknown> | undefined)?.[key]].flat()[0]);
    if (rows.every((row) => Number.isNaN(value(row)))) return [];
    const name = plain(names.get(key) ?? "");
    const ours = [`${name}_developer`, name, KNOWN[name]].find((id) => id !== undefined && columns.channels[id]);
    const text =
      ours === undefined ? "no column of ours" : differs(columns.channels[ours]!, (row) => Math.fround(value(row)));
    return [[`developer ${name}`, text]];
  });
}

function fitFilesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? fitFilesBelow(path) : /\.fit$/i.test(name) ? [path] : [];
  });
}

function agreeOver(folder: string) {
  it.each(fitFilesBelow(folder).map((path) => [relative(folder, path), path]))(
    "%s",
    async (name, path) => {
      const bytes = readFileSync(path);
      const sdk = readWithSdk(bytes);
      const ours = await readRaw({ name, bytes }).catch(() => null);
      if (sdk.errors.length > 0 || name in REFUSED) {
        expect(Object.keys(REFUSED)).toContain(name);
        expect(sdk.errors.map((error) => error.message).join(" ")).toMatch(new RegExp(REFUSED[name]!));
        expect(ours?.columns.n ?? 0, "what they read before they stop, we have").toBeGreaterThanOrEqual(
          rowsOf(sdk).length,
        );
        return;
      }
      if (ours === null) {
        expect(rowsOf(sdk), "a file we refuse has no positions for them either").toEqual([]);
        return;
      }
      const found = compare(ours, sdk);
      expect(Object.keys(found).sort(), JSON.stringify(found, null, 1)).toEqual(
        Object.keys(DIFFERENCES[name] ?? {}).sort(),
      );
    },
    60_000,
  );
}

describe("fixtures", () => agreeOver(join(root, "fixtures")));

const there = existsSync(recordings);
describe.skipIf(!there)(`recordings${there ? "" : `: skipped, there is no ${recordings}`}`, () => {
  if (there) agreeOver(recordings);
});
