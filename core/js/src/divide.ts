/**
 * The boats and sessions of a file in the browser, whose engine does not write files: as `unpack` of Node has them
 * (`core/engine/src/read/divide.rs` and `boats.rs`; `core/js/test/divide.test.ts` compares the two).
 */

import { columnsAsGpx } from "./columns-gpx.ts";
import { metresPerDegree } from "./geodesy.ts";
import type { InputFile, TrackColumns } from "./index.ts";
import { type FileTrack, fileOf, tracksOf } from "./xml-tracks.ts";
import { distinctNames } from "./zip-names.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A file is divided where so many hours lie between two fixes, or a night. */
const SESSION_GAP_MS = 6 * HOUR_MS;
const NIGHT_GAP_MS = 4 * HOUR_MS;
/** A clock without a date counts from 1970 on. */
const UNDATED_MS = 8 * DAY_MS;
/** Two tracks with so much time in common are of two boats or receivers; farther apart than this they are two boats. */
const MIN_COMMON_MS = 60_000;
const APART_M = 30;
const COMPARED = 60;

export interface Divided {
  /** What the recordings are of one boat, or boats. */
  kind: "days" | "boats";
  recordings: InputFile[];
}

type Read = (file: InputFile) => Promise<TrackColumns>;

/** A track of the file that has positions. */
interface Piece {
  track: FileTrack;
  columns: TrackColumns;
  from_ms: number;
  to_ms: number;
}

interface Boat {
  name: string;
  file: InputFile;
  columns: TrackColumns;
  pieces: Piece[];
}

/** The boats of a file, and of each the sessions, with names of their own; null for a file of one boat and one session. */
export async function divided(file: InputFile, read: Read): Promise<Divided | null> {
  const boats = await boatsOf(file, read);
  const recordings = boats.flatMap((boat) => sessionsOf(boat, file));
  if (recordings.length < 2) return null;
  const names = distinctNames(recordings.map(({ name }) => name));
  return {
    kind: boats.length > 1 ? "boats" : "days",
    recordings: recordings.map(({ bytes }, i) => ({ name: names[i]!, bytes })),
  };
}

async function boatsOf(file: InputFile, read: Read): Promise<Boat[]> {
  const tracks = tracksOf(file.bytes);
  const pieces: Piece[] = [];
  // A file of one track has one boat.
  for (const track of tracks.length > 1 ? tracks : []) {
    const columns = await read(fileOf(file, [track])).catch(() => null);
    if (!columns || columns.n === 0) continue;
    let [from_ms, to_ms] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const ms of columns.time_ms) [from_ms, to_ms] = [Math.min(from_ms, ms), Math.max(to_ms, ms)];
    pieces.push({ track, columns, from_ms, to_ms });
  }
  const boats = boatsAmong(pieces);
  if (boats.length < 2) return [{ name: "", file, columns: await read(file), pieces }];
  return Promise.all(
    boats.map(async ({ name, pieces }) => {
      const own = fileOf(
        file,
        pieces.map(({ track }) => track),
      );
      return { name, file: own, columns: await read(own), pieces };
    }),
  );
}

/** The tracks of each boat; of a second receiver of a boat those with more fixes alone. */
function boatsAmong(pieces: readonly Piece[]): { name: string; pieces: Piece[] }[] {
  const boats: Piece[][] = [];
  for (const piece of pieces.toSorted((a, b) => a.from_ms - b.from_ms)) {
    const isFree = (boat: Piece[]) => boat.every((other) => commonMs(other, piece) < MIN_COMMON_MS);
    const sameAs = (other: Piece) => commonMs(other, piece) >= MIN_COMMON_MS && !areApart(other, piece);
    const same = boats.find((boat) => boat.some(sameAs));
    if (same) {
      const at = same.findIndex((other) => commonMs(other, piece) >= MIN_COMMON_MS);
      if (same[at]!.columns.n < piece.columns.n) same[at] = piece;
      continue;
    }
    const { name } = piece.track;
    const isNamed = (boat: Piece[]) => name !== null && boat.some((other) => other.track.name === name);
    const own =
      boats.find((boat) => isNamed(boat) && isFree(boat)) ?? boats.find((boat) => name === null && isFree(boat));
    if (own) own.push(piece);
    else boats.push([piece]);
  }
  const overlaps = pieces.some((one, i) => pieces.some((other, k) => k > i && commonMs(one, other) >= MIN_COMMON_MS));
  if (!overlaps) return [];
  return boats.map((boat, i) => ({
    name: boat.find(({ track }) => track.name !== null)?.track.name ?? `boat ${i + 1}`,
    pieces: boat.toSorted((a, b) => a.track.start - b.track.start),
  }));
}

const commonMs = (a: Piece, b: Piece): number => Math.min(a.to_ms, b.to_ms) - Math.max(a.from_ms, b.from_ms);

/** Whether two tracks are at different places at the same times. */
function areApart(a: Piece, b: Piece): boolean {
  const [from, to] = [Math.max(a.from_ms, b.from_ms), Math.min(a.to_ms, b.to_ms)];
  const distances: number[] = [];
  for (let i = 0; i <= COMPARED; i++) {
    const at_ms = from + ((to - from) * i) / COMPARED;
    const [p, q] = [placeAt(a, at_ms), placeAt(b, at_ms)];
    const { lat_m, lon_m } = metresPerDegree((p.lat + q.lat) / 2);
    const metres = Math.hypot((p.lat - q.lat) * lat_m, (p.lon - q.lon) * lon_m);
    if (Number.isFinite(metres)) distances.push(metres);
  }
  distances.sort((one, other) => one - other);
  return distances.length > 0 && distances[distances.length >> 1]! > APART_M;
}

function placeAt({ columns: { n, time_ms, lat_deg, lon_deg } }: Piece, at_ms: number): { lat: number; lon: number } {
  const later = time_ms.findIndex((ms) => ms >= at_ms);
  const row = later < 0 ? n - 1 : later;
  return { lat: lat_deg[row]!, lon: lon_deg[row]! };
}

/** The sessions of a boat of this file, between which six hours or a night lie. */
function sessionsOf(boat: Boat, whole: InputFile): InputFile[] {
  const { name, file, columns, pieces } = boat;
  const cuts = cutsOf(columns);
  if (cuts.length === 0) return [{ name: name === "" ? file.name : `${name}${endOf(file.name)}`, bytes: file.bytes }];
  const ends = [...cuts, columns.n];
  return ends.map((end, i) => {
    const start = i === 0 ? 0 : ends[i - 1]!;
    const day = sessionName(columns.time_ms[start]!);
    const label = name === "" ? day : `${name}, ${day}`;
    const tracks = wholeTracks(pieces, columns.n, start, end);
    if (tracks) return { name: `${label}${endOf(file.name)}`, bytes: fileOf(whole, tracks).bytes };
    return { name: `${label}.gpx`, bytes: columnsAsGpx(columns, start, end) };
  });
}

const endOf = (name: string): string => /\.[^./\\]*$/.exec(name)?.[0] ?? "";

/** The tracks that have these rows, where they have no others; null where a track is cut. */
function wholeTracks(pieces: readonly Piece[], n: number, start: number, end: number): FileTrack[] | null {
  if (pieces.length < 2 || pieces.reduce((sum, { columns }) => sum + columns.n, 0) !== n) return null;
  const own: FileTrack[] = [];
  let row = 0;
  for (const { track, columns } of pieces) {
    const [from, to] = [row, row + columns.n];
    row = to;
    if (to <= start || from >= end) continue;
    if (from < start || to > end) return null;
    own.push(track);
  }
  return own;
}

/** Rows at which a session begins, but for the first. */
function cutsOf({ n, time_ms, lon_deg }: TrackColumns): number[] {
  const steps = Float64Array.from({ length: Math.max(0, n - 1) }, (_, i) => time_ms[i + 1]! - time_ms[i]!);
  const usual = steps.toSorted()[steps.length >> 1];
  // Trackers that send every hour have no gaps of hours.
  const isSeldom = usual === undefined || usual > HOUR_MS / 6;
  const isUndated = time_ms.every((ms) => !(ms >= UNDATED_MS));
  if (isSeldom || isUndated || steps.some((ms) => ms < 0)) return [];
  const cuts: number[] = [];
  for (const [i, ms] of steps.entries())
    if (ms >= SESSION_GAP_MS || hasNight(time_ms[i]!, time_ms[i + 1]!, lon_deg[0]!)) cuts.push(i + 1);
  return cuts;
}

/** Whether the middle of a night by the sun lies in a gap of some hours. */
function hasNight(from_ms: number, to_ms: number, lon_deg: number): boolean {
  const day = (ms: number) => Math.floor((ms + (lon_deg / 15) * HOUR_MS) / DAY_MS);
  return to_ms - from_ms >= NIGHT_GAP_MS && day(to_ms) > day(from_ms);
}

/** `2025-07-05 10.00`: a name of a file has no colon. */
function sessionName(ms: number): string {
  const iso = new Date(ms).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 16).replace(":", ".")}`;
}
