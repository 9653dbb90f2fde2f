/** The logged-in user and the bearer token, stored in localStorage. */
import type { Session, User } from "@leebow/api/contract";
import { proxy } from "valtio";

interface SessionState {
  user: User | null;
  access: string | null;
}

const KEY = "leebow.session";

export const session = proxy<SessionState>(restore());

export function beginSession({ user, access }: Session): void {
  session.user = user;
  session.access = access;
  keep();
}

/** Replaces the user of the session. */
export function updateUser(user: User): void {
  session.user = user;
  keep();
}

export function endSession(): void {
  session.user = null;
  session.access = null;
  keep();
}

export const isLoggedIn = (): boolean => session.access !== null;

export const fullName = (user: Pick<User, "first_name" | "last_name">): string =>
  `${user.first_name} ${user.last_name}`.trim();

function keep(): void {
  try {
    if (session.access) localStorage.setItem(KEY, JSON.stringify(session));
    else localStorage.removeItem(KEY);
  } catch {
    // Without localStorage the session ends with the page.
  }
}

function restore(): SessionState {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<Session> | null;
    if (stored?.user && stored.access) return { user: stored.user, access: stored.access };
  } catch {
    // The stored text is not a session of this version: start without one.
  }
  return { user: null, access: null };
}
