import { columnsOfArrow, type FileAnalysis, type TrackColumns } from "@leebow/core/node";
import { needsReason, REASON_REQUIRED } from "../admin/private-tracks.ts";
import type { AppContext } from "../app-context.ts";
import { detailError, notFound } from "../http/errors.ts";
import type { CallById } from "../http/mount.ts";
import { findVisibleTrack, type TrackRow } from "./queries.ts";
import { RESULT_FILES } from "./result-files.ts";

/**
 * The track of the path. Throws 404 also when it exists and the viewer may not view it, and 409 when an administrator has
 * given no reason to look at a private one.
 */
export async function visibleTrack({ context, viewer, params }: CallById): Promise<TrackRow> {
  const track = await findVisibleTrack(context.db, viewer, params.id);
  if (!track) throw notFound("This track");
  if (await needsReason(context.db, viewer, track.id)) throw detailError("reason_required", REASON_REQUIRED);
  return track;
}

type Stored = Pick<AppContext, "storage">;
type Analysed = Pick<TrackRow, "result_key">;

export async function readReport({ storage }: Stored, { result_key }: Analysed): Promise<FileAnalysis> {
  const bytes = await storage.read(`${result_key}/${RESULT_FILES.report}`);
  return JSON.parse(bytes.toString("utf8")) as FileAnalysis;
}

export async function readColumns({ storage }: Stored, { result_key }: Analysed): Promise<TrackColumns> {
  return columnsOfArrow(await storage.read(`${result_key}/${RESULT_FILES.columns}`));
}
