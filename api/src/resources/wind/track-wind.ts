import type { TrackRow } from "../../access/track.ts";
import type { WindFileRow } from "../../access/wind.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { detailError, notFound } from "../../platform/http/errors.ts";
import { requestAnalysis } from "../tracks/request-analysis.ts";
import { lockWindFile } from "./queries.ts";

const STILL_READ = "This wind file is still being read. Attach it when that is done.";
const UNREADABLE = "This wind file could not be read, so it has no wind for a track.";

/** Throws where the wind file can have no wind for the track. */
export function checkWindFits(file: WindFileRow, track: TrackRow): void {
  if (file.processing_status === 1) throw detailError("wind_file_not_read", STILL_READ);
  if (file.processing_status === 2 || !file.start_time || !file.end_time)
    throw detailError("wind_file_not_read", UNREADABLE);
  // The times of a track are not known before its first analysis; a log without a date is of the track's day.
  if (file.undated || !track.start_time || !track.end_time) return;
  if (file.end_time < track.start_time || file.start_time > track.end_time) {
    const [wind, sailed] = [file, track].map((of) => `${text(of.start_time!)} to ${text(of.end_time!)}`);
    throw detailError(
      "wind_does_not_fit",
      `This wind file is from another time than the track: the wind from ${wind}, the track from ${sailed} (UTC).`,
    );
  }
}

const text = (time: Date) => time.toISOString().slice(0, 16).replace("T", " ");

/** Begins the track's analysis with this wind file. Throws 404 when it has been deleted meanwhile. */
export async function attachWindFile(
  context: AppContext,
  trx: Db,
  track_id: number,
  wind_file_id: number,
): Promise<void> {
  if (!(await lockWindFile(trx, wind_file_id))) throw notFound("This wind file");
  await requestAnalysis(context, trx, track_id, { wind_file_id });
}

/** Deletes a wind file's row; its tracks are analysed again without it. */
export async function deleteWindFileRow(context: AppContext, trx: Db, id: number): Promise<void> {
  // First the file, so that nothing is attached to it meanwhile.
  await lockWindFile(trx, id);
  await detachEverywhere(context, trx, id);
  await trx.deleteFrom("wind_files").where("id", "=", id).execute();
}

/** Has the tracks of a locked wind file analysed again without it. */
export async function detachEverywhere(context: AppContext, trx: Db, id: number): Promise<void> {
  const tracks = await trx.selectFrom("tracks").select("id").where("wind_file_id", "=", id).orderBy("id").execute();
  for (const track of tracks) await requestAnalysis(context, trx, track.id, { wind_file_id: null });
}
