import type { Feature } from "../account/schema.ts";
import type { CheckoutStatus, Price } from "./schema.ts";
import type { StripeSettings } from "./stripe.ts";

declare module "../../platform/config.ts" {
  interface Providers {
    /** `embedded` takes no money and is for demonstrations; `off` offers nothing but the free plan. */
    billing: StripeSettings | "embedded" | "off";
  }
}

declare module "../../platform/context.ts" {
  interface AppContext {
    billing: BillingProvider;
  }
}

/** A subscription as the provider describes it. */
export interface ProviderSubscription {
  id: string;
  /** The user it was bought for, as far as the provider knows; else it is found by the customer. */
  user_id: number | null;
  customer_id: string | null;
  price_id: string;
  price_name: string;
  features: Feature[];
  status: string;
  next_billing_date: Date | null;
  cancel_at_period_end: boolean;
  started_at: Date;
}

export interface StartedCheckout {
  /** Cannot be guessed. */
  id: string;
  url: string;
  expires_at: Date;
}

/** An event the provider sent: what it says has changed, not how. */
export interface ProviderEvent {
  id: string;
  type: string;
  checkout_id: string | null;
  subscription_id: string | null;
}

interface Buyer {
  user_id: number;
  email: string;
  /** The provider's id of this user, when it has one. */
  customer_id: string | null;
}

/**
 * Takes payments for plans. It is the only source of what a subscription's state is; the table `subscriptions` has
 * copies (subscriptions.ts).
 */
export interface BillingProvider {
  name: "embedded" | "stripe" | "off";
  /** The paid plans on offer, the cheapest first. */
  prices(): Promise<PaidPrice[]>;
  /** The provider's id of a new customer; null when it needs none. */
  createCustomer(buyer: Buyer): Promise<string | null>;
  startCheckout(buyer: Buyer, price: PaidPrice): Promise<StartedCheckout>;
  checkoutResult(id: string): Promise<{ status: CheckoutStatus; subscription_id: string | null }>;
  /** Null when there is no such subscription any more. */
  subscription(id: string): Promise<ProviderSubscription | null>;
  /** Ends a subscription with the period that is paid. */
  cancel(id: string): Promise<void>;
  /** Ends a subscription now; unused time is credited. Ending one that has ended changes nothing. */
  end(id: string): Promise<void>;
  /** The event of a web hook; null when it concerns nothing of ours. Throws `ForgedEvent` and `MalformedEvent`. */
  webhook(raw: string, signature: string | undefined): ProviderEvent | null;
  /** Begins the next period of the subscriptions whose period is over, where that is not done elsewhere. */
  renewDue(): Promise<void>;
}

/** A web hook without a valid signature. */
export class ForgedEvent extends Error {}
/** A web hook with a valid signature whose content is no event. */
export class MalformedEvent extends Error {}
/** The provider does not answer, or refuses. */
export class ProviderUnavailable extends Error {}

/** Of a server that sells nothing: an administrator grants features. Nothing can be bought, so nothing else is called. */
export const NO_BILLING: BillingProvider = {
  name: "off",
  prices: async () => [],
  createCustomer: async () => null,
  startCheckout: async () => {
    throw new Error("this server offers no plan");
  },
  checkoutResult: async () => ({ status: "fail", subscription_id: null }),
  subscription: async () => null,
  cancel: async () => undefined,
  end: async () => undefined,
  webhook: () => null,
  renewDue: async () => undefined,
};

/** Features as the pricing table shows them. */
export const FEATURE_LABELS: Record<Feature, string> = {
  athlete: "Athlete Tools",
  auto_segmentation: "Auto Segmentation",
  coach_tools: "Coach Tools",
};

/** The features in the order of the pricing table. */
export const FEATURES = Object.keys(FEATURE_LABELS) as Feature[];

/** A plan that is paid for, and the features it grants. */
export interface PaidPrice extends Price {
  grants: Feature[];
}

/** The plan without a subscription. */
export const SAILOR: Price = {
  id: "sailor",
  amount: 0,
  currency: "usd",
  recurring: { interval: "month" },
  product: { name: "Sailor", features: ["View tracks"] },
};

/** What the pricing table shows of a plan. */
export const shownPrice = ({ id, amount, currency, recurring, product }: Price): Price => ({
  id,
  amount,
  currency,
  recurring,
  product,
});
