import { findVisibleTrack, openRace, visibleRace } from "../../access/race.ts";
import { findTrack, reasonRequired, type TrackRow } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import { notFound } from "../../platform/http/errors.ts";
import type { Handlers } from "../../platform/http/mount.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { analysisAnswer, columnsFile, positionsFile } from "../tracks/file-handlers.ts";
import { boatsOf } from "./boats.ts";
import type { RACE_ROUTES } from "./contract.ts";
import { presentBoat, presentRace } from "./present.ts";
import { openPoints, readWind } from "./results.ts";

type ReadRoute =
  | "GET /races/{id}/"
  | "GET /races/info/{id}/"
  | "GET /races/wind/{id}/"
  | "GET /races/{id}/tracks/{track_id}/columns/"
  | "GET /races/{id}/tracks/{track_id}/analysis/";

/** What a race shows: to viewers, and to the holders of its link. */
export const READ_HANDLERS: Pick<Handlers<typeof RACE_ROUTES>, ReadRoute> = {
  "GET /races/{id}/": async (call) => {
    const { context, viewer, query } = call;
    const found = await openRace(call);
    const wind = await readWind(context, found.race);
    const own = { ...presentRace(found, viewer, context.storage), wind_estimates: wind.wind_estimates };
    if (query.notrackpoints === "true") {
      const track = boatsOf(found.tracks).map((tracks) => presentBoat(tracks, wind));
      return { status: 200, body: { ...own, track } };
    }
    const rest = await openPoints(context, found.race, found.tracks);
    return { status: 200, stored: { head: JSON.stringify(own).slice(0, -1), rest } };
  },

  "GET /races/info/{id}/": async (call) => ({
    status: 200,
    body: presentRace(await visibleRace(call), call.viewer, call.context.storage),
  }),

  "GET /races/wind/{id}/": async (call) => {
    const { race, tracks } = await openRace(call);
    const wind = await readWind(call.context, race);
    const body = {
      id: race.id,
      processing_status: race.processing_status as 1 | 2 | 3 | 4,
      wind_estimates: wind.wind_estimates,
      wind_reason: race.wind_reason,
      tracks: tracks.map(({ id }) => ({ id, ...(wind.tracks[id] ?? { has_vote: false, reason: null }) })),
    };
    return { status: 200, body };
  },

  "GET /races/{id}/tracks/{track_id}/columns/": async (call) => {
    const track = await trackOfRace(call);
    const file = call.query.only === "positions" ? positionsFile : columnsFile;
    return { status: 200, file: await file(call.context, call.viewer, track) };
  },

  "GET /races/{id}/tracks/{track_id}/analysis/": async (call) => {
    const track = await trackOfRace(call);
    return analysisAnswer(call.context, call.viewer, track);
  },
};

/** A track of the race of the path that is visible to the viewer or the holder of the link. Throws as `openRace`. */
async function trackOfRace(call: {
  context: AppContext;
  viewer: Viewer | null;
  params: { id: number; track_id: number };
  query: { share_id?: string | undefined };
}): Promise<TrackRow> {
  const { context, viewer, params, query } = call;
  const found = await findVisibleTrack(context, viewer, query.share_id, params);
  if (found?.track.is_closed && !found.has_link) throw reasonRequired([found.track]);
  const track = found && (await findTrack(context.db, found.track.id));
  if (!track) throw notFound("This race");
  return track;
}
