import type { AppContext } from "../../platform/context.ts";
import type { Events } from "../../platform/events/events.ts";
import type { PublishedEvent, ServerEvent } from "../../platform/events/schema.ts";
import { detailError } from "../../platform/http/errors.ts";
import type { Handlers } from "../../platform/http/mount.ts";
import { findViewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { EVENT_ROUTES } from "./contract.ts";

const HEARTBEAT_MS = 15_000;
/** Browsers connect again after this. */
const RETRY_MS = 3000;
/** Messages that a client has not taken: one that is slower than its events is disconnected. Guess. */
const MAX_UNSENT = 100;

export const EVENT_HANDLERS: Handlers<typeof EVENT_ROUTES> = {
  "GET /events/": ({ context, viewer, c }) => {
    const leave = enter(context.events, viewer.id);
    return { status: 200, events: streamFor(context, viewer.id, c.req.header("authorization"), leave) };
  },
};

/** Open streams of each user in this process. */
const opened = new WeakMap<Events, Map<number, number>>();

/** Counts a stream; returns the function that ends the count. Throws 429 over the limit. */
function enter(events: Events, user_id: number): () => void {
  const counts = opened.get(events) ?? new Map<number, number>();
  opened.set(events, counts);
  const count = counts.get(user_id) ?? 0;
  if (count >= LIMITS.event_streams_per_user) {
    const detail = "Too many pages of this account are open. Close some; the others still load what changes.";
    throw detailError("too_many_requests", detail, { "Retry-After": "60" });
  }
  counts.set(user_id, count + 1);
  return () => {
    const left = (counts.get(user_id) ?? 1) - 1;
    if (left > 0) counts.set(user_id, left);
    else counts.delete(user_id);
  };
}

/** The events of a user until the session ends, the client leaves or the server stops. */
function streamFor(
  context: AppContext,
  user_id: number,
  authorization: string | undefined,
  leave: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let end = () => {};
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let is_open = true;
        const write = (text: string) => {
          if (!is_open) return;
          controller.enqueue(encoder.encode(text));
          if (controller.desiredSize !== null && controller.desiredSize < 0) close();
        };
        const send = (event: ServerEvent) => write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
        const close = () => {
          end();
          controller.close();
        };
        const check = async () => {
          const viewer = await findViewer(context, authorization).catch(() => "unknown");
          if (viewer || !is_open) return;
          send({ type: "end" });
          if (is_open) close();
        };
        const unsubscribe = context.events.subscribe({
          onEvent(event) {
            const own = eventFor(user_id, event);
            if (own) send(own);
            if (own?.type === "account") void check();
          },
          onGap: () => send({ type: "gap" }),
          onClose: () => is_open && close(),
        });
        const heartbeat = setInterval(() => {
          write(": still here\n\n");
          void check();
        }, HEARTBEAT_MS).unref();
        end = () => {
          if (!is_open) return;
          is_open = false;
          clearInterval(heartbeat);
          unsubscribe();
          leave();
        };
        write(`retry: ${RETRY_MS}\n\n`);
        send({ type: "ready" });
      },
      cancel: () => end(),
    },
    new CountQueuingStrategy({ highWaterMark: MAX_UNSENT }),
  );
}

/** The event as this user gets it; null when it is not about something of the user's or a race the user sees. */
export function eventFor(user_id: number, event: PublishedEvent): ServerEvent | null {
  if (event.type !== "race") return event.user_id === user_id ? event : null;
  const { user_ids, ...race } = event;
  return user_ids.includes(user_id) ? race : null;
}
