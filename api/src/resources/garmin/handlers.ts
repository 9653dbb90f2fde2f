import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { AppContext } from "../../platform/context.ts";
import { detailError, notFound } from "../../platform/http/errors.ts";
import { jsonOf } from "../../platform/http/json-body.ts";
import type { Handlers } from "../../platform/http/mount.ts";
import type { Env } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import { isEqualSecret } from "../../platform/signature.ts";
import { beginConsent, endPage, finishConsent, screenOf } from "./connect.ts";
import type { GARMIN_ROUTES } from "./contract.ts";
import { disconnect } from "./disconnect.ts";
import { acceptNotification } from "./notifications.ts";
import { presentConnection } from "./present.ts";
import { findLink, listActivities } from "./queries.ts";
import { Notification } from "./schema.ts";

const COOKIE = "leebow_garmin";
const CALLBACK_PATH = "/api/garmin/callback";

const PAGES = {
  void: [
    410,
    "This link was used already, has expired or was opened in another browser. Connect again from your account.",
  ],
  taken: [409, "This Garmin account is connected with another Leebow account. Disconnect it there first."],
  unavailable: [502, "Garmin does not answer. Connect again from your account in some minutes."],
} as const;

/** The connection with a Garmin account. */
export const GARMIN_HANDLERS: Handlers<typeof GARMIN_ROUTES> = {
  "GET /garmin/": async ({ context: { db, garmin }, viewer }) => {
    const [link, activities] = [await findLink(db, viewer.id), await listActivities(db, viewer.id)];
    return { status: 200, body: presentConnection(garmin?.kind ?? null, link, activities) };
  },

  "DELETE /garmin/": async ({ context, viewer }) => {
    await context.db.transaction().execute((trx) => disconnect(context, trx, viewer.id));
    return { status: 204 };
  },

  "GET /garmin/authorize/": async ({ context, viewer, c }) => {
    const garmin = context.garmin;
    if (!garmin)
      throw detailError(
        "garmin_off",
        "This server is not connected with Garmin. Export your sessions and upload them.",
      );
    if (await findLink(context.db, viewer.id)) {
      throw detailError("garmin_connected", "A Garmin account is connected already. Disconnect it first.");
    }
    const { url, browser } = await beginConsent(context, garmin, viewer.id);
    setCookie(c, COOKIE, browser, cookieOptions(context));
    return { status: 200, body: url };
  },

  "GET /garmin/callback/": async ({ context, query, c }) => {
    const outcome = context.garmin
      ? await finishConsent(context, context.garmin, query, getCookie(c, COOKIE) ?? "")
      : "void";
    setCookie(c, COOKIE, "", { ...cookieOptions(context), maxAge: 0 });
    if (outcome === "connected" || outcome === "declined") return goTo(c, screenOf(context.config));
    const [status, sentence] = PAGES[outcome];
    return { status, html: endPage(context.config, sentence) };
  },

  "POST /garmin/webhook/{secret}/": async ({ context, params: { secret }, c }) => {
    const { garmin } = context;
    const client_id = c.req.header("garmin-client-id") ?? "";
    if (!garmin || !isEqualSecret(secret, garmin.webhook_secret) || !isEqualSecret(client_id, garmin.client_id)) {
      throw notFound();
    }
    const notification = Notification.safeParse(await jsonOf(c, LIMITS.json_bytes));
    if (!notification.success) throw detailError("bad_request", "This is not a notification.");
    await acceptNotification(context, notification.data);
    return { status: 204 };
  },
};

/** Sent back on the way from Garmin's page, which is a navigation from another site: SameSite=Lax. */
function cookieOptions({ config }: AppContext) {
  const secure = config.public_url.startsWith("https://");
  return { path: CALLBACK_PATH, httpOnly: true, secure, sameSite: "Lax", maxAge: LIMITS.garmin_consent_s } as const;
}

function goTo(c: Context<Env>, url: string) {
  c.header("Location", url);
  return { status: 303 } as const;
}
