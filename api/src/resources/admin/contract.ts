/** Calls of the administration, for role 1 alone. Importable by the browser. */
import { file, route } from "../../platform/http/route.ts";
import { LIMITS } from "../../platform/limits.ts";
import { RaceParams } from "../races/schema.ts";
import {
  AdminJob,
  AdminJobs,
  AdminUser,
  AdminUserPage,
  AuditCsvQuery,
  AuditPage,
  AuditQuery,
  ChangeUser,
  Health,
  JobParams,
  JobsQuery,
  OpenTrack,
  Retried,
  StorageUse,
  TrackParams,
  UserParams,
  UsersQuery,
} from "./schema.ts";

const ADMIN = { tag: "Administration", access: "signed_in", role: "administrator" } as const;

const CHANGE =
  "Writes a line of the audit in the same transaction. Nobody can disable the own account, and the last administrator " +
  "can neither be disabled nor lose the role (409). Disabling ends every session; what the person has stored stays.";

export const ADMIN_ROUTES = {
  "GET /admin/users/": route({
    ...ADMIN,
    operationId: "listUsers",
    summary: "All accounts, by pages",
    query: UsersQuery,
    answers: { 200: AdminUserPage },
  }),
  "PATCH /admin/users/{id}/": route({
    ...ADMIN,
    operationId: "changeUser",
    summary: "Change role, quota and granted features of a user, disable or enable the account",
    description: CHANGE,
    params: UserParams,
    body: ChangeUser,
    answers: { 200: AdminUser },
    errors: [409],
  }),
  "POST /admin/users/{id}/reset/": route({
    ...ADMIN,
    operationId: "sendReset",
    summary: "Send a user the link for a new password",
    rateLimit: { per: "user", max: LIMITS.members_added_per_hour, window_s: 3600 },
    params: UserParams,
    answers: { 204: null },
  }),
  "GET /admin/health/": route({
    ...ADMIN,
    operationId: "readHealthOfParts",
    summary: "How database, storage, mail, jobs and server are, measured by this call",
    answers: { 200: Health },
  }),
  "GET /admin/storage/": route({
    ...ADMIN,
    operationId: "readStorageUse",
    summary: "What takes how much room",
    answers: { 200: StorageUse },
  }),
  "GET /admin/jobs/": route({
    ...ADMIN,
    operationId: "listJobs",
    summary: "Jobs that failed, run or wait",
    query: JobsQuery,
    answers: { 200: AdminJobs },
  }),
  "POST /admin/jobs/{id}/retry/": route({
    ...ADMIN,
    operationId: "retryJob",
    summary: "Run a failed or cancelled job again",
    params: JobParams,
    answers: { 200: AdminJob },
    errors: [409],
  }),
  "POST /admin/jobs/{id}/cancel/": route({
    ...ADMIN,
    operationId: "cancelJob",
    summary:
      "End a job that waits or runs; what it is about keeps its results, or says that it was stopped, until a retry",
    params: JobParams,
    answers: { 200: AdminJob },
    errors: [409],
  }),
  "POST /admin/jobs/retry/": route({
    ...ADMIN,
    operationId: "retryFailedJobs",
    summary: "Run all failed jobs again",
    answers: { 200: Retried },
  }),
  "GET /admin/audit/": route({
    ...ADMIN,
    operationId: "listAudit",
    summary: "What administrators did, newest first, by pages",
    query: AuditQuery,
    answers: { 200: AuditPage },
  }),
  "GET /admin/audit/csv/": route({
    ...ADMIN,
    operationId: "downloadAudit",
    summary: "All lines of the audit that fit a search, as CSV for spreadsheet programs",
    query: AuditCsvQuery,
    answers: { 200: file("text/csv; charset=utf-8") },
  }),
  "POST /admin/tracks/{id}/open/": route({
    ...ADMIN,
    operationId: "openPrivateTrack",
    summary: "Give the reason to look at a private track of another person, which is then open for some hours",
    params: TrackParams,
    body: OpenTrack,
    answers: { 204: null },
  }),
  "POST /admin/races/{id}/open/": route({
    ...ADMIN,
    operationId: "openRaceWithPrivateTracks",
    summary:
      "Give the reason to look at the private tracks of other people in a race, which are then open for some hours",
    description: "The audit has a line for each of them that was not open.",
    params: RaceParams,
    body: OpenTrack,
    answers: { 204: null },
  }),
} as const;
