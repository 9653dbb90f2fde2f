import { randomUUID } from "node:crypto";
import type { Correction } from "@leebow/core/node";
import { type Selectable, sql } from "kysely";
import type { TrackRow } from "../../access/track.ts";
import { lockQuotas } from "../../platform/auth/users.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { deleteFiles, withStoredFiles } from "../../platform/files/files-of-rows.ts";
import { detailError, notFound } from "../../platform/http/errors.ts";
import { ANALYZE_TRACK, requestAnalysis } from "./analyze-track.ts";
import { beforeChange } from "./follow.ts";
import { joinedFilesOf } from "./join-tracks.ts";
import { checkQuota, insertTrack, updateTrack } from "./queries.ts";
import { uploadEnding } from "./request-schema.ts";
import type { JoinedFilesTable } from "./tables.ts";

/** A file of the track with the key of its copy among the sources, and the track that it becomes. */
type Piece = Selectable<JoinedFilesTable> & { key: string; isKept: boolean };

/**
 * Makes a track of each file that a track was made of. What was written to it goes to the track of its time, or to the one it
 * was written to before; the rest stays with the one that has the id. Answers the ids, in order of time.
 */
export async function separateTrack(context: AppContext, track: TrackRow): Promise<number[]> {
  const files = await joinedFilesOf(context.db, track.id);
  if (files.length < 2) throw detailError("one_file", "This track was made of one file.");
  const kept = files.find(({ former }) => former?.id === track.id) ?? files[0]!;
  const pieces: Piece[] = files.map((file) => ({
    ...file,
    key: `sources/${randomUUID()}${uploadEnding(file.file_name)}`,
    isKept: file === kept,
  }));
  const keys = pieces.map(({ key }) => key);
  return withStoredFiles(context, keys, async () => {
    for (const { source_key, key } of pieces) await context.storage.write(key, await context.storage.read(source_key));
    return context.db.transaction().execute((trx) => storePieces(context, trx, track, pieces));
  });
}

async function storePieces(context: AppContext, trx: Db, track: TrackRow, pieces: readonly Piece[]): Promise<number[]> {
  await lockQuotas(trx, track.user_id);
  await checkQuota(trx, track.user_id, { tracks: pieces.length - 1, bytes: -track.source_bytes });
  const { files, after } = await beforeChange(context, trx, { kind: "removed", ids: [track.id] });
  const locked = await trx.selectFrom("tracks").select("revision").where("id", "=", track.id).executeTakeFirst();
  if (locked?.revision !== track.revision) throw notFound("This track");
  await trx.deleteFrom("joined_files").where("track_id", "=", track.id).execute();
  const corrections = dividedCorrections(track.corrections, pieces);
  const own = pieces.find(({ isKept }) => isKept)!;
  const ids: number[] = [];
  await sql`delete from maneuvers where track_id = ${track.id}::integer`.execute(trx);
  await updateTrack(trx, track.id, {
    ...sourceOf(own),
    permissions: own.former?.permissions ?? track.permissions,
    garmin_id: own.former ? own.former.garmin_id : track.garmin_id,
  });
  for (const [i, piece] of pieces.entries()) {
    const requested = {
      ...chosen(piece.former ?? track),
      corrections: JSON.stringify(corrections[i]),
    };
    if (piece.isKept) {
      ids.push(track.id);
      await requestAnalysis(context, trx, track.id, requested);
      continue;
    }
    const id = await insertTrack(trx, {
      ...(piece.former && { id: piece.former.id, garmin_id: piece.former.garmin_id }),
      ...requested,
      ...sourceOf(piece),
      user_id: track.user_id,
      permissions: piece.former?.permissions ?? track.permissions,
      processing_status: 1,
      sort_time: piece.start_time,
    });
    ids.push(id);
    await moveBack(trx, track, id, piece, pieces[i + 1]?.start_time ?? null, own);
    await context.jobs.enqueue(trx, ANALYZE_TRACK, { track_id: id, revision: 1 });
  }
  await after();
  await deleteFiles(context, trx, [track.source_key, ...pieces.map(({ source_key }) => source_key), ...files]);
  return ids;
}

const chosen = ({
  boat_name,
  wind_file_id,
  wind_hint_deg,
}: Pick<TrackRow, "boat_name" | "wind_file_id" | "wind_hint_deg">) => ({
  boat_name,
  wind_file_id,
  wind_hint_deg,
});

const sourceOf = ({ key, file_name, source_bytes, source_sha256 }: Piece) => ({
  source_key: key,
  file_name,
  source_bytes,
  source_sha256,
});

/** The corrections of each piece: those of its time, and those without a time. Both are in the recording's own clock. */
function dividedCorrections(corrections: readonly Correction[], pieces: readonly Piece[]): Correction[][] {
  const placeOf = ({ start_time }: Correction) => {
    if (!start_time) return null;
    return Math.max(
      0,
      pieces.findLastIndex((piece) => piece.start_time.getTime() <= Date.parse(start_time)),
    );
  };
  return pieces.map((_, i) => corrections.filter((one) => [null, i].includes(placeOf(one))));
}

/** What was written to the time of a piece, or to the track that it was. */
async function moveBack(
  trx: Db,
  track: TrackRow,
  id: number,
  piece: Piece,
  end: Date | null,
  own: Piece,
): Promise<void> {
  const [from, to] = [sql`${track.id}::integer`, sql`${id}::integer`];
  const shift_s = track.corrections.reduce((sum, one) => sum + (one.action === "clock" ? (one.shift_s ?? 0) : 0), 0);
  const isIn = (
    column: string,
    ahead_s: number,
  ) => sql`(${sql.ref(column)} - make_interval(secs => ${ahead_s}) >= ${piece.start_time}
    and ${end === null ? sql`true` : sql`${sql.ref(column)} - make_interval(secs => ${ahead_s}) < ${end}`})`;
  const {
    journals = [],
    straight_analyses = [],
    regattas = [],
    races = [],
    consents = [],
    garmin_activities = [],
  } = piece.former ?? {};
  const others = (ids: readonly number[], kept: readonly number[] | undefined) =>
    ids.filter((one) => !kept?.includes(one));
  const within = (ids: readonly number[]) => sql`= any(${[...ids]}::integer[])`;
  for (const statement of [
    sql`update segments set track_id = ${to}, position = null, retired_at = coalesce(retired_at, now())
      where track_id = ${from} and ${isIn("start_time", shift_s)}`,
    sql`update straight_analyses set track_id = ${to} where track_id = ${from} and (id ${within(straight_analyses)} or exists (
      select from straight_analysis_segments join segments on segments.id = segment_id
      where analysis_id = straight_analyses.id and segments.track_id = ${to}))`,
    sql`update journals set track_id = ${to} where track_id = ${from} and (id ${within(journals)} or ${isIn("s_point", 0)})`,
    sql`insert into regatta_tracks (journal_id, track_id) select journal_id, ${to} from regatta_tracks
      where track_id = ${from} and journal_id ${within(regattas)}`,
    sql`delete from regatta_tracks where track_id = ${from} and journal_id ${within(others(regattas, own.former?.regattas))}`,
    sql`insert into race_tracks (race_id, track_id) select race_id, ${to} from race_tracks
      where track_id = ${from} and race_id ${within(races)}`,
    sql`update race_consents set track_id = ${to} where track_id = ${from}
      and race_id ${within(others(consents, own.former?.consents))}`,
    sql`delete from race_tracks where track_id = ${from} and race_id ${within(others(races, own.former?.races))}`,
    sql`update garmin_activities set track_id = ${to} where track_id = ${from} and id ${within(garmin_activities)}`,
  ])
    await statement.execute(trx);
}
