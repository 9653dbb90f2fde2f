import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { type Correction, convertText, EngineError, type RaceCorrection, readRaw } from "@leebow/core/node";
import { sql } from "kysely";
import type { TrackRow } from "../../access/track.ts";
import { lockQuotas } from "../../platform/auth/users.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { deleteFiles, withStoredFiles } from "../../platform/files/files-of-rows.ts";
import { inTurn } from "../../platform/http/computing-calls.ts";
import { detailError, notFound } from "../../platform/http/errors.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { Incoming } from "../../platform/storage/storage.ts";
import { requestAnalysis } from "./analyze-track.ts";
import { beforeChange } from "./follow.ts";
import { checkQuota, deleteTrack, updateTrack } from "./queries.ts";
import { uploadEnding } from "./request-schema.ts";
import { resultsOfTrack } from "./results.ts";
import type { FormerTrack } from "./tables.ts";

const TOO_LARGE = `Together they are larger than ${LIMITS.searched_bytes / 1024 / 1024} MB. They stay apart.`;
const TWO_BOATS = "These tracks are of the same time: they are boats, and stay apart.";
const TWO_CLOCKS = "The clocks of these tracks are set differently. Set them alike first.";
const UNREADABLE = "One of these tracks cannot be read. They stay apart.";

/** What a file of one session has behind its name: ", 2025-07-05 10.00". */
const SESSION = /, \d{4}-\d\d-\d\d \d\d\.\d\d(?=\.gpx$)/;

/**
 * Puts tracks of a sailor together as the first of them, which is analysed again: its recording has theirs, one after the
 * other, and it gets everything that was written to any of them. The others are deleted; their files stay, so that the track
 * can be separated again (separate-track.ts).
 */
export async function joinTracks(context: AppContext, tracks: readonly TrackRow[]): Promise<void> {
  const [kept] = tracks;
  if (tracks.reduce((sum, { source_bytes }) => sum + source_bytes, 0) > LIMITS.searched_bytes) throw apart(TOO_LARGE);
  const stored: string[] = [];
  await withStoredFiles(context, stored, () => joinParts(context, tracks, kept!, stored));
}

/** The keys of the files that are stored are added to `stored`. */
async function joinParts(
  context: AppContext,
  tracks: readonly TrackRow[],
  kept: TrackRow,
  stored: string[],
): Promise<void> {
  const parts = await inTurn(context, () => readParts(context, tracks, stored));
  const ordered = parts.map(({ track }) => track);
  const corrections = correctionsOf(ordered);
  const incoming = await context.storage.receive(Readable.from([joinedGpx(parts.map(({ gpx }) => gpx))]));
  const source_key = `sources/${randomUUID()}.gpx`;
  try {
    stored.push(source_key);
    await incoming.keep(source_key);
    const { bytes: source_bytes, sha256: source_sha256 } = incoming;
    const source = { source_key, source_bytes, source_sha256 };
    await context.db.transaction().execute((trx) => storeJoined(context, trx, kept, parts, source, corrections));
  } finally {
    await incoming.discard();
  }
}

const apart = (sentence: string) => detailError("not_one_track", sentence);

interface Part {
  track: TrackRow;
  gpx: string;
  /** Its file; null where it was made of several, which are kept. */
  file: JoinedFile | null;
  from_ms: number;
  to_ms: number;
}

/** The recordings as GPX, which has every channel, in order of time; throws where two are of the same time. */
async function readParts(context: AppContext, tracks: readonly TrackRow[], stored: string[]): Promise<Part[]> {
  const parts: Part[] = [];
  for (const track of tracks) {
    const file = { name: track.file_name, bytes: await context.storage.read(track.source_key) };
    try {
      const { columns } = await readRaw(file);
      const gpx = Buffer.from((await convertText(file, "gpx")).bytes).toString("utf8");
      const [from_ms, to_ms] = [columns.time_ms[0]!, columns.time_ms.at(-1)!];
      const isOne = (await joinedFilesOf(context.db, track.id)).length === 0;
      const kept = isOne ? await keepFileOfTrack(context, track, file.bytes, from_ms, stored) : null;
      parts.push({ track, gpx, file: kept, from_ms, to_ms });
    } catch (error) {
      throw error instanceof EngineError ? apart(UNREADABLE) : error;
    }
  }
  parts.sort((a, b) => a.from_ms - b.from_ms);
  if (parts.some(({ from_ms }, i) => i > 0 && from_ms <= parts[i - 1]!.to_ms)) throw apart(TWO_BOATS);
  return parts;
}

/** The tracks of files that the engine has written, as those of one file. */
function joinedGpx(files: readonly string[]): string {
  const bodies = files.map((gpx) => gpx.slice(gpx.indexOf("<trk>"), gpx.lastIndexOf("</gpx>")));
  return `${files[0]!.slice(0, files[0]!.indexOf("<trk>"))}${bodies.join("")}</gpx>\n`;
}

/** The corrections of all of them; their clock, which is the same in all, once. */
function correctionsOf(tracks: readonly TrackRow[]): Correction[] {
  const isClock = ({ action }: Correction) => action === "clock";
  const clocks = tracks.map(({ corrections }) => JSON.stringify(corrections.filter(isClock)));
  if (new Set(clocks).size > 1) throw apart(TWO_CLOCKS);
  const all = tracks.flatMap(({ corrections }) => corrections.filter((one) => !isClock(one)));
  if (all.length >= LIMITS.corrections) throw apart(`A track can have ${LIMITS.corrections} corrections.`);
  return [...tracks[0]!.corrections.filter(isClock), ...all];
}

type Source = Pick<TrackRow, "source_key" | "source_bytes" | "source_sha256">;

async function storeJoined(
  context: AppContext,
  trx: Db,
  kept: TrackRow,
  parts: readonly Part[],
  source: Source,
  corrections: readonly Correction[],
): Promise<void> {
  const tracks = parts.map(({ track }) => track);
  const others = tracks.filter(({ id }) => id !== kept.id);
  const ids = others.map(({ id }) => id);
  await lockQuotas(trx, kept.user_id);
  await lockUnchanged(trx, tracks);
  await checkQuota(trx, kept.user_id, { tracks: 0, bytes: source.source_bytes });
  const change = { kind: "removed", ids, heirs: [kept.id] } as const;
  const { files: left, after } = await beforeChange(context, trx, change);
  for (const part of parts) await keepFormer(trx, kept, part);
  await moveRows(trx, kept.id, ids);
  await renameInRaces(trx, kept.id, ids);
  for (const id of ids) await deleteTrack(trx, id);
  const first = <Key extends "wind_file_id" | "wind_hint_deg">(key: Key) =>
    kept[key] ?? tracks.find((track) => track[key] !== null)?.[key] ?? null;
  await updateTrack(trx, kept.id, {
    ...source,
    file_name: `${kept.file_name.replace(/\.[^.]*$/, "")}.gpx`.replace(SESSION, ""),
    // Private where one of them is private.
    permissions: tracks.some(({ permissions }) => permissions === "PRIVATE") ? "PRIVATE" : "PUBLIC",
  });
  const changes = { wind_file_id: first("wind_file_id"), wind_hint_deg: first("wind_hint_deg") };
  await requestAnalysis(context, trx, kept.id, { ...changes, corrections: JSON.stringify(corrections) });
  await after();
  const files = [...tracks.map(({ source_key }) => source_key), ...ids.map(resultsOfTrack), ...left];
  await deleteFiles(context, trx, files);
}

/** What a part was, with its file, or with the first of those that it was made of. */
async function keepFormer(trx: Db, kept: TrackRow, { track, file }: Part): Promise<void> {
  const former = await formerOf(trx, track);
  if (file) return insertJoinedFiles(trx, kept, [{ ...file, former }]);
  const [first] = await joinedFilesOf(trx, track.id);
  const change = (changes: { former: string } | { track_id: number }) => trx.updateTable("joined_files").set(changes);
  if (first && !first.former)
    await change({ former: JSON.stringify(former) })
      .where("source_key", "=", first.source_key)
      .execute();
  await change({ track_id: kept.id }).where("track_id", "=", track.id).execute();
}

/** Locks the rows until the transaction ends; throws where one was deleted or changed since it was read. */
async function lockUnchanged(trx: Db, tracks: readonly TrackRow[]): Promise<void> {
  const rows = await trx
    .selectFrom("tracks")
    .select(["id", "revision", "source_key"])
    .where(
      "id",
      "in",
      tracks.map(({ id }) => id),
    )
    .orderBy("id")
    .forUpdate()
    .execute();
  const isSame = ({ id, revision, source_key }: TrackRow) =>
    rows.some((row) => row.id === id && row.revision === revision && row.source_key === source_key);
  if (!tracks.every(isSame)) throw notFound("One of these tracks");
}

/** What was written to the other tracks: entries, stars, analyses, tags of segments, places in races and reports. */
async function moveRows(trx: Db, kept_id: number, ids: readonly number[]): Promise<void> {
  const from = sql`(${sql.join(ids.map((id) => sql`${id}::integer`))})`;
  const kept = sql`${kept_id}::integer`;
  for (const statement of [
    // The next analysis finds them again, under their ids.
    sql`delete from maneuvers where track_id in ${from}`,
    sql`update segments set track_id = ${kept}, position = null, retired_at = coalesce(retired_at, now())
      where track_id in ${from}`,
    sql`update straight_analyses set track_id = ${kept} where track_id in ${from}`,
    sql`update journals set track_id = ${kept} where track_id in ${from}`,
    sql`insert into regatta_tracks (journal_id, track_id)
      select distinct journal_id, ${kept} from regatta_tracks where track_id in ${from} on conflict do nothing`,
    sql`insert into race_tracks (race_id, track_id)
      select distinct race_id, ${kept} from race_tracks where track_id in ${from} on conflict do nothing`,
    sql`update race_consents set track_id = ${kept} where (race_id, track_id) in (
      select race_id, min(track_id) from race_consents as one where track_id in ${from} and not exists (
        select from race_consents as own where own.race_id = one.race_id and own.track_id = ${kept})
      group by race_id)`,
    sql`update garmin_activities set track_id = ${kept} where track_id in ${from}`,
  ])
    await statement.execute(trx);
}

/** Corrections of races that name one of the other tracks name the one that is kept. */
async function renameInRaces(trx: Db, kept_id: number, ids: readonly number[]) {
  const races = trx.selectFrom("race_tracks").select("race_id").where("track_id", "=", kept_id);
  const rows = await trx.selectFrom("races").select(["id", "corrections"]).where("id", "in", races).execute();
  const isOther = (track: string) => ids.includes(Number(track));
  for (const { id, corrections } of rows) {
    const renamed = corrections.map(
      (one): RaceCorrection => ("track" in one && isOther(one.track) ? { ...one, track: String(kept_id) } : one),
    );
    if (corrections.some((one, i) => one !== renamed[i]))
      await trx
        .updateTable("races")
        .set({ corrections: JSON.stringify(renamed) })
        .where("id", "=", id)
        .execute();
  }
}

/** The files of tracks that were made of several (platform/files/folders.ts). */
export const JOINED_FILES = {
  folder: "joined",
  table: "joined_files",
  column: "source_key",
  user_column: "user_id",
} as const;

/** A file of a session that was received with others. */
export interface SessionFile {
  file_name: string;
  incoming: Incoming;
  /** Its first fix, in its own clock. */
  from_ms: number;
}

/** A file of a track, as its row has it. */
export interface JoinedFile {
  source_key: string;
  file_name: string;
  source_bytes: number;
  source_sha256: string | null;
  start_time: Date;
}

const newKey = (file_name: string) => `${JOINED_FILES.folder}/${randomUUID()}${uploadEnding(file_name)}`;

/** Keeps received files under keys that are added to `stored`. */
export async function keepSessionFiles(files: readonly SessionFile[], stored: string[]): Promise<JoinedFile[]> {
  const kept: JoinedFile[] = [];
  for (const { file_name, incoming, from_ms } of files) {
    const source_key = newKey(file_name);
    stored.push(source_key);
    await incoming.keep(source_key);
    const { bytes: source_bytes, sha256: source_sha256 } = incoming;
    kept.push({ source_key, file_name, source_bytes, source_sha256, start_time: new Date(from_ms) });
  }
  return kept;
}

/** Keeps a copy of the file of a track under a key that is added to `stored`. */
async function keepFileOfTrack(
  { storage }: Pick<AppContext, "storage">,
  { file_name, source_bytes, source_sha256 }: TrackRow,
  bytes: Uint8Array,
  from_ms: number,
  stored: string[],
): Promise<JoinedFile> {
  const source_key = newKey(file_name);
  stored.push(source_key);
  await storage.write(source_key, bytes);
  return { source_key, file_name, source_bytes, source_sha256, start_time: new Date(from_ms) };
}

export async function insertJoinedFiles(
  trx: Db,
  track: { id: number; user_id: number },
  files: readonly (JoinedFile & { former?: FormerTrack })[],
): Promise<void> {
  const rows = files.map(({ former, ...file }) => ({
    ...file,
    track_id: track.id,
    user_id: track.user_id,
    former: former ? JSON.stringify(former) : null,
  }));
  if (rows.length > 0) await trx.insertInto("joined_files").values(rows).execute();
}

/** The files that a track was made of, in order of time; none for a track of one file. */
export const joinedFilesOf = (db: Db, track_id: number) =>
  db.selectFrom("joined_files").selectAll().where("track_id", "=", track_id).orderBy("start_time").execute();

/** Keys of the files that tracks were made of. */
export async function joinedKeysOf(db: Db, track_ids: readonly number[]): Promise<string[]> {
  if (track_ids.length === 0) return [];
  const rows = await db.selectFrom("joined_files").select("source_key").where("track_id", "in", track_ids).execute();
  return rows.map(({ source_key }) => source_key);
}

/** What a track is before it is put together with others, and what was written to it. */
async function formerOf(trx: Db, track: TrackRow): Promise<FormerTrack> {
  const { id, boat_name, permissions, wind_file_id, wind_hint_deg, garmin_id } = track;
  const own = { id, boat_name, permissions, wind_file_id, wind_hint_deg, garmin_id };
  const ids = (column: string, table: string) => sql`(select coalesce(jsonb_agg(${sql.ref(column)} order by 1), '[]')
    from ${sql.table(table)} where track_id = ${id}::integer)`;
  const { rows } = await sql<Omit<FormerTrack, keyof typeof own>>`select ${ids("id", "journals")} as journals,
    ${ids("id", "straight_analyses")} as straight_analyses, ${ids("journal_id", "regatta_tracks")} as regattas,
    ${ids("race_id", "race_tracks")} as races, ${ids("race_id", "race_consents")} as consents,
    ${ids("id", "garmin_activities")} as garmin_activities`.execute(trx);
  return { ...own, ...rows[0]! };
}
