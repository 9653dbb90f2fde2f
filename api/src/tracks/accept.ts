import { randomUUID } from "node:crypto";
import { extname } from "node:path";
import type { AppContext } from "../app-context.ts";
import type { Viewer } from "../auth/viewer.ts";
import type { Db } from "../database/open.ts";
import { detailError, fieldError } from "../http/errors.ts";
import { fieldErrorsOf } from "../http/mount.ts";
import { MultipartFault, readForm, type UploadedForm } from "../http/multipart.ts";
import { ANALYZE_TRACK } from "../jobs/analyze-track.ts";
import { LIMITS } from "../limits.ts";
import type { Incoming } from "../storage/storage.ts";
import { insertTrack } from "./queries.ts";
import { checkQuota } from "./quota.ts";
import { UploadFields, UploadName } from "./request-schema.ts";

/** An upload's fields and the name of its file. */
export type Accepted = Omit<UploadFields, "boat_name"> & { boat_name: string; file_name: string; garmin_id?: string };

const NO_ROOM = "The server has no room left for this file. Nothing was kept; try again later.";

/**
 * Stores an upload and returns the new track's id. When it resolves, file, row and job are durable; when it throws,
 * nothing of the upload remains.
 */
export async function acceptUpload(context: AppContext, viewer: Viewer, request: Request): Promise<number> {
  const form = await readForm(request, context.storage, LIMITS.upload_bytes).catch((error: unknown) => {
    if (error instanceof MultipartFault) throw fieldError({ file: [error.message] });
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") throw detailError(507, NO_ROOM);
    throw error;
  });
  try {
    return await keepUpload(context, viewer, form);
  } finally {
    await form.file?.incoming.discard();
  }
}

async function keepUpload(context: AppContext, viewer: Viewer, form: UploadedForm): Promise<number> {
  return keepTrack(context, viewer.id, validate(form), form.file!.incoming);
}

/**
 * Stores a received file as a track of this user: file, row and job, or nothing. `together` writes other rows in the
 * same transaction; nothing is stored when it throws.
 */
export async function keepTrack(
  context: AppContext,
  user_id: number,
  accepted: Accepted,
  incoming: Incoming,
  together?: (trx: Db, track_id: number) => Promise<void>,
): Promise<number> {
  const source_key = `sources/${randomUUID()}${extname(accepted.file_name).toLowerCase()}`;
  await incoming.keep(source_key);
  try {
    return await context.db.transaction().execute(async (trx) => {
      await checkQuota(trx, user_id, incoming.bytes);
      const row = { ...accepted, user_id, source_key, source_bytes: incoming.bytes };
      const track_id = await insertTrack(trx, { ...row, processing_status: 1, sort_time: new Date() });
      await context.jobs.enqueue(trx, ANALYZE_TRACK, { track_id, revision: 1 });
      await together?.(trx, track_id);
      return track_id;
    });
  } catch (error) {
    await context.storage.remove(source_key);
    throw error;
  }
}

/** The valid form; throws all its errors at once, as field errors. */
function validate(form: UploadedForm): Accepted {
  const fields = UploadFields.safeParse(form.fields);
  const errors = fields.success ? {} : fieldErrorsOf(fields.error);
  const file_error = fileError(form);
  if (file_error) errors.file = [file_error];
  if (!fields.success || file_error) throw fieldError(errors);
  return { ...fields.data, file_name: form.file!.name };
}

function fileError({ file, file_count }: UploadedForm): string | null {
  if (!file) return "Track File required";
  if (file_count > 1) return "Upload one file at a time. Nothing was kept.";
  const name = UploadName.safeParse(file.name);
  if (!name.success) return name.error.issues[0]!.message;
  if (file.too_large) {
    const limit = `${LIMITS.upload_bytes / 1024 / 1024} MB`;
    return `This file is larger than ${limit}, the most Leebow takes. Nothing was kept; split it or export it as .fit.`;
  }
  return file.incoming.bytes === 0 ? "This file is empty. Export it again and upload that." : null;
}
