/** Plans, the subscription, and the result of a checkout. */
import type { CheckoutStatus } from "@leebow/api/contract";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  beginCheckout,
  cancelSubscription,
  fetchCheckoutResult,
  fetchPrices,
  fetchSubscriptions,
} from "../api/billing";
import { serverConfig } from "../api/config";
import { pollOptions } from "./polling";
import { refreshProfile } from "./profile";

const SUBSCRIPTIONS = ["billing", "subscriptions"] as const;

export const pricesOptions = () =>
  queryOptions({ queryKey: ["billing", "prices"], queryFn: ({ signal }) => fetchPrices(signal) });

/** Who takes payments; null where the server does not say. */
export const billingOptions = () =>
  queryOptions({ queryKey: ["billing", "provider"], queryFn: async () => (await serverConfig())?.billing ?? null });

export const subscriptionsOptions = () =>
  queryOptions({ queryKey: SUBSCRIPTIONS, queryFn: ({ signal }) => fetchSubscriptions(signal) });

/** Between two questions whether a checkout was paid, ms. */
const CHECKOUT_INTERVAL_MS = 3000;

export const isWaiting = ({ status }: { status: CheckoutStatus }): boolean => status === "wait";

/** Whether a checkout was paid, asked until that is known. */
export const checkoutOptions = (id: string) =>
  pollOptions({
    queryKey: ["billing", "checkout", id],
    fetch: (signal) => fetchCheckoutResult(id, signal),
    isUnfinished: isWaiting,
    interval_ms: () => CHECKOUT_INTERVAL_MS,
  });

/** Begins to buy a plan and leaves for the page of the payment provider. */
export function useCheckout() {
  return useMutation({
    mutationFn: beginCheckout,
    onSuccess: ({ url }) => location.assign(url),
  });
}

/** Fetches what a payment has changed: the subscription, and the features of the user. */
export function useRefreshPlan() {
  const client = useQueryClient();
  return async () => {
    await Promise.all([client.invalidateQueries({ queryKey: SUBSCRIPTIONS }), refreshProfile(client)]);
  };
}

/** Ends the subscription with the period that is paid. */
export function useCancelSubscription() {
  const refresh = useRefreshPlan();
  return useMutation({ mutationFn: cancelSubscription, onSettled: refresh });
}
