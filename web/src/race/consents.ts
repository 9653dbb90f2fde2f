/** Who is in the share link of a race: the boats for those who share it, and the own answers. */
import type { RaceConsent } from "@leebow/api/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../server/client";
import { read, useChange, useSend } from "../server/read";

const OWN = ["consents", "own"] as const;
const boatsKey = (id: number) => ["consents", "boats", id] as const;
/** An owner's answer appears while the dialog is open. */
const BOATS_INTERVAL_MS = 10_000;

export const sharedBoatsOptions = (id: number) =>
  read(
    boatsKey(id),
    "GET /races/{id}/share/boats/",
    { params: { id }, shows_forbidden: true },
    { refetchInterval: BOATS_INTERVAL_MS, gcTime: 0 },
  );

export const consentsOptions = () =>
  queryOptions({
    queryKey: OWN,
    queryFn: async ({ signal }) => (await call("GET /race-consents/", { signal })).results,
    staleTime: 60_000,
  });

/** Asks the owner of a boat, or takes the question back. The row shows failures. */
export const useAskOwner = (id: number, user_id: number) =>
  useChange(
    (ask: boolean) =>
      ask
        ? call("POST /races/{id}/share/boats/", { params: { id }, body: { user_id } })
        : call("DELETE /races/{id}/share/boats/{user_id}/", { params: { id, user_id } }),
    { inForm: true, holds: (client, boats) => client.setQueryData(boatsKey(id), boats) },
  );

/** Stores the own answer about a race; null takes it back: the question is open again. */
export const useAnswerConsent = (race_id: number) =>
  useSend("PUT /race-consents/{race_id}/", (allow: boolean | null) => ({ params: { race_id }, body: { allow } }), {
    holds: (client, consent) => {
      client.setQueryData<RaceConsent[]>(OWN, (all) => all?.map((one) => (one.race.id === race_id ? consent : one)));
      void client.invalidateQueries({ queryKey: boatsKey(race_id) });
    },
    touches: [OWN],
  });
