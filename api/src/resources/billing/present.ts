import type { SubscriptionRow } from "./queries.ts";
import type { Subscription } from "./schema.ts";

export function presentSubscription(row: SubscriptionRow): Subscription {
  return {
    id: row.id,
    price: { id: row.price_id, name: row.price_name },
    status: row.status,
    next_billing_date: row.next_billing_date?.toISOString() ?? null,
    cancel_at_period_end: row.cancel_at_period_end,
  };
}
