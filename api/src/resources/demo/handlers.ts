import type { Context } from "hono";
import type { AppContext } from "../../platform/context.ts";
import { notFound } from "../../platform/http/errors.ts";
import type { AnswerOf, Handlers } from "../../platform/http/mount.ts";
import type { Env } from "../../platform/http/viewer.ts";
import { findCheckout } from "../billing/queries.ts";
import { settleCheckout } from "../billing/subscriptions.ts";
import type { GarminProvider } from "../garmin/provider.ts";
import type { DEMO_ROUTES } from "./contract.ts";
import { EMBEDDED_PRICES, findEmbeddedCheckout, settleEmbeddedCheckout } from "./embedded-billing.ts";
import { embeddedCode } from "./embedded-garmin.ts";
import { checkoutPage, closedPage, consentPage } from "./pages.ts";

/** What people do at the embedded providers. */
export const DEMO_HANDLERS: Handlers<typeof DEMO_ROUTES> = {
  "GET /billing/checkout/{id}/": async ({ context, params: { id } }) => {
    const { checkout, price } = await embeddedCheckout(context, id);
    if (checkout.status !== "open" || checkout.expires_at <= new Date()) return closed(context);
    return { status: 200, html: checkoutPage(context.config, checkout.id, price) };
  },

  "POST /billing/checkout/{id}/pay/": (call) => answerCheckout(call, "pay"),
  "POST /billing/checkout/{id}/decline/": (call) => answerCheckout(call, "decline"),

  "GET /garmin/embedded/authorize/": ({ context, query, c }) => {
    requireEmbedded(context, query.redirect_uri);
    return { status: 200, html: consentPage(context.config, new URL(c.req.url).search) };
  },

  "POST /garmin/embedded/authorize/": ({ context, query, c }) => {
    requireEmbedded(context, query.redirect_uri);
    const url = new URL(query.redirect_uri);
    url.searchParams.set("state", query.state);
    if (new URL(c.req.url).searchParams.has("error")) url.searchParams.set("error", "access_denied");
    else url.searchParams.set("code", embeddedCode(context.config.secret, query.code_challenge));
    c.header("Location", url.href);
    return { status: 303 };
  },
};

async function embeddedCheckout({ billing, db }: AppContext, id: string) {
  const checkout = billing.name === "embedded" ? await findEmbeddedCheckout(db, id) : undefined;
  const price = EMBEDDED_PRICES.find((one) => one.id === checkout?.price_id);
  if (!checkout || !price) throw notFound("This checkout");
  return { checkout, price };
}

const closed = ({ config }: AppContext) => ({ status: 410, html: closedPage(config) }) as const;

type Settled = AnswerOf<(typeof DEMO_ROUTES)["POST /billing/checkout/{id}/pay/"]>;
interface SettleCall {
  context: AppContext;
  params: { id: string };
  c: Context<Env>;
}

/** Pays or declines, and returns to the screen that asks for the result. */
async function answerCheckout({ context, params: { id }, c }: SettleCall, choice: "pay" | "decline"): Promise<Settled> {
  await embeddedCheckout(context, id);
  if (!(await settleEmbeddedCheckout(context.db, id, choice))) return closed(context);
  const own = await findCheckout(context.db, context.billing.name, id);
  if (own) await settleCheckout(context, own);
  c.header("Location", `${context.config.public_url}/account/plan?checkout_session_id=${id}`);
  return { status: 303 };
}

/** Throws 404 where Garmin is real, or where the way back leads elsewhere. */
function requireEmbedded({ garmin }: { garmin: GarminProvider | null }, redirect_uri: string): void {
  if (garmin?.kind !== "embedded" || redirect_uri !== garmin.redirect_uri) throw notFound("This page");
}
