/** Events as they happen. Importable by the browser. */

import { ServerEvent } from "../../platform/events/schema.ts";
import { eventStream, route } from "../../platform/http/route.ts";

const STREAM =
  "Server-sent events, each named by its type: what changed of the user's own things and of races the user sees. " +
  "`ready` comes first; `gap` when events may have been missed: read again what is shown. `end` comes last when the " +
  "session has ended. Events are a hint to read again, beside polling: those during a disconnection are not repeated.";

export const EVENT_ROUTES = {
  "GET /events/": route({
    tag: "Events",
    access: "signed_in",
    operationId: "streamEvents",
    summary: "Changes as they happen",
    description: STREAM,
    answers: { 200: eventStream(ServerEvent) },
  }),
} as const;
