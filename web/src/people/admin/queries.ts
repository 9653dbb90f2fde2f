/** What the administration shows, and the changes that are made there. */
import type { ChangeUser, JobState, UsersQuery } from "@leebow/api/contract";
import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import { saveFile } from "../../format/save-file";
import { call, showFailure } from "../../server/client";
import { notify } from "../../server/notices";
import { read, useSend } from "../../server/read";

const ADMIN = ["admin"] as const;
const HEALTH_INTERVAL_MS = 30_000;
/** While jobs run they end soon. */
const JOBS_INTERVAL_MS = 5000;

export const usersOptions = (query: UsersQuery) =>
  read([...ADMIN, "users", query], "GET /admin/users/", { query }, { placeholderData: keepPreviousData });

export const healthOptions = () =>
  read([...ADMIN, "health"], "GET /admin/health/", {}, { refetchInterval: HEALTH_INTERVAL_MS, retry: false });

export const storageOptions = () => read([...ADMIN, "storage"], "GET /admin/storage/", {});

export const jobsOptions = (state: JobState | undefined, name: string | undefined) =>
  read(
    [...ADMIN, "jobs", state ?? "", name ?? ""],
    "GET /admin/jobs/",
    { query: { ...(state && { state }), ...(name && { name }) } },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) =>
        data && data.counts.running + data.counts.waiting > 0 ? JOBS_INTERVAL_MS : HEALTH_INTERVAL_MS,
    },
  );

export const auditOptions = (search: string, page: number) =>
  read(
    [...ADMIN, "audit", search, page],
    "GET /admin/audit/",
    { query: { page, ...(search && { search }) } },
    { placeholderData: keepPreviousData },
  );

/** Saves the lines of the audit that fit a search. */
export const useSaveAudit = () =>
  useSend("GET /admin/audit/csv/", (search: string) => ({ query: search ? { search } : {} }), {
    holds: (_, bytes) => saveFile([bytes as BlobPart], "text/csv", "leebow-audit.csv"),
  });

/** A change is a line of the audit, and may concern every list; a refused one shows that a list is not as it was. */
const REFRESHED = { touches: [ADMIN], refused: [ADMIN] };

const changeUser = (id: number, body: ChangeUser) => call("PATCH /admin/users/{id}/", { params: { id }, body });

/** Changes a user. `undo`, if given, takes the change back from the notice that reports it. */
export function useChangeUser(onError: (cause: unknown) => void = showFailure) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ADMIN });
  return useMutation({
    mutationFn: ({ id, changes }: { id: number; changes: ChangeUser; message: string; undo?: ChangeUser }) =>
      changeUser(id, changes),
    onError,
    onSuccess: (_, { id, message, undo }) => {
      const run = () => void changeUser(id, undo!).then(undefined, showFailure).then(refresh);
      notify.success(message, undo && { label: "Undo", run });
    },
    onSettled: refresh,
  });
}

export const useSendReset = () =>
  useSend("POST /admin/users/{id}/reset/", ({ id }: { id: number; name: string }) => ({ params: { id } }), {
    holds: (_, _answer, { name }) => notify.success(`A link for a new password is on its way to ${name}.`),
    ...REFRESHED,
  });

const byId = (id: string) => ({ params: { id } });
export const useRetryJob = () => useSend("POST /admin/jobs/{id}/retry/", byId, REFRESHED);
export const useCancelJob = () => useSend("POST /admin/jobs/{id}/cancel/", byId, REFRESHED);
export const useRetryFailedJobs = () => useSend("POST /admin/jobs/retry/", () => ({}), REFRESHED);

/** Gives the reason for a private track, which is then read again. The form shows failures. */
export const useOpenPrivateTrack = (id: number) =>
  useSend("POST /admin/tracks/{id}/open/", (reason: string) => ({ params: { id }, body: { reason } }), {
    inForm: true,
    holds: (client) => client.resetQueries({ queryKey: ["tracks"], type: "active" }),
  });

/** The same for the private tracks of a race. */
export const useOpenPrivateRace = (id: number) =>
  useSend("POST /admin/races/{id}/open/", (reason: string) => ({ params: { id }, body: { reason } }), {
    inForm: true,
    holds: (client) => client.resetQueries({ queryKey: ["race-replay"], type: "active" }),
  });
