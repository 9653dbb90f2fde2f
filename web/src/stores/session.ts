/** Who is logged in, kept on this device so that the next visit needs no password. */
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

/** The user's own facts changed. */
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
    // Without storage the session lasts as long as the page.
  }
}

function restore(): SessionState {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<Session> | null;
    if (kept?.user && kept.access) return { user: kept.user, access: kept.access };
  } catch {
    // Kept by an older version or by hand: start without.
  }
  return { user: null, access: null };
}
