/** Calls on plans and payment. Importable by the browser. */
import { z } from "zod";
import { route } from "../../platform/http/route.ts";
import { Detail } from "../../platform/http/schemas.ts";
import { LIMITS } from "../../platform/limits.ts";
import { Checkout, CheckoutQuery, CheckoutResult, Price, ResultQuery, Subscription } from "./schema.ts";

const SIGNED_IN = { tag: "Billing", access: "signed_in" } as const;
const ANONYMOUS = { tag: "Billing", access: "anonymous" } as const;

const WEBHOOK =
  "The raw body is checked against the header Stripe-Signature. An event that comes again changes nothing; the state of " +
  "a subscription is asked of the provider, so that the order of events does not matter.";
export const BILLING_ROUTES = {
  "GET /billing/prices/": route({
    ...SIGNED_IN,
    operationId: "listPrices",
    summary: "Plans and their prices, the free one first",
    answers: { 200: z.array(Price) },
    errors: [503],
  }),
  "GET /billing/subs/": route({
    ...SIGNED_IN,
    operationId: "listSubscriptions",
    summary: "Own subscriptions that have not ended",
    answers: { 200: z.array(Subscription) },
  }),
  "POST /billing/cancel/": route({
    ...SIGNED_IN,
    operationId: "cancelSubscription",
    summary: "End the own subscription with the period that is paid",
    answers: { 200: Detail },
    errors: [409, 503],
  }),
  "GET /billing/init-checkout/": route({
    ...SIGNED_IN,
    operationId: "beginCheckout",
    summary: "Begin a checkout of a plan",
    description: "When it is paid, another subscription of the user ends at once and its unused time is credited.",
    rateLimit: { per: "user", max: LIMITS.checkouts_per_hour, window_s: 3600 },
    query: CheckoutQuery,
    answers: { 200: Checkout },
    errors: [409, 503],
  }),
  "GET /billing/checkout-result/": route({
    ...SIGNED_IN,
    operationId: "readCheckoutResult",
    summary: "Whether an own checkout was paid",
    query: ResultQuery,
    answers: { 200: CheckoutResult },
    errors: [404, 503],
  }),
  "POST /billing/webhook/": route({
    ...ANONYMOUS,
    operationId: "receiveBillingEvent",
    summary: "An event of the payment provider",
    description: WEBHOOK,
    answers: { 204: null },
    errors: [400, 404, 413],
  }),
} as const;
