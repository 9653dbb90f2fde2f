import type { Generated } from "kysely";
import type { Instant } from "../../platform/db/columns.ts";

/** What the embedded provider knows: the tables are to it what Stripe's servers are to Stripe. */
interface EmbeddedCheckoutsTable {
  id: string;
  user_id: number;
  price_id: string;
  status: Generated<"open" | "paid" | "declined">;
  expires_at: Instant;
  subscription_id: string | null;
}

interface EmbeddedSubscriptionsTable {
  id: string;
  user_id: number;
  price_id: string;
  status: Generated<"active" | "canceled">;
  period_end: Instant;
  cancel_at_period_end: Generated<boolean>;
  started_at: Generated<Date>;
}

declare module "../../platform/db/schema.ts" {
  interface Database {
    embedded_checkouts: EmbeddedCheckoutsTable;
    embedded_subscriptions: EmbeddedSubscriptionsTable;
  }
}
