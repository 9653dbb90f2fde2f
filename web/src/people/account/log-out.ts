import { call } from "../../server/client";
import { queryClient } from "../../server/query-client";
import { endSession, isLoggedIn } from "../../server/session";
import { forgetReplay } from "../../session/resume";
import { clearCurrent } from "../../tracks/current-track";
import { resetTrackFilter } from "../../tracks/track-filter";

/** Ends the session here at once, and on the server as soon as it answers. */
export function logOut(): void {
  if (isLoggedIn()) void call("POST /users/logout/").catch(() => undefined);
  clearSession();
}

/** Clears the session, the filter and everything fetched for its user, without a request to the server. */
export function clearSession(): void {
  endSession();
  clearCurrent();
  resetTrackFilter();
  forgetReplay();
  queryClient.clear();
}
