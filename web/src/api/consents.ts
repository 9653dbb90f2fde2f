/** Calls on who is in the share link of a race. */
import type { RaceConsent, SharedBoats } from "@leebow/api/contract";
import { call } from "./client";

export const fetchSharedBoats = (id: number, signal?: AbortSignal): Promise<SharedBoats> =>
  call("GET /races/{id}/share/boats/", { params: { id }, signal, shows_forbidden: true });

export const askForConsent = (id: number, user_id: number): Promise<SharedBoats> =>
  call("POST /races/{id}/share/boats/", { params: { id }, body: { user_id } });

export const takeBackQuestion = (id: number, user_id: number): Promise<SharedBoats> =>
  call("DELETE /races/{id}/share/boats/{user_id}/", { params: { id, user_id } });

export const fetchConsents = async (signal?: AbortSignal): Promise<RaceConsent[]> =>
  (await call("GET /race-consents/", { signal })).results;

/** Null takes an answer back: the question is open again. */
export const answerConsent = (race_id: number, allow: boolean | null): Promise<RaceConsent> =>
  call("PUT /race-consents/{race_id}/", { params: { race_id }, body: { allow } });
