/**
 * The API as types and schemas: the one module of this package that the screens import. Every call is in `ROUTES`;
 * a message is one zod schema in its resource's folder, and its TypeScript type is inferred from it. Names are the
 * specification's. Times are ISO 8601 UTC. Unknown is null.
 */

import type { RequestOf, ResponseOf } from "./platform/http/route.ts";
import { ACCOUNT_ROUTES, USER_ROUTES } from "./resources/account/contract.ts";
import { ADMIN_ROUTES } from "./resources/admin/contract.ts";
import { BILLING_ROUTES } from "./resources/billing/contract.ts";
import { BOAT_ROUTES } from "./resources/boats/contract.ts";
import { CONSENT_ROUTES } from "./resources/consents/contract.ts";
import { DEBRIEF_ROUTES } from "./resources/debrief/contract.ts";
import { DEMO_ROUTES } from "./resources/demo/contract.ts";
import { EVENT_ROUTES } from "./resources/events/contract.ts";
import { FILE_ROUTES } from "./resources/files/contract.ts";
import { GARMIN_ROUTES } from "./resources/garmin/contract.ts";
import { JOURNAL_ROUTES } from "./resources/journals/contract.ts";
import { RACE_ROUTES } from "./resources/races/contract.ts";
import { REPORT_ROUTES } from "./resources/reports/contract.ts";
import { SEGMENT_ROUTES } from "./resources/segments/contract.ts";
import { SERVER_ROUTES } from "./resources/server/contract.ts";
import { STRAIGHT_ROUTES } from "./resources/straights/contract.ts";
import { TARGET_ROUTES } from "./resources/targets/contract.ts";
import { TEAM_ROUTES } from "./resources/teams/contract.ts";
import { TRACK_REPORT_ROUTES } from "./resources/track-report/contract.ts";
import { TRACK_ROUTES } from "./resources/tracks/contract.ts";
import { WIND_FILE_ROUTES, WIND_REPORT_ROUTES } from "./resources/wind/contract.ts";

export type { ErrorCode } from "./platform/http/error-codes.ts";
export type { ErrorDetail, FieldErrors } from "./platform/http/error-schemas.ts";
export type { Detail } from "./platform/http/schemas.ts";
export * from "./platform/limits.ts";
export type { UserInfo } from "./resources/account/schema.ts";
export {
  Email,
  FirstName,
  LastName,
  LoginPassword,
  NewPassword,
  PASSWORD_MISMATCH,
  ProfileBoatClass,
  ProfilePassword,
  type Register,
  RegisterBoatClass,
  type Session,
  type UpdateUser,
  type User,
} from "./resources/account/schema.ts";
export {
  type AdminJob,
  type AdminJobs,
  type AdminUser,
  type AdminUserPage,
  type AuditEntry,
  type AuditPage,
  type ChangeUser,
  type Health,
  type HealthPart,
  type JobState,
  ReasonToOpen,
  type StorageUse,
  type UserGroup,
  type UserSort,
  type UsersQuery,
} from "./resources/admin/schema.ts";
export type { Checkout, CheckoutStatus, Price, Subscription } from "./resources/billing/schema.ts";
export * from "./resources/boats/boat-classes.ts";
export type { BoatCatalogue, BoatCatalogueEntry } from "./resources/boats/schema.ts";
export type { RaceConsent, SharedBoat, SharedBoats } from "./resources/consents/schema.ts";
export type { ServerEvent } from "./resources/events/schema.ts";
export type { GarminConnection } from "./resources/garmin/schema.ts";
export { CreateJournal, ReplyContent } from "./resources/journals/request-schema.ts";
export {
  JOURNAL_TAGS,
  type Journal,
  type JournalPage,
  type JournalReply,
  type JournalSubject,
  type RegattaReport,
  STAR_TAGS,
} from "./resources/journals/schema.ts";
export type { RaceReportAnswer, RaceTargetAnswer } from "./resources/races/report-schema.ts";
export type { Race, RaceCan, RacePage, RacePerson, RaceShare } from "./resources/races/schema.ts";
export type { Polar } from "./resources/reports/polar-schema.ts";
export type {
  ExpectedLoss,
  Improvement,
  Leaderboard,
  RegattaResult,
  ReportSession,
  SpeedRecords,
  UserStats,
  WindConditions,
} from "./resources/reports/schema.ts";
export type { Season, SeasonLosses, SeasonTeam } from "./resources/reports/season-schema.ts";
export type { Segment } from "./resources/segments/schema.ts";
export { TAG_CATALOGUE } from "./resources/segments/tag-catalogue.ts";

export type { ServerConfig } from "./resources/server/contract.ts";
export {
  type AnalyzedSegment,
  STRAIGHT_COLUMNS,
  type StraightAnalysis,
  type StraightHead,
} from "./resources/straights/schema.ts";
export type { Target } from "./resources/targets/schema.ts";
export { type Team, type TeamMember, TeamName, type TeamPermissions, type TeamRole } from "./resources/teams/schema.ts";
export type { EarlierLogs, TrackCorrections } from "./resources/tracks/corrections-schema.ts";
export type { SegmentLabel, SegmentMetric, TrackDetail, TrackSegment } from "./resources/tracks/detail-schema.ts";
export { UploadName } from "./resources/tracks/request-schema.ts";
export type {
  FileAddress,
  Permission,
  ProcessingStatus,
  Track,
  TrackCan,
  TrackDamage,
  TrackMetric,
  TrackMode,
  TrackPage,
  UploadedTrack,
} from "./resources/tracks/schema.ts";
export { tagKey, type UserTag } from "./resources/tracks/user-tag-schema.ts";
export type {
  WindMetrics,
  WindPoint,
  WindReport,
  WindReportHead,
  WindStability,
} from "./resources/wind/report-schema.ts";
export {
  type WindCurve,
  type WindFile,
  WindFileName,
  type WindFilePage,
  type WindUpload,
} from "./resources/wind/schema.ts";

/** Every call by method and path. */
export const ROUTES = {
  ...USER_ROUTES,
  ...ACCOUNT_ROUTES,
  ...TRACK_ROUTES,
  ...SEGMENT_ROUTES,
  ...RACE_ROUTES,
  ...CONSENT_ROUTES,
  ...WIND_FILE_ROUTES,
  ...WIND_REPORT_ROUTES,
  ...JOURNAL_ROUTES,
  ...STRAIGHT_ROUTES,
  ...TARGET_ROUTES,
  ...DEBRIEF_ROUTES,
  ...TRACK_REPORT_ROUTES,
  ...BOAT_ROUTES,
  ...REPORT_ROUTES,
  ...EVENT_ROUTES,
  ...TEAM_ROUTES,
  ...BILLING_ROUTES,
  ...GARMIN_ROUTES,
  ...DEMO_ROUTES,
  ...FILE_ROUTES,
  ...ADMIN_ROUTES,
  ...SERVER_ROUTES,
} as const;

export type Routes = typeof ROUTES;
export type RouteName = keyof Routes;
/** Parameters, query and body of a call. */
export type RequestTo<R extends RouteName> = RequestOf<Routes[R]>;
/** Status and body of the successful answers of a call. */
export type ResponseFrom<R extends RouteName> = ResponseOf<Routes[R]>;
