import type { FileAnalysis } from "@leebow/core/node";
import type { AppContext } from "../app-context.ts";
import type { Viewer } from "../auth/viewer.ts";
import { notFound } from "../http/errors.ts";
import { findVisibleTrack, type TrackRow } from "./queries.ts";
import { RESULT_FILES } from "./result-files.ts";

/** The track of the path. Throws 404 also when it exists and the viewer may not view it. */
export async function visibleTrack({
  context,
  viewer,
  params,
}: {
  context: AppContext;
  viewer: Viewer;
  params: { id: number };
}): Promise<TrackRow> {
  const track = await findVisibleTrack(context.db, viewer, params.id);
  if (!track) throw notFound("This track");
  return track;
}

export async function readReport(context: AppContext, track: TrackRow): Promise<FileAnalysis> {
  const bytes = await context.storage.read(`${track.result_key}/${RESULT_FILES.report}`);
  return JSON.parse(bytes.toString("utf8")) as FileAnalysis;
}
