import type { InputFile } from "@leebow/core/node";
import type { TrackRow } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import { MissingFile } from "../../platform/storage/missing-file.ts";

export interface WindLog {
  /** Absent without an attached log, and where the storage does not have it. */
  file?: InputFile;
  /** Why there is no file of the attached log, a sentence. */
  error: string | null;
}

/** The wind log of the track. One that is missing in the storage costs the measured wind, not what is made with it. */
export async function windLogOf(
  { db, storage, log }: Pick<AppContext, "db" | "storage" | "log">,
  { wind_file_id }: Pick<TrackRow, "wind_file_id">,
): Promise<WindLog> {
  const found = wind_file_id === null ? undefined : await findLog(db, wind_file_id);
  if (!found) return { error: null };
  const { original_name: name, source_key: key } = found;
  try {
    return { file: { name, bytes: await storage.read(key) }, error: null };
  } catch (error) {
    if (!(error instanceof MissingFile)) throw error;
    log.error("a wind log is missing", { wind_file_id, key });
    return {
      error: `The wind log ${name} is missing in the file storage, so the results are without it. Upload it again.`,
    };
  }
}

const findLog = (db: AppContext["db"], id: number) =>
  db.selectFrom("wind_files").select(["original_name", "source_key"]).where("id", "=", id).executeTakeFirst();

/** Why an attached log that is there gives no wind, a sentence. */
export const unreadableLog = ({ name }: InputFile) =>
  `The wind log ${name} could not be read with this track, so the results are without it.`;
