import { randomUUID } from "node:crypto";
import { extname } from "node:path";
import type { AppContext } from "../app-context.ts";
import type { Viewer } from "../auth/viewer.ts";
import { BOAT_CLASSES_UPLOAD, LIMITS, type Permission, UPLOAD_EXTENSIONS } from "../contract.ts";
import { detailError, fieldError } from "../http/errors.ts";
import { MultipartFault, readForm, type UploadedForm } from "../http/multipart.ts";
import type { Incoming } from "../storage/storage.ts";
import { insertTrack } from "./queries.ts";

/** What an upload says about its file. */
export interface Accepted {
  boat_name: string;
  permissions: Permission;
  file_name: string;
}

const NO_ROOM = "The server has no room left for this file. Nothing was kept; try again later.";

/**
 * Takes an upload: once this resolves with the new track's id, file, row and job survive a power cut; when it
 * throws, nothing of it is left.
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

/** Keeps a received file as a track of this person: file, row and job, or nothing. */
export async function keepTrack(
  context: AppContext,
  user_id: number,
  accepted: Accepted,
  incoming: Incoming,
): Promise<number> {
  const source_key = `sources/${randomUUID()}${extname(accepted.file_name).toLowerCase()}`;
  await incoming.keep(source_key);
  try {
    return await context.db.transaction().execute(async (trx) => {
      const row = { ...accepted, user_id, source_key, source_bytes: incoming.bytes };
      const track_id = await insertTrack(trx, { ...row, processing_status: 1, sort_time: new Date() });
      await context.jobs.enqueueAnalysis(trx, { track_id, revision: 1 });
      return track_id;
    });
  } catch (error) {
    await context.storage.remove(source_key);
    throw error;
  }
}

/** Throws every fault of the form at once, as field errors. */
function validate(form: UploadedForm): Accepted {
  const faults: Record<string, string[]> = {};
  const boat_name = form.fields.boat_name?.trim() ?? "";
  if (!boat_name) faults.boat_name = ["Boat Class required"];
  else if (!(BOAT_CLASSES_UPLOAD as readonly string[]).includes(boat_name)) {
    faults.boat_name = [`"${boat_name.slice(0, 40)}" is not a boat class Leebow knows. Choose one of the list.`];
  }
  const permissions = form.fields.permissions || "PUBLIC";
  if (permissions !== "PUBLIC" && permissions !== "PRIVATE") faults.permissions = ["Choose PUBLIC or PRIVATE."];
  const fault = fileFault(form);
  if (fault) faults.file = [fault];
  if (Object.keys(faults).length > 0) throw fieldError(faults);
  return { boat_name, permissions: permissions as Permission, file_name: form.file!.name };
}

function fileFault({ file, file_count }: UploadedForm): string | null {
  if (!file) return "Track File required";
  if (file_count > 1) return "Upload one file at a time. Nothing was kept.";
  const extension = extname(file.name).toLowerCase();
  if (!(UPLOAD_EXTENSIONS as readonly string[]).includes(extension)) {
    const kind = extension ? `a ${extension} file` : "a file without an ending";
    return `This is ${kind}. Leebow reads .fit, .gpx and .csv: export the session as one of them and upload that.`;
  }
  if (file.too_large) {
    const limit = `${LIMITS.upload_bytes / 1024 / 1024} MB`;
    return `This file is larger than ${limit}, the most Leebow takes. Nothing was kept; split it or export it as .fit.`;
  }
  return file.incoming.bytes === 0 ? "This file is empty. Export it again and upload that." : null;
}
