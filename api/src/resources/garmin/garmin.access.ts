import { type AccessRows, toEveryone, withSession } from "../../../test/access.ts";
import type { GARMIN_ROUTES } from "./contract.ts";

export const GARMIN_ACCESS: AccessRows<typeof GARMIN_ROUTES> = {
  "GET /garmin/": { statuses: withSession(200) },
  "DELETE /garmin/": { statuses: withSession(204) },
  "GET /garmin/authorize/": { statuses: withSession(200) },
  "GET /garmin/callback/": { statuses: toEveryone(410) },
  "POST /garmin/webhook/{secret}/": {
    request: () => ({ params: { secret: "guessed" }, json: {} }),
    statuses: toEveryone(404),
  },
};
