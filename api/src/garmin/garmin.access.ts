import { type AccessRows, toEveryone, withSession } from "../../test/access.ts";
import type { World } from "../../test/world.ts";
import type { GARMIN_ROUTES } from "./contract.ts";

const consent = ({ at }: World) => ({
  query: { state: "s", code_challenge: "c", redirect_uri: `${at.config.public_url}/api/garmin/callback/` },
});
const ELSEWHERE = {
  about: "with a way back to another server",
  request: () => ({ query: { state: "s", code_challenge: "c", redirect_uri: "https://evil.example/" } }),
  statuses: toEveryone(404),
};

export const GARMIN_ACCESS: AccessRows<typeof GARMIN_ROUTES> = {
  "GET /garmin/": { statuses: withSession(200) },
  "DELETE /garmin/": { statuses: withSession(204) },
  "GET /garmin/authorize/": { statuses: withSession(200) },
  "GET /garmin/callback/": { statuses: toEveryone(410) },
  "POST /garmin/webhook/{secret}/": {
    request: () => ({ params: { secret: "guessed" }, json: {} }),
    statuses: toEveryone(404),
  },
  "GET /garmin/embedded/authorize/": [{ request: consent, statuses: toEveryone(200) }, ELSEWHERE],
  "POST /garmin/embedded/authorize/": [{ request: consent, statuses: toEveryone(303) }, ELSEWHERE],
};
