import { randomUUID } from "node:crypto";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Insertable, sql } from "kysely";
import { lockQuotas } from "../../platform/auth/users.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { removeUnused, withStoredFiles } from "../../platform/files/files-of-rows.ts";
import { detailError, fieldError } from "../../platform/http/errors.ts";
import { check, fieldErrorsOf } from "../../platform/http/input.ts";
import { MultipartFault, readFiles, type UploadedFiles } from "../../platform/http/multipart.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import { Sha256Stream } from "../../platform/storage/sha256.ts";
import type { Incoming } from "../../platform/storage/storage.ts";
import { unknownClass } from "../boats/known-class.ts";
import { ANALYZE_TRACK } from "./analyze-track.ts";
import { boatsCalibration } from "./boats-calibration.ts";
import { insertJoinedFiles, type JoinedFile, keepSessionFiles, type SessionFile } from "./join-tracks.ts";
import { discardAll, type OpenedUpload, openUpload, unsailed } from "./open-upload.ts";
import { checkQuota, insertTrack } from "./queries.ts";
import { UploadFields, UploadName, uploadEnding } from "./request-schema.ts";
import type { KnownFiles } from "./schema.ts";
import type { TracksTable } from "./tables.ts";

const NOT_KEPT = "It is not kept.";

/** An upload's fields and the name of its file. */
export type Accepted = Pick<UploadFields, "permissions"> & { boat_name: string; file_name: string; garmin_id?: string };

/** A stored track; not new when the user had uploaded the same file before. */
export interface Kept {
  id: number;
  is_new: boolean;
}

/** A recording that is not kept, because no sailing is in it; the sentence says what it is. */
interface Refused {
  sentence: string;
}

/** The tracks of an upload: one, or of a file with several recordings one of each, in its order. */
interface KeptUpload {
  kind: OpenedUpload["kind"];
  /** With the names of the files of one session that it was made of. */
  tracks: (Kept & { file_name: string; files?: string[] })[];
  /** Sentences about what of the file could not be opened, is damaged, or is not kept. */
  remarks: string[];
}

/** A received file that is to be a track. */
interface Received {
  accepted: Accepted;
  incoming: Incoming;
  /** Its user says that it is sailing, whatever it looks like. */
  is_sailing: boolean;
  /** The files of one session that it was made of. */
  files?: SessionFile[];
}

/**
 * Stores an upload as a track, a zip of several recordings as one of each session; several files only where they are of one.
 * When it resolves, files, rows and jobs are durable; when it throws, nothing of the upload remains.
 */
export async function acceptUpload(context: AppContext, viewer: Viewer, request: Request): Promise<KeptUpload> {
  const { upload_bytes, uploaded_files } = LIMITS;
  const form = await readFiles(request, context.storage, upload_bytes, "file", uploaded_files).catch(
    (error: unknown) => {
      if (error instanceof MultipartFault) throw fieldError({ file: [error.message] });
      throw error;
    },
  );
  try {
    return await storeUpload(context, viewer, form);
  } finally {
    await discardAll(form.files);
  }
}

const ONE_AT_A_TIME = "Upload one file at a time, or the files of one session. Nothing was kept.";

async function storeUpload(context: AppContext, viewer: Viewer, form: UploadedFiles): Promise<KeptUpload> {
  const { is_sailing, ...accepted } = validate(context, form);
  const { kind, recordings, remarks, opened } = await openUpload(context, viewer.id, form.files);
  try {
    if (form.files.length > 1 && recordings.length > 1) throw fieldError({ file: [ONE_AT_A_TIME] });
    const received = recordings.map(({ file_name, incoming, files }) => ({
      accepted: { ...accepted, file_name },
      incoming,
      is_sailing,
      ...(files && { files }),
    }));
    const kept = await storeTracks(context, viewer.id, received);
    const named = kept.map((one, i) => {
      const { files, accepted } = received[i]!;
      const names = files?.map(({ file_name }) => file_name);
      return { ...one, file_name: accepted.file_name, ...(names && { files: names }) };
    });
    const tracks = named.filter((one) => "id" in one);
    const refused = named.filter((one) => "sentence" in one);
    if (tracks.length === 0) throw detailError("no_sailing", `${refused[0]!.sentence} ${NOT_KEPT}`);
    const named_refusals = refused.map((one) => `${one.file_name}: ${one.sentence} ${NOT_KEPT}`);
    return { kind, tracks, remarks: [...remarks, ...named_refusals] };
  } finally {
    await discardAll(opened);
  }
}

/** Stores one file as {@link storeTracks} does; throws 409 where no sailing is in it. */
export async function storeTrack(
  context: AppContext,
  user_id: number,
  accepted: Accepted,
  incoming: Incoming,
  together?: (trx: Db, track_id: number) => Promise<void>,
): Promise<Kept> {
  const [kept] = await storeTracks(context, user_id, [{ accepted, incoming, is_sailing: false }], together);
  if ("sentence" in kept!) throw detailError("no_sailing", kept.sentence);
  return kept!;
}

/**
 * Stores received files as tracks of this user: files, rows and jobs, or nothing. A file that the user has uploaded before
 * is that track, which stays as it is; one without sailing is refused. `together` writes other rows of each track in the same
 * transaction; nothing is stored when it throws.
 */
async function storeTracks(
  context: AppContext,
  user_id: number,
  received: readonly Received[],
  together?: (trx: Db, track_id: number) => Promise<void>,
): Promise<(Kept | Refused)[]> {
  const stored: string[] = [];
  return withStoredFiles(context, stored, async () => {
    const found: (Kept | Refused | Source)[] = [];
    for (const one of received) found.push(await sourceOf(context, user_id, one, stored));
    const kept = await context.db.transaction().execute(async (trx) => {
      const kept: (Kept | Refused)[] = [];
      for (const one of found) {
        const track = "row" in one ? await insertNew(context, trx, user_id, one) : one;
        if ("id" in track) await together?.(trx, track.id);
        kept.push(track);
      }
      return kept;
    });
    for (const [i, track] of kept.entries()) {
      const one = found[i]!;
      if (!("row" in one && "id" in track && !track.is_new)) continue;
      for (const { source_key } of [one.row, ...one.files]) await removeUnused(context, source_key);
    }
    return kept;
  });
}

/** Keeps a received file under a key that is added to `stored`, unless it is a track already or has no sailing. */
async function sourceOf(
  context: AppContext,
  user_id: number,
  { accepted, incoming, is_sailing, files = [] }: Received,
  stored: string[],
): Promise<Kept | Refused | Source> {
  await hashSourcesOfSize(context, user_id, incoming.bytes);
  const before = await findBySource(context.db, user_id, incoming.sha256);
  if (before !== null) return { id: before, is_new: false };
  const other = await unsailed(context, accepted.boat_name, incoming);
  if (other && !is_sailing) return { sentence: other.sentence };
  const corrections = [...(await boatsCalibration(context.db, user_id, accepted)), ...(other ? [other.take_in] : [])];
  const source_key = `sources/${randomUUID()}${uploadEnding(accepted.file_name)}`;
  stored.push(source_key);
  await incoming.keep(source_key);
  const stored_corrections = corrections.length > 0 ? { corrections: JSON.stringify(corrections) } : {};
  const row = {
    ...accepted,
    ...stored_corrections,
    source_key,
    source_bytes: incoming.bytes,
    source_sha256: incoming.sha256,
  };
  return { row, files: await keepSessionFiles(files, stored) };
}

/** A stored file and what its row holds of it; and the files of one session that it was made of. */
interface Source {
  row: Accepted &
    Pick<Insertable<TracksTable>, "source_key" | "source_bytes" | "corrections"> & { source_sha256: string };
  files: JoinedFile[];
}

/** The row and its job, unless a simultaneous upload of the same file was first. */
async function insertNew(context: AppContext, trx: Db, user_id: number, { row, files }: Source): Promise<Kept> {
  // Uploads of one user wait for each other here.
  await lockQuotas(trx, user_id);
  const before = await findBySource(trx, user_id, row.source_sha256);
  if (before !== null) return { id: before, is_new: false };
  const bytes = files.reduce((sum, { source_bytes }) => sum + source_bytes, row.source_bytes);
  await checkQuota(trx, user_id, { tracks: 1, bytes });
  const id = await insertTrack(trx, { ...row, user_id, processing_status: 1, sort_time: new Date() });
  await insertJoinedFiles(trx, { id, user_id }, files);
  await context.jobs.enqueue(trx, ANALYZE_TRACK, { track_id: id, revision: 1 });
  return { id, is_new: true };
}

/** The valid form; throws all its errors at once, as field errors. */
function validate(
  { core }: AppContext,
  form: UploadedFiles,
): Omit<Accepted, "file_name"> & Pick<Received, "is_sailing"> {
  const fields = check(UploadFields, form.fields);
  const errors = fields.success ? {} : fieldErrorsOf(fields.error);
  const boat = fields.success ? core.boat_class(fields.data.boat_name) : null;
  if (fields.success && !boat) errors.boat_name = [unknownClass(fields.data.boat_name)];
  const file_error = fileError(form);
  if (file_error) errors.file = [file_error];
  if (!fields.success || !boat || file_error) throw fieldError(errors);
  const { permissions, is_sailing } = fields.data;
  return { permissions, boat_name: boat.name, is_sailing: is_sailing === "true" };
}

function fileError({ files, file_count }: UploadedFiles): string | null {
  if (files.length === 0) return "Track File required";
  if (file_count > files.length) return `Upload ${LIMITS.uploaded_files} files at a time at most. Nothing was kept.`;
  for (const { name: file_name, incoming, too_large } of files) {
    const name = check(UploadName, file_name);
    if (!name.success) return name.error.issues[0]!.message;
    if (too_large) {
      const limit = `${LIMITS.upload_bytes / 1024 / 1024} MB`;
      return `This file is larger than ${limit}, the most Leebow takes. Nothing was kept; split it or export it as .fit.`;
    }
    if (incoming.bytes === 0) return "This file is empty. Export it again and upload that.";
  }
  return null;
}

/** The user's track of a file with this hash; null when there is none. */
export async function findBySource(db: Db, user_id: number, sha256: string): Promise<number | null> {
  const row = await db
    .selectFrom("tracks")
    .select("id")
    .where("user_id", "=", user_id)
    .where("source_sha256", "=", sha256)
    .executeTakeFirst();
  return row?.id ?? findByJoinedFile(db, user_id, sha256);
}

/** The user's track that was made of several files, of which this is one. */
async function findByJoinedFile(db: Db, user_id: number, sha256: string): Promise<number | null> {
  const row = await db
    .selectFrom("joined_files")
    .select("track_id")
    .where("user_id", "=", user_id)
    .where("source_sha256", "=", sha256)
    .executeTakeFirst();
  return row?.track_id ?? null;
}

/** Those of these files that are tracks of the user. */
export async function knownFiles(
  context: Pick<AppContext, "db" | "storage">,
  user_id: number,
  files: readonly { sha256: string; bytes: number }[],
): Promise<KnownFiles["known"]> {
  for (const bytes of new Set(files.map((file) => file.bytes))) await hashSourcesOfSize(context, user_id, bytes);
  if (files.length === 0) return [];
  const rows = await context.db
    .selectFrom("tracks")
    .select(["id", "source_sha256"])
    .where("user_id", "=", user_id)
    .where(
      "source_sha256",
      "in",
      files.map(({ sha256 }) => sha256),
    )
    .execute();
  const known = rows.map(({ id, source_sha256 }) => ({ sha256: source_sha256!, track_id: id }));
  for (const { sha256 } of files) {
    if (known.some((one) => one.sha256 === sha256)) continue;
    const track_id = await findByJoinedFile(context.db, user_id, sha256);
    if (track_id !== null) known.push({ sha256, track_id });
  }
  return known;
}

/** Computes the missing hashes of the user's tracks whose files have this size: they may be of the same file. */
async function hashSourcesOfSize(
  { db, storage }: Pick<AppContext, "db" | "storage">,
  user_id: number,
  bytes: number,
): Promise<void> {
  const tracks = await db
    .selectFrom("tracks")
    .select(["id", "source_key"])
    .where("user_id", "=", user_id)
    .where("source_bytes", "=", bytes)
    .where("source_sha256", "is", null)
    .orderBy("id")
    .execute();
  for (const { id, source_key } of tracks) {
    const stored = await storage.open(source_key);
    if (!stored) continue;
    const hash = new Sha256Stream();
    await pipeline(stored.stream(), hash, new Writable({ write: (_, __, done) => done() }));
    const sha256 = hash.digest();
    // Of several tracks of one file the oldest has the hash.
    await sql`update tracks set source_sha256 = ${sha256} where id = ${id} and not exists (
      select from tracks as other where other.user_id = ${user_id} and other.source_sha256 = ${sha256})`.execute(db);
  }
}
