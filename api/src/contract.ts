/**
 * The API as types and schemas: the one module of this package that the screens import. Every call is in `ROUTES`;
 * a message is one zod schema in its resource's folder, and its TypeScript type is inferred from it. Names are the
 * specification's. Times are ISO 8601 UTC. Unknown is null.
 */

import { ACCOUNT_ROUTES } from "./accounts/contract.ts";
import { ADMIN_ROUTES } from "./admin/contract.ts";
import { BILLING_ROUTES } from "./billing/contract.ts";
import { BOAT_ROUTES } from "./boats/contract.ts";
import { CONSENT_ROUTES } from "./consents/contract.ts";
import { DEBRIEF_ROUTES } from "./debrief/contract.ts";
import { DEMO_ROUTES } from "./demo/contract.ts";
import { EVENT_ROUTES } from "./events/contract.ts";
import { FILE_ROUTES } from "./files/contract.ts";
import { GARMIN_ROUTES } from "./garmin/contract.ts";
import type { RequestOf, ResponseOf } from "./http/route.ts";
import { JOURNAL_ROUTES } from "./journals/contract.ts";
import { RACE_ROUTES } from "./races/contract.ts";
import { REPORT_ROUTES } from "./reports/contract.ts";
import { SEGMENT_ROUTES } from "./segments/contract.ts";
import { SERVER_ROUTES } from "./server/contract.ts";
import { STRAIGHT_ROUTES } from "./straights/contract.ts";
import { TARGET_ROUTES } from "./targets/contract.ts";
import { TEAM_ROUTES } from "./teams/contract.ts";
import { TRACK_REPORT_ROUTES } from "./track-report/contract.ts";
import { TRACK_ROUTES } from "./tracks/contract.ts";
import { USER_ROUTES } from "./users/contract.ts";
import { WIND_FILE_ROUTES } from "./windfiles/contract.ts";
import { WIND_REPORT_ROUTES } from "./windreports/contract.ts";

export type { UserInfo } from "./accounts/schema.ts";
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
} from "./admin/schema.ts";
export type { Checkout, CheckoutStatus, Price, Subscription } from "./billing/schema.ts";
export * from "./boat-classes.ts";
export type { BoatCatalogue, BoatCatalogueEntry } from "./boats/schema.ts";
export type { RaceConsent, SharedBoat, SharedBoats } from "./consents/schema.ts";
export type { ServerEvent } from "./events/schema.ts";
export type { GarminConnection } from "./garmin/schema.ts";
export type { ErrorCode } from "./http/error-codes.ts";
export type { ErrorDetail, FieldErrors } from "./http/error-schemas.ts";
export type { Detail } from "./http/schemas.ts";
export { CreateJournal, ReplyContent } from "./journals/request-schema.ts";
export {
  JOURNAL_TAGS,
  type Journal,
  type JournalPage,
  type JournalReply,
  type JournalSubject,
  type RegattaReport,
  STAR_TAGS,
} from "./journals/schema.ts";
export * from "./limits.ts";
export type { RaceReportAnswer, RaceTargetAnswer } from "./races/report-schema.ts";
export type { Race, RaceCan, RacePage, RacePerson, RaceShare } from "./races/schema.ts";
export type { Polar } from "./reports/polar-schema.ts";
export type {
  ExpectedLoss,
  Improvement,
  Leaderboard,
  RegattaResult,
  ReportSession,
  SpeedRecords,
  UserStats,
  WindConditions,
} from "./reports/schema.ts";
export type { Season, SeasonLosses, SeasonTeam } from "./reports/season-schema.ts";
export type { Segment } from "./segments/schema.ts";
export { TAG_CATALOGUE } from "./segments/tag-catalogue.ts";
export { tagKey, type UserTag } from "./segments/user-tag-schema.ts";

export type { ServerConfig } from "./server/contract.ts";
export {
  type AnalyzedSegment,
  STRAIGHT_COLUMNS,
  type StraightAnalysis,
  type StraightHead,
} from "./straights/schema.ts";
export type { Target } from "./targets/schema.ts";
export { type Team, type TeamMember, TeamName, type TeamPermissions, type TeamRole } from "./teams/schema.ts";
export type { EarlierLogs, TrackCorrections } from "./tracks/corrections-schema.ts";
export type { SegmentLabel, SegmentMetric, TrackDetail, TrackSegment } from "./tracks/detail-schema.ts";
export { UploadName } from "./tracks/request-schema.ts";
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
} from "./tracks/schema.ts";
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
} from "./users/schema.ts";
export {
  type WindCurve,
  type WindFile,
  WindFileName,
  type WindFilePage,
  type WindUpload,
} from "./windfiles/schema.ts";
export type { WindMetrics, WindPoint, WindReport, WindReportHead, WindStability } from "./windreports/schema.ts";

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
