/** The rows of the access matrix, and how a call is sent for one of them. */

import type { Routes } from "../src/app/contract.ts";
import { ROUTES } from "../src/app/resources.ts";
import type { RouteDefinition } from "../src/platform/http/route.ts";
import { ACCOUNT_ACCESS } from "../src/resources/account/accounts.access.ts";
import { USER_ACCESS } from "../src/resources/account/users.access.ts";
import { ADMIN_ACCESS } from "../src/resources/admin/admin.access.ts";
import { BILLING_ACCESS } from "../src/resources/billing/billing.access.ts";
import { BOAT_ACCESS } from "../src/resources/boats/boats.access.ts";
import { CONSENT_ACCESS } from "../src/resources/consents/consents.access.ts";
import { DEBRIEF_ACCESS } from "../src/resources/debrief/debrief.access.ts";
import { DEMO_ACCESS } from "../src/resources/demo/demo.access.ts";
import { EVENT_ACCESS } from "../src/resources/events/events.access.ts";
import { FILE_ACCESS } from "../src/resources/files/files.access.ts";
import { GARMIN_ACCESS } from "../src/resources/garmin/garmin.access.ts";
import { JOURNAL_ACCESS } from "../src/resources/journals/journals.access.ts";
import { RACE_ACCESS } from "../src/resources/races/races.access.ts";
import { REPORT_ACCESS } from "../src/resources/reports/reports.access.ts";
import { SEGMENT_ACCESS } from "../src/resources/segments/segments.access.ts";
import { SERVER_ACCESS } from "../src/resources/server/server.access.ts";
import { STRAIGHT_ACCESS } from "../src/resources/straights/straights.access.ts";
import { TARGET_ACCESS } from "../src/resources/targets/targets.access.ts";
import { TEAM_ACCESS } from "../src/resources/teams/teams.access.ts";
import { TRACK_REPORT_ACCESS } from "../src/resources/track-report/track-report.access.ts";
import { TRACK_ACCESS } from "../src/resources/tracks/tracks.access.ts";
import { WIND_FILE_ACCESS } from "../src/resources/wind/windfiles.access.ts";
import { WIND_REPORT_ACCESS } from "../src/resources/wind/windreports.access.ts";
import type { AccessRows, Caller, RequestParts } from "./access.ts";
import type { World } from "./world.ts";

/** The rows of every resource; a call of the contract without a row is a type error and a failed test. */
export const MATRIX: AccessRows<Routes> = {
  ...TRACK_ACCESS,
  ...SEGMENT_ACCESS,
  ...RACE_ACCESS,
  ...CONSENT_ACCESS,
  ...WIND_FILE_ACCESS,
  ...WIND_REPORT_ACCESS,
  ...JOURNAL_ACCESS,
  ...STRAIGHT_ACCESS,
  ...TARGET_ACCESS,
  ...DEBRIEF_ACCESS,
  ...TRACK_REPORT_ACCESS,
  ...BOAT_ACCESS,
  ...REPORT_ACCESS,
  ...EVENT_ACCESS,
  ...TEAM_ACCESS,
  ...BILLING_ACCESS,
  ...DEMO_ACCESS,
  ...GARMIN_ACCESS,
  ...ACCOUNT_ACCESS,
  ...FILE_ACCESS,
  ...ADMIN_ACCESS,
  ...SERVER_ACCESS,
  // Last: the log-out of everybody.
  ...USER_ACCESS,
};

let calls = 0;
/** Sends the call from another address each time, so that no rate limit answers in place of the check. */
export async function send(
  world: World,
  name: string,
  caller: Caller,
  { params = {}, query = {}, ...body }: RequestParts,
) {
  const [method, path] = name.split(" ") as [string, string];
  const filled = path.replace(/\{(\w+)\}/g, (_, param) => String(params[param]));
  const search = new URLSearchParams(query).toString();
  const { access } = ROUTES[name as keyof Routes] as RouteDefinition;
  // A call that needs no session has no parameter for a link: its holder is anybody.
  const by = caller in world.shares && !["shared", "signed_in"].includes(access) ? "nobody" : caller;
  const headers = { "x-forwarded-for": `198.51.${(calls >> 8) % 256}.${calls++ % 256}` };
  return world.call(by, method, `/api${filled}${search && `?${search}`}`, { ...body, headers });
}
