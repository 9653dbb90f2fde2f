import { type AccessRow, type AccessRows, withSession } from "../../../test/access.ts";
import type { REPORT_ROUTES } from "./contract.ts";

const OWN: AccessRow = { statuses: withSession(200) };
const WITHOUT_TAG: AccessRow = { statuses: withSession(400) };
const OF_OWNER: AccessRow = {
  about: "the owner's",
  request: (world) => ({ query: { user: String(world.owner.session.user.id) } }),
  statuses: withSession(403, { owner: 200, administrator: 200 }),
};
const TACKS_OF_OWNER: AccessRow = {
  ...OF_OWNER,
  request: (world) => ({ query: { user: String(world.owner.session.user.id), tag: "T" } }),
};
/** Its members without the feature of coaches are not answered. */
const OF_TEAM: AccessRow = {
  about: "the team of the owner's making",
  request: async (world) => ({ query: { team: String(await world.the("own_team")) } }),
  statuses: withSession(403, { administrator: 200 }),
};

export const REPORT_ACCESS: AccessRows<typeof REPORT_ROUTES> = {
  "GET /reports/user/": [OWN, OF_OWNER],
  "GET /reports/windconditions/": [OWN, OF_OWNER],
  "GET /reports/improvement/": [WITHOUT_TAG, TACKS_OF_OWNER],
  "GET /reports/expectedloss/": [WITHOUT_TAG, TACKS_OF_OWNER],
  "GET /reports/leaderboard/": [OWN, OF_OWNER],
  "GET /reports/results/": [OWN, OF_OWNER],
  "GET /reports/daily/": [OWN, OF_OWNER],
  "GET /reports/season-data/": [OWN, OF_OWNER, OF_TEAM],
  "GET /reports/sessions/": [OWN, OF_OWNER],
  "GET /reports/records/": [OWN, OF_OWNER],
  "GET /reports/polar/": [OWN, OF_OWNER, OF_TEAM],
  "GET /reports/boatclasses/": [OWN, OF_OWNER, OF_TEAM],
  "GET /reports/season/": [OWN, OF_OWNER],
  "GET /reports/season-team/": OF_TEAM,
};
