import type { Generated } from "kysely";
import type { CreatedAt, Instant, InstantOrNull, Json } from "../../platform/db/columns.ts";
import type { Feature } from "../account/schema.ts";

/** Features that an administrator granted a user. */
interface FeatureGrantsTable {
  user_id: number;
  feature: Feature;
  granted_at: CreatedAt;
}

/** The payment provider's id of a user. */
interface BillingCustomersTable {
  user_id: number;
  provider: string;
  customer_id: string;
}

/** A subscription as the provider last described it. */
export interface SubscriptionsTable {
  id: Generated<number>;
  user_id: number;
  provider: string;
  provider_id: string;
  price_id: string;
  price_name: string;
  /** Granted while the status is one of GRANTING (subscriptions.ts). */
  features: Json<Feature[]>;
  /** The provider's word: active, trialing, past_due, canceled … */
  status: string;
  next_billing_date: InstantOrNull;
  cancel_at_period_end: boolean;
  started_at: Instant;
  /** Incremented by each write; see `syncSubscription`. */
  version: Generated<number>;
}

export interface CheckoutSessionsTable {
  id: string;
  user_id: number;
  provider: string;
  price_id: string;
  status: Generated<"wait" | "fail" | "success">;
  expires_at: Instant;
  created_at: CreatedAt;
}

/** Events the provider has sent; each is processed once. */
interface WebhookEventsTable {
  provider: string;
  event_id: string;
  type: string;
  checkout_id: string | null;
  subscription_id: string | null;
  received_at: CreatedAt;
}

declare module "../../platform/db/schema.ts" {
  interface Database {
    feature_grants: FeatureGrantsTable;
    billing_customers: BillingCustomersTable;
    subscriptions: SubscriptionsTable;
    checkout_sessions: CheckoutSessionsTable;
    webhook_events: WebhookEventsTable;
  }
}
