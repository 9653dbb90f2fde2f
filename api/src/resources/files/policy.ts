import { findVisibleRace, type VisibleRace } from "../../access/race.ts";
import { findOpenTrack, trackCan } from "../../access/track.ts";
import { findVisibleWindFile } from "../../access/wind.ts";
import { findUser } from "../../platform/auth/users.ts";
import type { AppContext } from "../../platform/context.ts";
import { JOURNAL_FILES } from "../journals/files.ts";
import { mayReadPhoto } from "../journals/queries.ts";
import { keyOfRaceMap } from "../races/present.ts";
import { RACE_FOLDER } from "../races/result-files.ts";
import { WIND_RESULTS_FOLDER } from "../wind/files.ts";

/** Folders whose files are checked beside the signature. */
const CHECKED: readonly string[] = ["sources", "results", WIND_RESULTS_FOLDER, RACE_FOLDER, JOURNAL_FILES.folder];

/**
 * Whether the user an address was made for may still read the file: sources and results of a track, and pictures of a
 * wind file, by its present visibility, so that the addresses of a revoked or deleted one end at once, and those of a
 * private track as long as an administrator has given no reason; photos of a journal by that of their entry; the picture of
 * a race as long as he may open every track that is on it. Other files depend on the signature alone.
 */
export async function canStillRead({ db }: AppContext, key: string, user_id: number | null): Promise<boolean> {
  const [folder, name = ""] = key.split("/");
  if (!CHECKED.includes(folder!)) return true;
  const viewer = user_id === null ? undefined : await findUser(db, user_id);
  // Photos of a shared race are shown to people without an account, too.
  if (folder === JOURNAL_FILES.folder && user_id === null) return mayReadPhoto(db, null, key);
  if (!viewer || viewer.disabled_at) return false;
  if (folder === WIND_RESULTS_FOLDER) return (await findVisibleWindFile(db, viewer, Number(name))) !== undefined;
  if (folder === JOURNAL_FILES.folder) return mayReadPhoto(db, viewer, key);
  if (folder === RACE_FOLDER) return isMapOfRace(await findVisibleRace({ db }, viewer, undefined, Number(name)), key);
  if (folder === "results") return (await findOpenTrack(db, viewer, { id: Number(name) })) !== undefined;
  const track = await findOpenTrack(db, viewer, { source_key: key });
  return track !== undefined && trackCan(viewer, track).download_source;
}

/** Whether this is a picture of the race's present results: an earlier one may show other boats. */
function isMapOfRace(found: VisibleRace | undefined, key: string): boolean {
  return found !== undefined && [keyOfRaceMap(found, "map_light"), keyOfRaceMap(found, "map_dark")].includes(key);
}
