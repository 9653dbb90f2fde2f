/** Calls on plans and payment. */
import type { Checkout, Price, Subscription } from "@leebow/api/contract";
import { call } from "./client";

/** Plans with their prices, the free one first. */
export const fetchPrices = (signal?: AbortSignal): Promise<Price[]> => call("GET /billing/prices/", { signal });

/** The own subscriptions that have not ended. */
export const fetchSubscriptions = (signal?: AbortSignal): Promise<Subscription[]> =>
  call("GET /billing/subs/", { signal });

/** Begins to buy a plan; the browser goes to the address of the answer. */
export const beginCheckout = (price_id: string): Promise<Checkout> =>
  call("GET /billing/init-checkout/", { query: { price_id } });

export const fetchCheckoutResult = (checkout_session_id: string, signal?: AbortSignal) =>
  call("GET /billing/checkout-result/", { query: { checkout_session_id }, signal });

export const cancelSubscription = () => call("POST /billing/cancel/");
