/** Calls on the connection with Garmin. Importable by the browser. */
import { z } from "zod";
import { HTML, route } from "../../platform/http/route.ts";
import { LIMITS } from "../../platform/limits.ts";
import { CallbackQuery, GarminConnection, WebhookParams } from "./schema.ts";

const SIGNED_IN = { tag: "Garmin", access: "signed_in" } as const;
const ANONYMOUS = { tag: "Garmin", access: "anonymous" } as const;

const AUTHORIZE =
  "The address of Garmin's consent page. The browser that gets this answer receives a cookie, without which the way back " +
  "from Garmin connects nothing.";
const WEBHOOK =
  "Garmin signs nothing: its address ends with a secret, and the header garmin-client-id has to be ours. activityFiles, " +
  "deregistrations and userPermissionsChange are read; what is not understood is ignored.";

export const GARMIN_ROUTES = {
  "GET /garmin/": route({
    ...SIGNED_IN,
    operationId: "readGarmin",
    summary: "The own connection, and the activities that came last",
    answers: { 200: GarminConnection },
  }),
  "DELETE /garmin/": route({
    ...SIGNED_IN,
    operationId: "disconnectGarmin",
    summary: "Disconnect the Garmin account; its tracks stay",
    answers: { 204: null },
  }),
  "GET /garmin/authorize/": route({
    ...SIGNED_IN,
    operationId: "authorizeGarmin",
    summary: "Address at which the user consents to the connection",
    description: AUTHORIZE,
    rateLimit: { per: "user", max: LIMITS.garmin_consents_per_hour, window_s: 3600 },
    answers: { 200: z.url() },
    errors: [409],
  }),
  "GET /garmin/callback/": route({
    ...ANONYMOUS,
    operationId: "finishGarmin",
    summary: "The way back from Garmin's consent page; 410 when it was used already or has expired",
    rateLimit: { per: "address", max: LIMITS.logins_per_minute, window_s: 60 },
    query: CallbackQuery,
    is_from_outside: true,
    answers: { 303: null, 409: HTML, 410: HTML, 502: HTML },
  }),
  "POST /garmin/webhook/{secret}/": route({
    ...ANONYMOUS,
    operationId: "receiveGarminNotification",
    summary: "A notification from Garmin",
    description: WEBHOOK,
    params: WebhookParams,
    answers: { 204: null },
    errors: [400, 413],
  }),
} as const;
