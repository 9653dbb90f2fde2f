import { EngineError } from "@leebow/core/node";
import { openTrack } from "../../access/track.ts";
import { inTurn } from "../../platform/http/computing-calls.ts";
import { detailError } from "../../platform/http/errors.ts";
import type { Handlers } from "../../platform/http/mount.ts";
import type { TRACK_ROUTES } from "./contract.ts";
import { appliedParametersOf } from "./parameters.ts";
import { windLogOf } from "./wind-log.ts";

/** Why a moment of a track is a maneuver or not, by the engine and with the parameters of its analysis. */
export const WHY_HANDLERS: Pick<Handlers<typeof TRACK_ROUTES>, "GET /tracks/{id}/why/"> = {
  "GET /tracks/{id}/why/": async (call) => {
    const { context, query } = call;
    const track = await openTrack(call);
    try {
      const body = await inTurn(context, async () => {
        const file = { name: track.file_name, bytes: await context.storage.read(track.source_key) };
        const { file: wind } = await windLogOf(context, track);
        return context.core.why(file, Date.parse(query.time), appliedParametersOf(track), wind);
      });
      return { status: 200, body };
    } catch (error) {
      if (error instanceof EngineError) throw detailError("track_not_explained", error.message);
      throw error;
    }
  },
};
