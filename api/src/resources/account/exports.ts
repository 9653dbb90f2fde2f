import type { AppContext } from "../../platform/context.ts";
import type { ArchiveEntry } from "../../platform/files/zip.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { exportJournals } from "../journals/account-data.ts";
import { exportTeams } from "../teams/export.ts";
import { exportTracks } from "../tracks/account-data.ts";
import { exportWindFiles } from "../wind/account-data.ts";
import { exportOtherRows } from "./other-rows.ts";
import { exportProfile } from "./profile-export.ts";

/** The files of a user's archive that hold the data of one resource. */
export type Exporter = (context: AppContext, user: Viewer) => AsyncIterable<ArchiveEntry>;

/** Of every resource. Rows of the user that none of them writes are written by `exportOtherRows`, as they are stored. */
const EXPORTERS: readonly Exporter[] = [
  exportProfile,
  exportTracks,
  exportWindFiles,
  exportJournals,
  exportTeams,
  exportOtherRows,
];

export async function* entriesOf(context: AppContext, user: Viewer): AsyncGenerator<ArchiveEntry> {
  for (const exporter of EXPORTERS) yield* exporter(context, user);
}
