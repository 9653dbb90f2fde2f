/**
 * The API as types and schemas: the one module of this package that the screens import. `Routes` has every call;
 * a message is one zod schema in its resource's folder, and its TypeScript type is inferred from it. Names are the
 * specification's. Times are ISO 8601 UTC. Unknown is null.
 */

import type { RequestOf, ResponseOf } from "../platform/http/route.ts";
import type { Routes } from "./resources.ts";

export type { ServerEvent } from "../platform/events/schema.ts";
export type { ErrorCode } from "../platform/http/error-codes.ts";
export type { ErrorDetail, FieldErrors } from "../platform/http/error-schemas.ts";
export type { Detail } from "../platform/http/schemas.ts";
export * from "../platform/limits.ts";
export type { UserInfo } from "../resources/account/schema.ts";
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
} from "../resources/account/schema.ts";
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
} from "../resources/admin/schema.ts";
export type { Checkout, CheckoutStatus, Price, Subscription } from "../resources/billing/schema.ts";
export * from "../resources/boats/boat-classes.ts";
export type { BoatCatalogue, BoatCatalogueEntry } from "../resources/boats/schema.ts";
export type { RaceConsent, SharedBoat, SharedBoats } from "../resources/consents/schema.ts";
export type { GarminConnection } from "../resources/garmin/schema.ts";
export { CreateJournal, ReplyContent } from "../resources/journals/request-schema.ts";
export {
  JOURNAL_TAGS,
  type Journal,
  type JournalPage,
  type JournalReply,
  type JournalSubject,
  type RegattaReport,
  STAR_TAGS,
} from "../resources/journals/schema.ts";
export type { RaceReportAnswer, RaceTargetAnswer } from "../resources/races/report-schema.ts";
export type { Race, RaceCan, RacePage, RacePerson, RaceShare } from "../resources/races/schema.ts";
export type { Polar } from "../resources/reports/polar-schema.ts";
export type {
  ExpectedLoss,
  Improvement,
  Leaderboard,
  RegattaResult,
  ReportSession,
  SpeedRecords,
  UserStats,
  WindConditions,
} from "../resources/reports/schema.ts";
export type { Season, SeasonLosses, SeasonTeam } from "../resources/reports/season-schema.ts";
export type { Segment } from "../resources/segments/schema.ts";
export { TAG_CATALOGUE } from "../resources/segments/tag-catalogue.ts";

export type { ServerConfig } from "../resources/server/contract.ts";
export {
  type AnalyzedSegment,
  STRAIGHT_COLUMNS,
  type StraightAnalysis,
  type StraightHead,
} from "../resources/straights/schema.ts";
export type { Target } from "../resources/targets/schema.ts";
export {
  type Team,
  type TeamMember,
  TeamName,
  type TeamPermissions,
  type TeamRole,
} from "../resources/teams/schema.ts";
export type { EarlierLogs, TrackCorrections } from "../resources/tracks/corrections-schema.ts";
export { UploadName } from "../resources/tracks/request-schema.ts";
export type {
  FileAddress,
  Permission,
  SegmentLabel,
  SegmentMetric,
  Track,
  TrackCan,
  TrackDamage,
  TrackDetail,
  TrackMetric,
  TrackMode,
  TrackPage,
  TrackSegment,
  UploadedTrack,
} from "../resources/tracks/schema.ts";
export { tagKey, type UserTag } from "../resources/tracks/schema.ts";
export type {
  WindMetrics,
  WindPoint,
  WindReport,
  WindReportHead,
  WindStability,
} from "../resources/wind/report-schema.ts";
export {
  type WindCurve,
  type WindFile,
  WindFileName,
  type WindFilePage,
  type WindUpload,
} from "../resources/wind/schema.ts";

export type { Routes };
export type RouteName = keyof Routes;
/** Parameters, query and body of a call. */
export type RequestTo<R extends RouteName> = RequestOf<Routes[R]>;
/** Status and body of the successful answers of a call. */
export type ResponseFrom<R extends RouteName> = ResponseOf<Routes[R]>;

export type { ProcessingStatus } from "../platform/http/schemas.ts";
