/** Calls of the administration. */
import type {
  AdminJob,
  AdminJobs,
  AdminUser,
  AdminUserPage,
  AuditPage,
  ChangeUser,
  Health,
  JobState,
  StorageUse,
  UsersQuery,
} from "@leebow/api/contract";
import { call } from "./client";

export const fetchUsers = (query: UsersQuery, signal?: AbortSignal): Promise<AdminUserPage> =>
  call("GET /admin/users/", { query, signal });

export const changeUser = (id: number, body: ChangeUser): Promise<AdminUser> =>
  call("PATCH /admin/users/{id}/", { params: { id }, body });

export const sendReset = (id: number): Promise<undefined> => call("POST /admin/users/{id}/reset/", { params: { id } });

export const fetchHealth = (signal?: AbortSignal): Promise<Health> => call("GET /admin/health/", { signal });

export const fetchStorage = (signal?: AbortSignal): Promise<StorageUse> => call("GET /admin/storage/", { signal });

export const fetchJobs = (state: JobState | undefined, name: string | undefined, signal?: AbortSignal) =>
  call("GET /admin/jobs/", { query: { ...(state && { state }), ...(name && { name }) }, signal }) as Promise<AdminJobs>;

export const retryJob = (id: string): Promise<AdminJob> => call("POST /admin/jobs/{id}/retry/", { params: { id } });

export const cancelJob = (id: string): Promise<AdminJob> => call("POST /admin/jobs/{id}/cancel/", { params: { id } });

export const retryFailedJobs = (): Promise<{ retried: number }> => call("POST /admin/jobs/retry/");

export const fetchAudit = (search: string, page: number, signal?: AbortSignal): Promise<AuditPage> =>
  call("GET /admin/audit/", { query: { page, ...(search && { search }) }, signal });

export const fetchAuditCsv = (search: string): Promise<Uint8Array> =>
  call("GET /admin/audit/csv/", { query: search ? { search } : {} });

export const openPrivateTrack = (id: number, reason: string): Promise<undefined> =>
  call("POST /admin/tracks/{id}/open/", { params: { id }, body: { reason } });

export const openPrivateRace = (id: number, reason: string): Promise<undefined> =>
  call("POST /admin/races/{id}/open/", { params: { id }, body: { reason } });
