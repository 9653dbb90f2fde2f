/** The resources of the API: what the server mounts. A new one adds a line here, to ../contract.ts, and a migration. */

import type { Handlers } from "../platform/http/mount.ts";
import type { RouteTable } from "../platform/http/route.ts";
import { ACCOUNT_HANDLERS } from "../resources/account/account-handlers.ts";
import { ACCOUNT_ROUTES, USER_ROUTES } from "../resources/account/contract.ts";
import { USER_HANDLERS } from "../resources/account/handlers.ts";
import { ADMIN_ROUTES } from "../resources/admin/contract.ts";
import { ADMIN_HANDLERS } from "../resources/admin/handlers.ts";
import { BILLING_ROUTES } from "../resources/billing/contract.ts";
import { BILLING_HANDLERS } from "../resources/billing/handlers.ts";
import { BOAT_ROUTES } from "../resources/boats/contract.ts";
import { BOAT_HANDLERS } from "../resources/boats/handlers.ts";
import { CONSENT_ROUTES } from "../resources/consents/contract.ts";
import { CONSENT_HANDLERS } from "../resources/consents/handlers.ts";
import { DEBRIEF_ROUTES } from "../resources/debrief/contract.ts";
import { DEBRIEF_HANDLERS } from "../resources/debrief/handlers.ts";
import { DEMO_ROUTES } from "../resources/demo/contract.ts";
import { DEMO_HANDLERS } from "../resources/demo/handlers.ts";
import { EVENT_ROUTES } from "../resources/events/contract.ts";
import { EVENT_HANDLERS } from "../resources/events/handlers.ts";
import { FILE_ROUTES } from "../resources/files/contract.ts";
import { FILE_HANDLERS } from "../resources/files/handlers.ts";
import { GARMIN_ROUTES } from "../resources/garmin/contract.ts";
import { GARMIN_HANDLERS } from "../resources/garmin/handlers.ts";
import { JOURNAL_ROUTES } from "../resources/journals/contract.ts";
import { JOURNAL_HANDLERS } from "../resources/journals/handlers.ts";
import { RACE_ROUTES } from "../resources/races/contract.ts";
import { RACE_HANDLERS } from "../resources/races/handlers.ts";
import { REPORT_ROUTES } from "../resources/reports/contract.ts";
import { REPORT_HANDLERS } from "../resources/reports/handlers.ts";
import { SEGMENT_ROUTES } from "../resources/segments/contract.ts";
import { SEGMENT_HANDLERS } from "../resources/segments/handlers.ts";
import { SERVER_ROUTES } from "../resources/server/contract.ts";
import { SERVER_HANDLERS } from "../resources/server/handlers.ts";
import { STRAIGHT_ROUTES } from "../resources/straights/contract.ts";
import { STRAIGHT_HANDLERS } from "../resources/straights/handlers.ts";
import { TARGET_ROUTES } from "../resources/targets/contract.ts";
import { TARGET_HANDLERS } from "../resources/targets/handlers.ts";
import { TEAM_ROUTES } from "../resources/teams/contract.ts";
import { TEAM_HANDLERS } from "../resources/teams/handlers.ts";
import { TRACK_REPORT_ROUTES } from "../resources/track-report/contract.ts";
import { TRACK_REPORT_HANDLERS } from "../resources/track-report/handlers.ts";
import { TRACK_ROUTES } from "../resources/tracks/contract.ts";
import { TRACK_HANDLERS } from "../resources/tracks/handlers.ts";
import { WIND_FILE_ROUTES, WIND_REPORT_ROUTES } from "../resources/wind/contract.ts";
import { WIND_FILE_HANDLERS } from "../resources/wind/handlers.ts";
import { WIND_REPORT_HANDLERS } from "../resources/wind/report-handlers.ts";

export interface Resource {
  routes: RouteTable;
  /** By the names of `routes`; {@link resource} checks their types. */
  handlers: Handlers<RouteTable>;
}

/** A definition without a handler is a type error. */
const resource = <T extends RouteTable>(routes: T, handlers: Handlers<T>): Resource => ({
  routes,
  handlers: handlers as unknown as Handlers<RouteTable>,
});

export const RESOURCES: readonly Resource[] = [
  resource(USER_ROUTES, USER_HANDLERS),
  resource(ACCOUNT_ROUTES, ACCOUNT_HANDLERS),
  resource(TRACK_ROUTES, TRACK_HANDLERS),
  resource(SEGMENT_ROUTES, SEGMENT_HANDLERS),
  resource(RACE_ROUTES, RACE_HANDLERS),
  resource(CONSENT_ROUTES, CONSENT_HANDLERS),
  resource(WIND_FILE_ROUTES, WIND_FILE_HANDLERS),
  resource(WIND_REPORT_ROUTES, WIND_REPORT_HANDLERS),
  resource(JOURNAL_ROUTES, JOURNAL_HANDLERS),
  resource(STRAIGHT_ROUTES, STRAIGHT_HANDLERS),
  resource(TARGET_ROUTES, TARGET_HANDLERS),
  resource(DEBRIEF_ROUTES, DEBRIEF_HANDLERS),
  resource(TRACK_REPORT_ROUTES, TRACK_REPORT_HANDLERS),
  resource(BOAT_ROUTES, BOAT_HANDLERS),
  resource(REPORT_ROUTES, REPORT_HANDLERS),
  resource(EVENT_ROUTES, EVENT_HANDLERS),
  resource(TEAM_ROUTES, TEAM_HANDLERS),
  resource(BILLING_ROUTES, BILLING_HANDLERS),
  resource(GARMIN_ROUTES, GARMIN_HANDLERS),
  resource(DEMO_ROUTES, DEMO_HANDLERS),
  resource(FILE_ROUTES, FILE_HANDLERS),
  resource(ADMIN_ROUTES, ADMIN_HANDLERS),
  resource(SERVER_ROUTES, SERVER_HANDLERS),
];
