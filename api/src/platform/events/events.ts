import { sql } from "kysely";
import type { Db, OpenDatabase } from "../db/open.ts";
import type { Log } from "../log.ts";
import { PublishedEvent } from "./schema.ts";

declare module "../context.ts" {
  interface AppContext {
    events: Events;
  }
}

/** Channel of the database's notifications; the triggers of migration 0011 name it, too. */
const CHANNEL = "leebow_events";
/** PostgreSQL takes notifications of less than 8000 bytes; an id with its comma has at most 11. */
const USERS_PER_EVENT = 600;

/** The events of all processes of the server, in the order of their commits. */
export interface Events {
  /**
   * Publishes an event with the transaction's commit; nothing is published when it is rolled back. The triggers of the
   * database publish every change of a track's state, of an account, its sessions and its teams.
   */
  publish(trx: Db, event: PublishedEvent): Promise<void>;
  /** Returns the function that ends the subscription. */
  subscribe(subscriber: EventSubscriber): () => void;
  /** False while events may be missed. */
  isConnected(): boolean;
  /** Resolves when the events committed before this call have reached the subscribers of this process. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface EventSubscriber {
  onEvent(event: PublishedEvent): void;
  /** Events may have been missed, or begin to be: what was derived from them is unknown. */
  onGap(): void;
  onClose?(): void;
}

/** Opens the bus: the database's notifications (LISTEN/NOTIFY), which the embedded database has as well. */
export async function openEvents(listen: OpenDatabase["listen"], log: Log): Promise<Events> {
  const subscribers = new Set<EventSubscriber>();
  let connected = false;
  const connection = await listen(CHANNEL, {
    onPayload(payload) {
      const event = parseEvent(payload);
      if (event) for (const subscriber of subscribers) subscriber.onEvent(event);
    },
    onConnection(is_connected) {
      if (!is_connected) log.error("the events of other processes are not received until the database answers", {});
      connected = is_connected;
      for (const subscriber of subscribers) subscriber.onGap();
    },
  });
  return {
    publish,
    subscribe(subscriber) {
      subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },
    isConnected: () => connected,
    flush: () => connection.flush(),
    async close() {
      connected = false;
      for (const subscriber of subscribers) subscriber.onClose?.();
      subscribers.clear();
      await connection.close();
    },
  };
}

async function publish(trx: Db, event: PublishedEvent): Promise<void> {
  for (const part of partsOf(event)) {
    await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(part)})`.execute(trx);
  }
}

function partsOf(event: PublishedEvent): PublishedEvent[] {
  if (event.type !== "race" || event.user_ids.length <= USERS_PER_EVENT) return [event];
  const parts: PublishedEvent[] = [];
  for (let from = 0; from < event.user_ids.length; from += USERS_PER_EVENT) {
    parts.push({ ...event, user_ids: event.user_ids.slice(from, from + USERS_PER_EVENT) });
  }
  return parts;
}

/** Null for the event of another version of the server that this one does not know. */
function parseEvent(payload: string): PublishedEvent | null {
  try {
    const parsed = PublishedEvent.safeParse(JSON.parse(payload));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
