import { call } from "../api/client";
import { clearCurrentTrack } from "../stores/current-track";
import { endSession, isLoggedIn } from "../stores/session";
import { resetTracks } from "../stores/tracks";

/** Forgets user and tracks here, and tells the server; an unreachable server keeps nobody logged in. */
export async function logOut(): Promise<void> {
  const told = isLoggedIn() ? call("POST", "/users/logout/").catch(() => undefined) : undefined;
  clearSession();
  await told;
}

/** The session is over without being asked: nothing to tell the server. */
export function clearSession(): void {
  endSession();
  clearCurrentTrack();
  resetTracks();
}
