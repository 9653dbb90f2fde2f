import type { FileAnalysis } from "@leebow/core/node";
import type { Context } from "hono";
import type { AppContext } from "../app-context.ts";
import type { Env } from "../auth/viewer.ts";
import { notFound } from "../http/errors.ts";
import { canView } from "./policy.ts";
import { findTrack, type TrackRow } from "./queries.ts";
import { RESULT_FILES } from "./result-files.ts";

/** The track of the path, if the viewer may see it; else it does not exist. */
export async function visibleTrack(context: AppContext, c: Context<Env>): Promise<TrackRow> {
  const track = await findTrack(context.db, Number(c.req.param("id")));
  if (!track || !canView(c.get("viewer"), track)) throw notFound("This track");
  return track;
}

export async function readReport(context: AppContext, track: TrackRow): Promise<FileAnalysis> {
  const bytes = await context.storage.read(`${track.result_key}/${RESULT_FILES.report}`);
  return JSON.parse(bytes.toString("utf8")) as FileAnalysis;
}
