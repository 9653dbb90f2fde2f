import { type AccessRow, type AccessRows, intoPrivate, withSession } from "../../../test/access.ts";
import type { TRACK_REPORT_ROUTES } from "./contract.ts";

const of = (visibility: "public" | "private", statuses: AccessRow["statuses"]): AccessRow => ({
  about: `of a ${visibility} track`,
  request: async (world) => ({ query: { track_id: String(await world.the(`${visibility}_track`)) } }),
  statuses,
});

export const TRACK_REPORT_ACCESS: AccessRows<typeof TRACK_REPORT_ROUTES> = {
  "GET /reports/track/": [
    { statuses: withSession(400) },
    of("public", withSession(200)),
    of("private", intoPrivate(200)),
  ],
};
