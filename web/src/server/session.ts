/**
 * The logged-in user and the bearer token, stored in localStorage. Each tab has the session it began or found; tabs may
 * have different users, of whom the one that logged in last is stored.
 */
import { LIMITS, type Session, type User } from "@leebow/api/contract";
import { proxy, useSnapshot } from "valtio";
import { readStored, textsOf, writeStored } from "./stored";
import { chosen } from "./units";

interface SessionState {
  user: User | null;
  access: string | null;
}

const KEY = "leebow.session";

export const session = proxy<SessionState>(restore());
showUser(session.user);

export function beginSession({ user, access, device }: Session): void {
  keepDevice(device);
  showUser(user);
  session.access = access;
  writeStored(KEY, session);
}

/** Replaces the user of the session. */
export function updateUser(user: User): void {
  showUser(user);
  if (isStored()) writeStored(KEY, session);
}

export function endSession(): void {
  if (isStored()) writeStored(KEY, null);
  showUser(null);
  session.access = null;
}

function showUser(user: User | null): void {
  session.user = user;
  // A user stored by an earlier version has none.
  chosen.account = user?.units ?? null;
}

/** The user of the session; null without one. */
export const useUser = (): User | null => useSnapshot(session).user as User | null;

export const isLoggedIn = (): boolean => session.access !== null;

export const fullName = (user: Pick<User, "first_name" | "last_name">): string =>
  `${user.first_name} ${user.last_name}`.trim();

/** Whether the stored session is this tab's: another tab may have stored that of another user since. */
const isStored = (): boolean => session.access !== null && restore().access === session.access;

function restore(): SessionState {
  const stored = readStored(KEY) as Partial<Session> | null;
  return stored?.user && stored.access ? { user: stored.user, access: stored.access } : { user: null, access: null };
}

// By which this browser is known to the server at the next login to an account, so that wrong guesses of others do not delay
// it. They open nothing, and stay after logging out.

const DEVICES_KEY = "leebow.devices";

/** The newest first, one of each account that was used on this browser. */
export const knownDevices = (): string[] => textsOf(readStored(DEVICES_KEY)).slice(0, LIMITS.device_tokens);

function keepDevice(token: string): void {
  const others = knownDevices().filter((other) => other !== token);
  writeStored(DEVICES_KEY, [token, ...others].slice(0, LIMITS.device_tokens));
}
