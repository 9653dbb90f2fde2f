/** What the administration shows, and the changes that are made there. */

import type { ChangeUser, JobState, UsersQuery } from "@leebow/api/contract";
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  cancelJob,
  changeUser,
  fetchAudit,
  fetchAuditCsv,
  fetchHealth,
  fetchJobs,
  fetchStorage,
  fetchUsers,
  openPrivateRace,
  openPrivateTrack,
  retryFailedJobs,
  retryJob,
  sendReset,
} from "../api/admin";
import { showFailure } from "../api/client";
import { shownByForm } from "../api/failure";
import { saveFile } from "../format/save-file";
import { notify } from "../stores/notices";

const ADMIN = "admin";
const HEALTH_INTERVAL_MS = 30_000;
/** While jobs run they end soon. */
const JOBS_INTERVAL_MS = 5000;

export const usersOptions = (query: UsersQuery) =>
  queryOptions({
    queryKey: [ADMIN, "users", query],
    queryFn: ({ signal }) => fetchUsers(query, signal),
    placeholderData: keepPreviousData,
  });

export const healthOptions = () =>
  queryOptions({
    queryKey: [ADMIN, "health"],
    queryFn: ({ signal }) => fetchHealth(signal),
    refetchInterval: HEALTH_INTERVAL_MS,
    retry: false,
  });

export const storageOptions = () =>
  queryOptions({ queryKey: [ADMIN, "storage"], queryFn: ({ signal }) => fetchStorage(signal) });

export const jobsOptions = (state: JobState | undefined, name: string | undefined) =>
  queryOptions({
    queryKey: [ADMIN, "jobs", state ?? "", name ?? ""],
    queryFn: ({ signal }) => fetchJobs(state, name, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data && data.counts.running + data.counts.waiting > 0 ? JOBS_INTERVAL_MS : HEALTH_INTERVAL_MS,
  });

export const auditOptions = (search: string, page: number) =>
  queryOptions({
    queryKey: [ADMIN, "audit", search, page],
    queryFn: ({ signal }) => fetchAudit(search, page, signal),
    placeholderData: keepPreviousData,
  });

/** Saves the lines of the audit that fit a search. */
export const useSaveAudit = () =>
  useMutation({
    mutationFn: fetchAuditCsv,
    onSuccess: (bytes) => saveFile([bytes as BlobPart], "text/csv", "leebow-audit.csv"),
  });

/** A change is a line of the audit, and may concern every list. */
const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: [ADMIN] });

/** Changes a user. `undo`, if given, takes the change back from the notice that reports it. */
export function useChangeUser(onError: (cause: unknown) => void = showFailure) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, changes }: { id: number; changes: ChangeUser; message: string; undo?: ChangeUser }) =>
      changeUser(id, changes),
    onError,
    onSuccess: (_, { id, message, undo }) => {
      const takeBack = undo && {
        label: "Undo",
        run: () =>
          void changeUser(id, undo)
            .then(undefined, showFailure)
            .then(() => refresh(client)),
      };
      notify.success(message, takeBack);
    },
    onSettled: () => refresh(client),
  });
}

export function useSendReset() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: { id: number; name: string }) => sendReset(id),
    onSuccess: (_, { name }) => notify.success(`A link for a new password is on its way to ${name}.`),
    onSettled: () => refresh(client),
  });
}

export function useRetryJob() {
  const client = useQueryClient();
  return useMutation({ mutationFn: retryJob, onSettled: () => refresh(client) });
}

export function useCancelJob() {
  const client = useQueryClient();
  return useMutation({ mutationFn: cancelJob, onSettled: () => refresh(client) });
}

export function useRetryFailedJobs() {
  const client = useQueryClient();
  return useMutation({ mutationFn: retryFailedJobs, onSettled: () => refresh(client) });
}

/** Gives the reason for a private track, which is then read again. The form shows failures. */
export const useOpenPrivateTrack = (id: number) => useGiveReason((reason) => openPrivateTrack(id, reason), "tracks");

/** The same for the private tracks of a race. */
export const useOpenPrivateRace = (id: number) => useGiveReason((reason) => openPrivateRace(id, reason), "race-replay");

function useGiveReason(mutationFn: (reason: string) => Promise<undefined>, key: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onError: shownByForm,
    onSuccess: () => client.resetQueries({ queryKey: [key], type: "active" }),
  });
}
