import type { AppContext } from "../../platform/context.ts";
import { detailError, fieldError, notFound } from "../../platform/http/errors.ts";
import { jsonText } from "../../platform/http/json-body.ts";
import type { Handlers } from "../../platform/http/mount.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { BILLING_ROUTES } from "./contract.ts";
import { acceptEvent } from "./jobs.ts";
import { presentSubscription } from "./present.ts";
import { ForgedEvent, MalformedEvent, type PaidPrice, ProviderUnavailable, SAILOR, shownPrice } from "./provider.ts";
import { findCheckout, findCustomer, insertCheckout, insertCustomer, liveSubscriptions } from "./queries.ts";
import { settleCheckout, syncSubscription } from "./subscriptions.ts";

/** Plans, subscriptions and checkouts. */
export const BILLING_HANDLERS: Handlers<typeof BILLING_ROUTES> = {
  "GET /billing/prices/": async ({ context }) => {
    const paid = await answered(context, context.billing.prices());
    return { status: 200, body: [SAILOR, ...paid].map(shownPrice) };
  },

  "GET /billing/subs/": async ({ context, viewer }) => {
    const live = await liveSubscriptions(context.db, viewer.id);
    return { status: 200, body: live.map(presentSubscription) };
  },

  "POST /billing/cancel/": async ({ context, viewer }) => {
    const live = (await liveSubscriptions(context.db, viewer.id)).filter(
      (row) => row.provider === context.billing.name,
    );
    if (live.length === 0) throw detailError("no_subscription", "You have no subscription to cancel.");
    for (const { provider_id } of live) {
      await answered(context, context.billing.cancel(provider_id));
      await answered(context, syncSubscription(context, provider_id));
    }
    return { status: 200, body: { detail: "Subscription cancelled." } };
  },

  "GET /billing/init-checkout/": async ({ context, viewer, query }) => {
    const price = await choosePrice(context, viewer, query.price_id);
    const customer_id = await answered(context, customerOf(context, viewer));
    const buyer = { user_id: viewer.id, email: viewer.email, customer_id };
    const { id, url, expires_at } = await answered(context, context.billing.startCheckout(buyer, price));
    const row = { id, user_id: viewer.id, provider: context.billing.name, price_id: price.id, expires_at };
    await insertCheckout(context.db, row);
    return { status: 200, body: { id, url } };
  },

  "GET /billing/checkout-result/": async ({ context, viewer, query }) => {
    const checkout = await findCheckout(context.db, context.billing.name, query.checkout_session_id);
    if (checkout?.user_id !== viewer.id) throw notFound("This checkout");
    const status = await answered(context, settleCheckout(context, checkout));
    return { status: 200, body: { status, price_id: checkout.price_id } };
  },

  "POST /billing/webhook/": async ({ context, c }) => {
    if (context.billing.name !== "stripe") throw notFound();
    const raw = await jsonText(c);
    try {
      const event = context.billing.webhook(raw, c.req.header("stripe-signature"));
      if (event) await acceptEvent(context, event);
    } catch (error) {
      if (error instanceof ForgedEvent) throw detailError("bad_request", "The signature of this event is not valid.");
      if (error instanceof MalformedEvent) throw detailError("bad_request", "This is not an event of Stripe.");
      throw error;
    }
    return { status: 204 };
  },
};

/** What the provider answers; 503 when it does not. */
async function answered<T>({ log }: AppContext, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    log.error("the payment provider did not answer", { error });
    throw detailError(
      "payment_unavailable",
      "The payment provider does not answer. Nothing was changed; try again in a minute.",
      {
        "Retry-After": "60",
      },
    );
  }
}

/** The price this user may buy. */
async function choosePrice(context: AppContext, viewer: Viewer, price_id: string): Promise<PaidPrice> {
  if (price_id === SAILOR.id) {
    throw fieldError({ price_id: ["The Sailor plan is free: cancel your subscription to return to it."] });
  }
  const price = (await answered(context, context.billing.prices())).find(({ id }) => id === price_id);
  if (!price) throw fieldError({ price_id: ["This plan is not offered. Choose one of the list."] });
  const live = await liveSubscriptions(context.db, viewer.id);
  const isCurrent = live.some((row) => row.price_id === price_id && !row.cancel_at_period_end);
  if (isCurrent) throw detailError("current_plan", "This is your current plan.");
  return price;
}

async function customerOf({ db, billing }: AppContext, { id: user_id, email }: Viewer): Promise<string | null> {
  const known = await findCustomer(db, billing.name, user_id);
  if (known) return known;
  const created = await billing.createCustomer({ user_id, email, customer_id: null });
  if (created) await insertCustomer(db, billing.name, user_id, created);
  return created && findCustomer(db, billing.name, user_id);
}
