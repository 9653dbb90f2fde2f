/** Messages of the administration. Importable by the browser. */
import { z } from "zod";
import { Id, Instant, idText } from "../../platform/http/schemas.ts";
import { LIMITS } from "../../platform/limits.ts";
import { Feature } from "../account/schema.ts";

const search = z.string().trim().max(LIMITS.search_chars, "Search for fewer words.").optional();
const page = idText("page is 1 or more.").optional().meta({ description: "1 is the first" });
const reason = z
  .string("Write the reason.")
  .trim()
  .max(LIMITS.reason_chars, `Write at most ${LIMITS.reason_chars} characters.`);

export const UserGroup = z.enum(["all", "athletes", "coaches", "administrators", "disabled"], {
  error: "group is one of all, athletes, coaches, administrators, disabled.",
});
export type UserGroup = z.infer<typeof UserGroup>;
export const UserSort = z.enum(["name", "role", "last_seen", "tracks", "storage"], {
  error: "sort is one of name, role, last_seen, tracks, storage.",
});
export type UserSort = z.infer<typeof UserSort>;
const Order = z.enum(["asc", "desc"], { error: "order is asc or desc." });

export const UsersQuery = z
  .object({ search, group: UserGroup, sort: UserSort, order: Order, page })
  .partial()
  .meta({ id: "AdminUsersQuery" });
export type UsersQuery = z.infer<typeof UsersQuery>;

export const AdminUserCan = z.strictObject({
  change_role: z.boolean(),
  disable: z.boolean(),
  why_not: z.string().nullable().meta({ description: "Why one of them is not possible, a sentence" }),
});

export const AdminUser = z
  .strictObject({
    id: Id,
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    profile_img: z.string().nullable(),
    role: z.int().nullable().meta({ description: "1 administrator, 2 coach" }),
    granted_features: z.array(Feature).meta({ description: "Granted by an administrator" }),
    enabled_features: z.array(Feature).meta({ description: "With those of everybody and of the plan" }),
    disabled: Instant.nullable().meta({ description: "Since when nobody can log in" }),
    last_seen: Instant.nullable().meta({ description: "To the day; null without a session or an upload" }),
    tracks: z.int(),
    stored_bytes: z.int().meta({ description: "Recordings; wind logs have a limit of their own" }),
    quota_bytes: z.int(),
    quota_tracks: z.int(),
    own_quota: z.boolean().meta({ description: "False: the quota is the usual one" }),
    is_self: z.boolean(),
    can: AdminUserCan,
  })
  .meta({ id: "AdminUser" });
export type AdminUser = z.infer<typeof AdminUser>;

export const AdminUserPage = z
  .strictObject({ count: z.int(), page: z.int(), page_size: z.int(), results: z.array(AdminUser) })
  .meta({ id: "AdminUserPage" });
export type AdminUserPage = z.infer<typeof AdminUserPage>;

export const UserParams = z.object({ id: idText() });
export const TrackParams = z.object({ id: idText() });
export const JobParams = z.object({ id: z.uuid("This is not the id of a job.") });

const Quota = z
  .object({
    bytes: z
      .int("Write the storage in bytes, up to 100 TB.")
      .min(0, "Write the storage in bytes, up to 100 TB.")
      .max(LIMITS.quota_bytes, "Write the storage in bytes, up to 100 TB."),
    tracks: z
      .int("Write a number of tracks, up to 1,000,000.")
      .min(0, "Write a number of tracks, up to 1,000,000.")
      .max(LIMITS.quota_tracks, "Write a number of tracks, up to 1,000,000."),
  })
  .nullable()
  .meta({ description: "Recordings of the user. Null: the usual one" });

export const ChangeUser = z
  .object({
    quota: Quota,
    role: z.literal([1, 2], "role is 1, 2 or null.").nullable(),
    disabled: z.boolean("disabled is true or false."),
    granted_features: z.array(Feature).max(Feature.options.length),
    reason,
  })
  .partial()
  .meta({ id: "ChangeUser" });
export type ChangeUser = z.infer<typeof ChangeUser>;

export const HealthPart = z.strictObject({
  part: z.enum(["database", "storage", "mail", "jobs", "server"]),
  is_well: z.boolean(),
  value: z.number().nullable().meta({ description: "In `unit`; null where it is not known" }),
  unit: z.string(),
  sentence: z.string(),
});
export type HealthPart = z.infer<typeof HealthPart>;
export const Health = z.strictObject({ checked: Instant, parts: z.array(HealthPart) }).meta({ id: "AdminHealth" });
export type Health = z.infer<typeof Health>;

export const StorageUse = z
  .strictObject({
    kinds: z.array(z.strictObject({ kind: z.enum(["recordings", "wind_logs", "database"]), bytes: z.int() })),
    free_bytes: z.int().nullable().meta({ description: "On the disk of the files; null with an object storage" }),
    quota_bytes: z.int().meta({ description: "Recordings of a user who has no own quota" }),
    quota_tracks: z.int(),
    nearly_full: z.int().meta({ description: "Users above 90 % of the bytes or tracks of their quota" }),
  })
  .meta({ id: "StorageUse" });
export type StorageUse = z.infer<typeof StorageUse>;

export const JobState = z.enum(["failed", "running", "waiting", "cancelled"], {
  error: "state is failed, running, waiting or cancelled.",
});
export type JobState = z.infer<typeof JobState>;
export const JobsQuery = z.object({ state: JobState.optional(), name: z.string().max(100).optional() });

export const AdminJob = z
  .strictObject({
    id: z.uuid(),
    name: z.string().meta({ description: "Of its kind, analyze-track" }),
    state: JobState,
    subject: z.string().nullable().meta({ description: "What it is about" }),
    error: z.string().nullable().meta({ description: "Why its last attempt failed" }),
    attempts: z.int(),
    time: Instant.meta({ description: "When it failed, was cancelled, began to run, or was enqueued" }),
    can_cancel: z.boolean(),
  })
  .meta({ id: "AdminJob" });
export type AdminJob = z.infer<typeof AdminJob>;

export const AdminJobs = z
  .strictObject({
    counts: z.strictObject({ failed: z.int(), running: z.int(), waiting: z.int() }),
    results: z
      .array(AdminJob)
      .meta({ description: `Failed, running, waiting, cancelled; at most ${LIMITS.jobs_listed}` }),
  })
  .meta({ id: "AdminJobs" });
export type AdminJobs = z.infer<typeof AdminJobs>;

export const Retried = z.strictObject({ retried: z.int() }).meta({ id: "RetriedJobs" });

export const AuditAction = z.enum([
  "change_role",
  "grant_features",
  "change_quota",
  "disable_user",
  "enable_user",
  "send_reset",
  "retry_job",
  "cancel_job",
  "retry_failed_jobs",
  "open_track",
]);
export type AuditAction = z.infer<typeof AuditAction>;

export const AuditQuery = z.object({ search, page }).partial();
export const AuditCsvQuery = z.object({ search });

export const AuditEntry = z.strictObject({
  id: Id,
  at: Instant,
  who: z.string(),
  did: z.string(),
  why: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditPage = z
  .strictObject({ count: z.int(), page: z.int(), page_size: z.int(), results: z.array(AuditEntry) })
  .meta({ id: "AuditPage" });
export type AuditPage = z.infer<typeof AuditPage>;

/** Why an administrator looks at a private track. */
export const ReasonToOpen = reason.min(LIMITS.name_min_chars, "Write the reason in some words.");
export const OpenTrack = z.object({ reason: ReasonToOpen }).meta({ id: "OpenPrivateTrack" });
