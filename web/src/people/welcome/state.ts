/** Which parts of the welcome each user of this browser has closed: neither comes again. */
import type { User } from "@leebow/api/contract";
import { proxy } from "valtio";
import { readStored, writeStored } from "../../server/stored";

const KEY = "leebow.welcome";

interface Closed {
  /** Users who have watched or skipped the film. */
  film: readonly number[];
  /** Users who have closed the question for their boat class. */
  boat_class: readonly number[];
}

export const closedWelcome = proxy<Closed>(restore());

/** What the welcome shows next to this user: the film once, then the question for a missing boat class. */
export function welcomeFor(user: Readonly<Pick<User, "id" | "primary_boat_class">>, closed: Closed) {
  if (!closed.film.includes(user.id)) return "film";
  return user.primary_boat_class || closed.boat_class.includes(user.id) ? null : "boat_class";
}

/** Remembers that this user has closed a part of the welcome. */
export function closeWelcome(part: keyof Closed, user_id: number): void {
  if (!closedWelcome[part].includes(user_id)) closedWelcome[part] = [...closedWelcome[part], user_id];
  writeStored(KEY, closedWelcome);
}

function restore(): Closed {
  const stored = readStored(KEY) as Partial<Record<keyof Closed, unknown>> | null;
  return { film: ids(stored?.film), boat_class: ids(stored?.boat_class) };
}

function ids(stored: unknown): number[] {
  return Array.isArray(stored) ? stored.filter((id): id is number => typeof id === "number") : [];
}
