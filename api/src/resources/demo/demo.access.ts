import { type AccessRows, toEveryone } from "../../../test/access.ts";
import type { World } from "../../../test/world.ts";
import type { DEMO_ROUTES } from "./contract.ts";

const aboutCheckout = async (world: World) => ({ params: { id: await world.the("checkout") } });
const ABSENT = { request: () => ({ params: { id: "none" } }), statuses: toEveryone(404), about: "that is not there" };

const consent = ({ at }: World) => ({
  query: { state: "s", code_challenge: "c", redirect_uri: `${at.config.public_url}/api/garmin/callback/` },
});
const ELSEWHERE = {
  about: "with a way back to another server",
  request: () => ({ query: { state: "s", code_challenge: "c", redirect_uri: "https://evil.example/" } }),
  statuses: toEveryone(404),
};

export const DEMO_ACCESS: AccessRows<typeof DEMO_ROUTES> = {
  // Everybody who has the id.
  "GET /billing/checkout/{id}/": [{ request: aboutCheckout, statuses: toEveryone(200) }, ABSENT],
  "POST /billing/checkout/{id}/pay/": [{ request: aboutCheckout, statuses: toEveryone(303) }, ABSENT],
  "POST /billing/checkout/{id}/decline/": [{ request: aboutCheckout, statuses: toEveryone(303) }, ABSENT],
  "GET /garmin/embedded/authorize/": [{ request: consent, statuses: toEveryone(200) }, ELSEWHERE],
  "POST /garmin/embedded/authorize/": [{ request: consent, statuses: toEveryone(303) }, ELSEWHERE],
};
