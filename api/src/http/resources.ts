/** The resources of the API: what the server mounts. A new one adds a line here, to ../contract.ts, and a migration. */

import { ACCOUNT_ROUTES } from "../accounts/contract.ts";
import { ACCOUNT_HANDLERS } from "../accounts/routes.ts";
import { ADMIN_ROUTES } from "../admin/contract.ts";
import { ADMIN_HANDLERS } from "../admin/routes.ts";
import { BILLING_ROUTES } from "../billing/contract.ts";
import { BILLING_HANDLERS } from "../billing/routes.ts";
import { BOAT_ROUTES } from "../boats/contract.ts";
import { BOAT_HANDLERS } from "../boats/routes.ts";
import { CONSENT_ROUTES } from "../consents/contract.ts";
import { CONSENT_HANDLERS } from "../consents/routes.ts";
import { DEBRIEF_ROUTES } from "../debrief/contract.ts";
import { DEBRIEF_HANDLERS } from "../debrief/routes.ts";
import { DEMO_ROUTES } from "../demo/contract.ts";
import { DEMO_HANDLERS } from "../demo/routes.ts";
import { EVENT_ROUTES } from "../events/contract.ts";
import { EVENT_HANDLERS } from "../events/routes.ts";
import { FILE_ROUTES } from "../files/contract.ts";
import { FILE_HANDLERS } from "../files/routes.ts";
import { GARMIN_ROUTES } from "../garmin/contract.ts";
import { GARMIN_HANDLERS } from "../garmin/routes.ts";
import { JOURNAL_ROUTES } from "../journals/contract.ts";
import { JOURNAL_HANDLERS } from "../journals/routes.ts";
import { RACE_ROUTES } from "../races/contract.ts";
import { RACE_HANDLERS } from "../races/routes.ts";
import { REPORT_ROUTES } from "../reports/contract.ts";
import { REPORT_HANDLERS } from "../reports/routes.ts";
import { SEGMENT_ROUTES } from "../segments/contract.ts";
import { SEGMENT_HANDLERS } from "../segments/routes.ts";
import { SERVER_ROUTES } from "../server/contract.ts";
import { SERVER_HANDLERS } from "../server/routes.ts";
import { STRAIGHT_ROUTES } from "../straights/contract.ts";
import { STRAIGHT_HANDLERS } from "../straights/routes.ts";
import { TARGET_ROUTES } from "../targets/contract.ts";
import { TARGET_HANDLERS } from "../targets/routes.ts";
import { TEAM_ROUTES } from "../teams/contract.ts";
import { TEAM_HANDLERS } from "../teams/routes.ts";
import { TRACK_REPORT_ROUTES } from "../track-report/contract.ts";
import { TRACK_REPORT_HANDLERS } from "../track-report/routes.ts";
import { TRACK_ROUTES } from "../tracks/contract.ts";
import { TRACK_HANDLERS } from "../tracks/routes.ts";
import { USER_ROUTES } from "../users/contract.ts";
import { USER_HANDLERS } from "../users/routes.ts";
import { WIND_FILE_ROUTES } from "../windfiles/contract.ts";
import { WIND_FILE_HANDLERS } from "../windfiles/routes.ts";
import { WIND_REPORT_ROUTES } from "../windreports/contract.ts";
import { WIND_REPORT_HANDLERS } from "../windreports/routes.ts";
import type { Handlers } from "./mount.ts";
import type { RouteTable } from "./route.ts";

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
