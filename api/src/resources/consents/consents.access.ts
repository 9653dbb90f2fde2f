import { type AccessRow, type AccessRows, onlyTo, VIEWERS_OF_PRIVATE, withSession } from "../../../test/access.ts";
import type { World } from "../../../test/world.ts";
import type { CONSENT_ROUTES } from "./contract.ts";

/** The race of all kinds of tracks of the owner's, who is in it with a PRIVATE one. */
const race = async (world: World) => Number(await world.the("mixed_race"));
const sharers = Object.fromEntries(VIEWERS_OF_PRIVATE.map((caller) => [caller, 200]));

/** Shared by its coach, by administrators, and by those who see every track of it. */
const about = (parts: (world: World) => object, statuses: AccessRow["statuses"]): AccessRow => ({
  request: async (world) => ({ params: { id: await race(world) }, ...parts(world) }),
  statuses,
});

export const CONSENT_ACCESS: AccessRows<typeof CONSENT_ROUTES> = {
  "GET /races/{id}/share/boats/": about(() => ({}), withSession(403, sharers)),
  "POST /races/{id}/share/boats/": about(
    (world) => ({ json: { user_id: world.owner.session.user.id } }),
    // The owner agreed when he made the link.
    withSession(403, Object.fromEntries(VIEWERS_OF_PRIVATE.map((caller) => [caller, 409]))),
  ),
  "DELETE /races/{id}/share/boats/{user_id}/": {
    request: async (world) => ({ params: { id: await race(world), user_id: world.owner.session.user.id } }),
    statuses: withSession(403, sharers),
  },
  "GET /race-consents/": { statuses: withSession(200) },
  "PUT /race-consents/{race_id}/": {
    request: async (world) => ({ params: { race_id: await race(world) }, json: { allow: false } }),
    statuses: onlyTo(["owner"], 200),
  },
};
