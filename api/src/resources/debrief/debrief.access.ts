import type { AccessRows } from "../../../test/access.ts";
import { intoPrivate, withSession } from "../../../test/access.ts";
import { aboutTracks } from "../tracks/tracks.access.ts";
import type { DEBRIEF_ROUTES } from "./contract.ts";

export const DEBRIEF_ACCESS: AccessRows<typeof DEBRIEF_ROUTES> = {
  "GET /tracks/{id}/debrief/": aboutTracks(undefined, withSession(200), intoPrivate(200)),
};
