import Stripe from "stripe";
import { z } from "zod";
import type { Feature } from "../account/schema.ts";
import {
  type BillingProvider,
  FEATURE_LABELS,
  FEATURES,
  ForgedEvent,
  MalformedEvent,
  type PaidPrice,
  type ProviderEvent,
  type ProviderSubscription,
  ProviderUnavailable,
  type StartedCheckout,
} from "./provider.ts";

export interface StripeSettings {
  secret_key: string;
  webhook_secret: string;
  /** Another address of the API: a proxy or, in tests, a local server. */
  api_url: string | null;
}

/** How long this process shows a list of prices before it asks for it again. */
const PRICES_AGE_MS = 60_000;
const TIMEOUT_MS = 10_000;
/** A first payment that was slow and then failed ends its subscription. */
const LOST = ["incomplete_expired", "canceled", "unpaid"];

/** How far the time of an event's signature may be from now, either way. */
const EVENT_AGE_S = 300;

/** What is read of an event. */
const SentEvent = z.looseObject({
  id: z.string(),
  type: z.string(),
  data: z.looseObject({ object: z.looseObject({ id: z.string().optional() }) }),
});

/** The time of a signature that was verified, UTC seconds. */
const signedAt = (signature: string) => Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);

/** Stripe: its checkout page, its prices, its subscriptions. */
export function stripeBilling(settings: StripeSettings, public_url: string): BillingProvider {
  const stripe = new Stripe(settings.secret_key, clientOptions(settings));
  let listed: { at_ms: number; prices: PaidPrice[] } | null = null;
  return {
    name: "stripe",
    async prices() {
      if (!listed || Date.now() - listed.at_ms > PRICES_AGE_MS) {
        const { data } = await answered(
          stripe.prices.list({ active: true, type: "recurring", limit: 100, expand: ["data.product"] }),
        );
        listed = { at_ms: Date.now(), prices: data.flatMap(offered).sort((a, b) => a.amount - b.amount) };
      }
      return listed.prices;
    },
    async createCustomer({ user_id, email }) {
      return (await answered(stripe.customers.create({ email, metadata: { user_id } }))).id;
    },
    startCheckout: ({ user_id, customer_id }, price) =>
      startCheckout(stripe, public_url, user_id, customer_id!, price.id),
    checkoutResult: (id) => readCheckout(stripe, id),
    async subscription(id) {
      const found = await stripe.subscriptions
        .retrieve(id, { expand: ["items.data.price.product"] })
        .catch((error: unknown) => (isMissing(error) ? null : unavailable(error)));
      return found && describe(found);
    },
    async cancel(id) {
      await answered(stripe.subscriptions.update(id, { cancel_at_period_end: true }));
    },
    async end(id) {
      await stripe.subscriptions
        .cancel(id, { prorate: true })
        .catch((error: unknown) => (isMissing(error) ? null : unavailable(error)));
    },
    webhook(raw, signature) {
      let event: unknown;
      try {
        event = stripe.webhooks.constructEvent(raw, signature ?? "", settings.webhook_secret, EVENT_AGE_S);
      } catch (error) {
        if (error instanceof SyntaxError) throw new MalformedEvent(error.message);
        throw new ForgedEvent((error as Error).message);
      }
      // The library refuses old events alone.
      if (signedAt(signature!) > Date.now() / 1000 + EVENT_AGE_S) throw new ForgedEvent("its time is to come");
      const read = SentEvent.safeParse(event);
      if (!read.success) throw new MalformedEvent(read.error.message);
      return changedBy(event as Stripe.Event);
    },
    renewDue: async () => undefined,
  };
}

async function startCheckout(
  stripe: Stripe,
  public_url: string,
  user_id: number,
  customer: string,
  price: string,
): Promise<StartedCheckout> {
  const screen = `${public_url}/account/plan`;
  const session = await answered(
    stripe.checkout.sessions.create({
      mode: "subscription",
      line_items: [{ price, quantity: 1 }],
      client_reference_id: String(user_id),
      customer,
      subscription_data: { metadata: { user_id } },
      success_url: `${screen}?checkout_session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: screen,
    }),
  );
  return { id: session.id, url: session.url ?? screen, expires_at: new Date(session.expires_at * 1000) };
}

async function readCheckout(stripe: Stripe, id: string) {
  const session = await answered(stripe.checkout.sessions.retrieve(id, { expand: ["subscription"] }));
  const { subscription } = session;
  const subscription_id = idOf(subscription);
  const isLost = typeof subscription === "object" && LOST.includes(subscription?.status ?? "");
  if (session.status === "expired" || isLost) return { status: "fail", subscription_id } as const;
  const isPaid = session.status === "complete" && session.payment_status !== "unpaid";
  return { status: isPaid ? "success" : "wait", subscription_id } as const;
}

function clientOptions({ api_url }: StripeSettings) {
  const common = { maxNetworkRetries: 1, timeout: TIMEOUT_MS, telemetry: false };
  if (!api_url) return common;
  const { hostname, port, protocol } = new URL(api_url);
  const isHttps = protocol === "https:";
  return {
    ...common,
    host: hostname,
    port: port || (isHttps ? 443 : 80),
    protocol: isHttps ? "https" : "http",
  } as const;
}

/** A price in our form; none when it is not a plan that can be chosen in a checkout. */
function offered({ id, unit_amount, currency, recurring, product }: Stripe.Price): PaidPrice[] {
  if (typeof product === "string" || product.deleted || !product.active || unit_amount === null || !recurring)
    return [];
  const grants = grantsOf(product);
  const features = grants.map((feature) => FEATURE_LABELS[feature]);
  const { interval } = recurring;
  return [
    { id, amount: unit_amount, currency, recurring: { interval }, product: { name: product.name, features }, grants },
  ];
}

/** From the product's metadata `features` ("athlete,coach_tools"), else from its marketing features by their labels. */
function grantsOf({ metadata, marketing_features }: Stripe.Product): Feature[] {
  const named = metadata.features?.split(",").map((name) => name.trim());
  const labels = marketing_features.map(({ name }) => name?.trim().toLowerCase());
  const isGranted = (feature: Feature) =>
    named ? named.includes(feature) : labels.includes(FEATURE_LABELS[feature].toLowerCase());
  return FEATURES.filter(isGranted);
}

function describe(found: Stripe.Subscription): ProviderSubscription {
  const item = found.items.data[0];
  const product = item?.price.product as Stripe.Product | Stripe.DeletedProduct | undefined;
  const live = product && !product.deleted ? product : null;
  const user_id = Number(found.metadata.user_id);
  return {
    id: found.id,
    user_id: Number.isInteger(user_id) && user_id > 0 ? user_id : null,
    customer_id: idOf(found.customer),
    price_id: item?.price.id ?? "",
    price_name: live?.name ?? "",
    features: live ? grantsOf(live) : [],
    status: found.status,
    next_billing_date: item ? new Date(item.current_period_end * 1000) : null,
    // A fixed end is a cancellation, too.
    cancel_at_period_end: found.cancel_at_period_end || found.cancel_at !== null,
    started_at: new Date(found.created * 1000),
  };
}

/** Which checkout or subscription an event is about. */
function changedBy({ id, type, data }: Stripe.Event): ProviderEvent | null {
  const object = data.object as { id?: string; parent?: Stripe.Invoice.Parent | null };
  if (!object.id) return null;
  if (type.startsWith("checkout.session.")) return { id, type, checkout_id: object.id, subscription_id: null };
  if (type.startsWith("customer.subscription.")) return { id, type, checkout_id: null, subscription_id: object.id };
  const invoiced = type.startsWith("invoice.") ? idOf(object.parent?.subscription_details?.subscription) : null;
  return invoiced ? { id, type, checkout_id: null, subscription_id: invoiced } : null;
}

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === "string" ? reference : (reference?.id ?? null);

const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";

const answered = <T>(call: Promise<T>): Promise<T> => call.catch(unavailable);

function unavailable(error: unknown): never {
  if (error instanceof Stripe.errors.StripeError) throw new ProviderUnavailable(error.message, { cause: error });
  throw error;
}
