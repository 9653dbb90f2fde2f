import { call } from "../api/client";
import { forgetReplay } from "../session/resume";
import { clearCurrent } from "../stores/current-track";
import { endSession, isLoggedIn } from "../stores/session";
import { resetTrackFilter } from "../stores/track-filter";
import { queryClient } from "./query-client";

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
