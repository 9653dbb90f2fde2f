import { extname } from "node:path";
import type { TrackRow } from "../../access/track.ts";

/** The specification's name of a download: date as MMDDYY plus the owner's last name, then the ending (the source's own by default). */
export function downloadName(track: TrackRow, ending = extname(track.file_name).toLowerCase()): string {
  const [year = "", month = "", day = ""] = (track.local_date ?? track.created_at.toISOString().slice(0, 10)).split(
    "-",
  );
  // The name is used in a header and as a file name: letters and digits of any language, and dashes.
  const last_name = track.last_name.replaceAll(/[^\p{L}\p{N}-]+/gu, "");
  return `${month}${day}${year.slice(2)}${last_name}${ending}`;
}
