import type { AppContext } from "../../platform/context.ts";
import type { ArchiveEntry } from "../../platform/files/zip.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { exportOtherRows } from "./other-rows.ts";

/** The archive of a user's data: of every resource, and the rows that none of them writes, as they are stored. */
export async function* entriesOf(context: AppContext, user: Viewer): AsyncGenerator<ArchiveEntry> {
  for (const { account } of context.resources) if (account?.exported) yield* account.exported(context, user);
  yield* exportOtherRows(context, user);
}
