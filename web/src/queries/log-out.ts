import { logOut as endServerSession } from "../api/account";
import { forgetReplay } from "../session/resume";
import { clearCurrent } from "../stores/current-track";
import { endSession, isLoggedIn } from "../stores/session";
import { resetTrackFilter } from "../stores/track-filter";
import { queryClient } from "./query-client";

/** Ends the session here and on the server; here also when the server does not answer. */
export async function logOut(): Promise<void> {
  const request = isLoggedIn() ? endServerSession().catch(() => undefined) : undefined;
  clearSession();
  await request;
}

/** Clears the session, the filter and everything fetched for its user, without a request to the server. */
export function clearSession(): void {
  endSession();
  clearCurrent();
  resetTrackFilter();
  forgetReplay();
  queryClient.clear();
}
