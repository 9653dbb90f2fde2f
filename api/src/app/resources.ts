import type { AnyJob } from "../platform/jobs/definition.ts";
import { type Resource, routesOf } from "../platform/ops/resource.ts";
import { ACCOUNT } from "../resources/account/resource.ts";
import { ADMIN } from "../resources/admin/resource.ts";
import { BILLING } from "../resources/billing/resource.ts";
import { BOATS } from "../resources/boats/resource.ts";
import { CONSENTS } from "../resources/consents/resource.ts";
import { DEBRIEF } from "../resources/debrief/resource.ts";
import { DEMO } from "../resources/demo/resource.ts";
import { EVENTS } from "../resources/events/resource.ts";
import { FILES } from "../resources/files/resource.ts";
import { GARMIN } from "../resources/garmin/resource.ts";
import { JOURNALS } from "../resources/journals/resource.ts";
import { RACES } from "../resources/races/resource.ts";
import { REPORTS } from "../resources/reports/resource.ts";
import { SEASON } from "../resources/season/resource.ts";
import { SEGMENTS } from "../resources/segments/resource.ts";
import { SERVER } from "../resources/server/resource.ts";
import { STRAIGHTS } from "../resources/straights/resource.ts";
import { TARGETS } from "../resources/targets/resource.ts";
import { TEAMS } from "../resources/teams/resource.ts";
import { TRACK_REPORT } from "../resources/track-report/resource.ts";
import { TRACKS } from "../resources/tracks/resource.ts";
import { WIND } from "../resources/wind/resource.ts";

/** All resources of this server, in the order of the OpenAPI document: the only list of them. */
export const RESOURCES = [
  ACCOUNT,
  TRACKS,
  SEGMENTS,
  RACES,
  CONSENTS,
  WIND,
  JOURNALS,
  STRAIGHTS,
  TARGETS,
  DEBRIEF,
  TRACK_REPORT,
  BOATS,
  REPORTS,
  EVENTS,
  TEAMS,
  BILLING,
  GARMIN,
  DEMO,
  FILES,
  ADMIN,
  SEASON,
  SERVER,
] as const;

/** The intersection of the members of a union. */
type All<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer A) => void ? A : never;
/** Every call by method and path. */
export type Routes = All<(typeof RESOURCES)[number]["routes"]>;
export const ROUTES = routesOf(RESOURCES as readonly Resource[]) as unknown as Routes;

/** Every kind of job of the server. */
export const JOBS: readonly AnyJob[] = (RESOURCES as readonly Resource[]).flatMap(({ jobs = [] }) => jobs);
