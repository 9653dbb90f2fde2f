/** Plans as the pricing table and the questions show them. */
import type { Price, Subscription } from "@leebow/api/contract";
import { day } from "../../format/times";

/** "$10": dollars without decimals. */
export const dollars = ({ amount }: Pick<Price, "amount">): string => `$${Math.round(amount / 100)}`;

/** The features of all plans, each once, in the order of the table. */
export const featuresOf = (prices: readonly Price[]): string[] => [
  ...new Set(prices.flatMap(({ product }) => product.features)),
];

/** Whether a plan has a feature; every plan has those of the free one. */
export function hasFeature(prices: readonly Price[], price: Price, feature: string): boolean {
  const free = prices.filter(({ amount }) => amount === 0).flatMap(({ product }) => product.features);
  return price.product.features.includes(feature) || free.includes(feature);
}

/** The subscription that has not been cancelled, else the one that runs until its end; null without one. */
export const runningOf = (subscriptions: readonly Subscription[]): Subscription | null =>
  subscriptions.find(({ cancel_at_period_end }) => !cancel_at_period_end) ?? subscriptions[0] ?? null;

const STATUS: Record<string, string> = {
  active: "Active",
  trialing: "Trial",
  past_due: "Payment overdue",
  unpaid: "Not paid",
  incomplete: "Waiting for the payment",
  paused: "Paused",
};

/** The state of a subscription, in words. */
export const statusText = ({ status }: Pick<Subscription, "status">): string => STATUS[status] ?? status;

/** "1 December 2026", in the zone of this computer. */
export const localDay = (at: string | null): string => day(at, Intl.DateTimeFormat().resolvedOptions().timeZone);
