/** Plans, the subscription, and the result of a checkout. */
import type { CheckoutStatus } from "@leebow/api/contract";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { call, serverConfig } from "../../server/client";
import { pollOptions } from "../../server/polling";
import { read, useSend } from "../../server/read";
import { refreshProfile } from "./profile";

const SUBSCRIPTIONS = ["billing", "subscriptions"] as const;

/** Plans with their prices, the free one first. */
export const pricesOptions = () => read(["billing", "prices"], "GET /billing/prices/", {});

/** Who takes payments; null where the server does not say. */
export const billingOptions = () =>
  queryOptions({ queryKey: ["billing", "provider"], queryFn: async () => (await serverConfig())?.billing ?? null });

/** The own subscriptions that have not ended. */
export const subscriptionsOptions = () => read(SUBSCRIPTIONS, "GET /billing/subs/", {});

/** Between two questions whether a checkout was paid, ms. */
const CHECKOUT_INTERVAL_MS = 3000;

export const isWaiting = ({ status }: { status: CheckoutStatus }): boolean => status === "wait";

/** Whether a checkout was paid, asked until that is known. */
export const checkoutOptions = (id: string) =>
  pollOptions({
    queryKey: ["billing", "checkout", id],
    fetch: (signal) => call("GET /billing/checkout-result/", { query: { checkout_session_id: id }, signal }),
    isUnfinished: isWaiting,
    interval_ms: () => CHECKOUT_INTERVAL_MS,
  });

/** Begins to buy a plan and leaves for the page of the payment provider. */
export const useCheckout = () =>
  useSend("GET /billing/init-checkout/", (price_id: string) => ({ query: { price_id } }), {
    holds: (_, { url }) => location.assign(url),
  });

/** Fetches what a payment has changed: the subscription, and the features of the user. */
export function useRefreshPlan() {
  const client = useQueryClient();
  return async () => {
    await Promise.all([client.invalidateQueries({ queryKey: SUBSCRIPTIONS }), refreshProfile(client)]);
  };
}

/** Ends the subscription with the period that is paid. */
export const useCancelSubscription = () =>
  useSend("POST /billing/cancel/", () => ({}), {
    notice: "Subscription cancelled.",
    holds: (client) => refreshProfile(client),
    touches: [SUBSCRIPTIONS],
    refused: [SUBSCRIPTIONS],
  });
