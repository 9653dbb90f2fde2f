import type { PublishedEvent, ServerEvent } from "../../platform/events/schema.ts";

/** The event as this user gets it; null when it is not about something of the user's or a race the user sees. */
export function eventFor(user_id: number, event: PublishedEvent): ServerEvent | null {
  if (event.type !== "race") return event.user_id === user_id ? event : null;
  const { user_ids, ...race } = event;
  return user_ids.includes(user_id) ? race : null;
}
