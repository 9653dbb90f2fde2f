/**
 * The logged-in user and the bearer token, stored in localStorage. Each tab has the session it began or found; tabs may
 * have different users, of whom the one that logged in last is stored.
 */
import type { Session, User } from "@leebow/api/contract";
import { proxy } from "valtio";
import { keepDevice } from "./devices";

interface SessionState {
  user: User | null;
  access: string | null;
}

const KEY = "leebow.session";

export const session = proxy<SessionState>(restore());

export function beginSession({ user, access, device }: Session): void {
  keepDevice(device);
  session.user = user;
  session.access = access;
  store(session);
}

/** Replaces the user of the session. */
export function updateUser(user: User): void {
  session.user = user;
  if (isStored()) store(session);
}

export function endSession(): void {
  if (isStored()) store(null);
  session.user = null;
  session.access = null;
}

export const isLoggedIn = (): boolean => session.access !== null;

export const fullName = (user: Pick<User, "first_name" | "last_name">): string =>
  `${user.first_name} ${user.last_name}`.trim();

/** Whether the stored session is this tab's: another tab may have stored that of another user since. */
const isStored = (): boolean => session.access !== null && restore().access === session.access;

function store(next: SessionState | null): void {
  try {
    if (next) localStorage.setItem(KEY, JSON.stringify(next));
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
