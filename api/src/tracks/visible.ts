import type { FileAnalysis } from "@leebow/core/node";
import type { Context } from "hono";
import type { Env } from "../auth/viewer.ts";
import type { House } from "../house.ts";
import { notFound } from "../http/errors.ts";
import { maySee } from "./policy.ts";
import { findTrack, type TrackRow } from "./queries.ts";
import { RESULT_FILES } from "./result-files.ts";

/** The track of the path, if the viewer may see it; else it does not exist. */
export async function visibleTrack(house: House, c: Context<Env>): Promise<TrackRow> {
  const track = await findTrack(house.db, Number(c.req.param("id")));
  if (!track || !maySee(c.get("viewer"), track)) throw notFound("This track");
  return track;
}

export async function readReport(house: House, track: TrackRow): Promise<FileAnalysis> {
  const bytes = await house.storage.read(`${track.result_key}/${RESULT_FILES.report}`);
  return JSON.parse(bytes.toString("utf8")) as FileAnalysis;
}
