/** Calls on the debrief of a session. Importable by the browser. */
import { route } from "../../platform/http/route.ts";
import { TrackParams } from "../tracks/request-schema.ts";
import { Debrief } from "./schema.ts";

const READ =
  "For those who may view the track; not by the share link of a race. Compared are earlier sessions of the track's sailor " +
  "in the same class, and the boats of the races that the track is in, as far as the caller may view their tracks.";

export const DEBRIEF_ROUTES = {
  "GET /tracks/{id}/debrief/": route({
    tag: "Tracks",
    access: "signed_in",
    params: TrackParams,
    operationId: "readDebrief",
    computes: true,
    summary: "What cost most in a session, against earlier sessions and the boats of its races",
    description: READ,
    answers: { 200: Debrief },
    errors: [409, 503],
  }),
};
