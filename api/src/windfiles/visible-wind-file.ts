import type { AppContext } from "../app-context.ts";
import type { Viewer } from "../auth/viewer.ts";
import { notFound } from "../http/errors.ts";
import { findVisibleWindFile, type WindFileRow } from "./queries.ts";

/** The wind file of this id. Throws 404 also when it exists and the viewer may not view it. */
export async function visibleWindFile({ db }: AppContext, viewer: Viewer, id: number): Promise<WindFileRow> {
  const file = await findVisibleWindFile(db, viewer, id);
  if (!file) throw notFound("This wind file");
  return file;
}
