import { openTrack } from "../../access/track.ts";
import { detailError } from "../../platform/http/errors.ts";
import type { Handlers } from "../../platform/http/mount.ts";
import { PENDING } from "../tracks/file-handlers.ts";
import type { DEBRIEF_ROUTES } from "./contract.ts";
import { debriefOf } from "./debrief-of.ts";

/** Why a session went as it did. */
export const DEBRIEF_HANDLERS: Handlers<typeof DEBRIEF_ROUTES> = {
  "GET /tracks/{id}/debrief/": async (call) => {
    const track = await openTrack(call);
    const { result_key } = track;
    if (!result_key) throw detailError("track_pending", PENDING);
    return { status: 200, body: await debriefOf(call.context, call.viewer, { ...track, result_key }) };
  },
};
