/** Who is in the share link of a race: the boats for those who share it, and the own answers. */

import type { RaceConsent } from "@leebow/api/contract";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerConsent, askForConsent, fetchConsents, fetchSharedBoats, takeBackQuestion } from "../api/consents";
import { shownByForm } from "../api/failure";

const OWN = ["consents", "own"] as const;
const boatsKey = (id: number) => ["consents", "boats", id] as const;
/** An owner's answer appears while the dialog is open. */
const BOATS_INTERVAL_MS = 10_000;

export const sharedBoatsOptions = (id: number) =>
  queryOptions({
    queryKey: boatsKey(id),
    queryFn: ({ signal }) => fetchSharedBoats(id, signal),
    refetchInterval: BOATS_INTERVAL_MS,
    gcTime: 0,
  });

export const consentsOptions = () =>
  queryOptions({ queryKey: OWN, queryFn: ({ signal }) => fetchConsents(signal), staleTime: 60_000 });

/** Asks the owner of a boat, or takes the question back. The row shows failures. */
export function useAskOwner(id: number, user_id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ask: boolean) => (ask ? askForConsent(id, user_id) : takeBackQuestion(id, user_id)),
    onError: shownByForm,
    onSuccess: (boats) => client.setQueryData(boatsKey(id), boats),
  });
}

/** Stores the own answer about a race. */
export function useAnswerConsent(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (allow: boolean | null) => answerConsent(id, allow),
    onSuccess: (consent) => {
      client.setQueryData<RaceConsent[]>(OWN, (all) => all?.map((one) => (one.race.id === id ? consent : one)));
      void client.invalidateQueries({ queryKey: boatsKey(id) });
      return client.invalidateQueries({ queryKey: OWN });
    },
  });
}
