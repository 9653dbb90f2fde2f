import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../platform/db/open.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { Feature } from "../account/schema.ts";
import type { BillingProvider, ProviderSubscription } from "../billing/provider.ts";
import { FEATURE_LABELS, type PaidPrice } from "../billing/provider.ts";

const monthly = (id: string, name: string, amount: number, grants: Feature[]): PaidPrice => ({
  id,
  amount,
  currency: "usd",
  recurring: { interval: "month" },
  product: { name, features: grants.map((feature) => FEATURE_LABELS[feature]) },
  grants,
});

/** Paid plans of the embedded provider, which takes no money. Amounts: *guess*. */
export const EMBEDDED_PRICES: readonly PaidPrice[] = [
  monthly("embedded_athlete", "Athlete", 1000, ["athlete", "auto_segmentation"]),
  monthly("embedded_coach", "Coach", 2500, ["athlete", "auto_segmentation", "coach_tools"]),
];

const ID_BYTES = 32;
const newId = (kind: string) => `${kind}_${randomBytes(ID_BYTES).toString("base64url")}`;

/**
 * A provider without money, for demonstrations and tests: subscriptions are rows, a page of this server offers to pay or
 * to decline, each renewal succeeds.
 */
export function embeddedBilling(db: Db, public_url: string): BillingProvider {
  const find = (id: string) =>
    db.selectFrom("embedded_subscriptions").selectAll().where("id", "=", id).executeTakeFirst();
  return {
    name: "embedded",
    prices: async () => [...EMBEDDED_PRICES],
    createCustomer: async () => null,
    async startCheckout({ user_id }, { id: price_id }) {
      const id = newId("checkout");
      const expires_at = new Date(Date.now() + LIMITS.checkout_s * 1000);
      await db.insertInto("embedded_checkouts").values({ id, user_id, price_id, expires_at }).execute();
      return { id, url: `${public_url}/api/billing/checkout/${id}/`, expires_at };
    },
    async checkoutResult(id) {
      const row = await findEmbeddedCheckout(db, id);
      if (row?.status === "paid") return { status: "success", subscription_id: row.subscription_id };
      const isOpen = row?.status === "open" && row.expires_at > new Date();
      return { status: isOpen ? "wait" : "fail", subscription_id: null };
    },
    async subscription(id): Promise<ProviderSubscription | null> {
      const row = await find(id);
      // Plans that are not offered any more keep their names and grants.
      const price = EMBEDDED_PRICES.find((one) => one.id === row?.price_id);
      if (!row || !price) return null;
      const { user_id, status, cancel_at_period_end, started_at } = row;
      const common = { user_id, customer_id: null, status, cancel_at_period_end, started_at };
      const next_billing_date = status === "active" ? row.period_end : null;
      return {
        ...common,
        id,
        price_id: price.id,
        price_name: price.product.name,
        features: price.grants,
        next_billing_date,
      };
    },
    async cancel(id) {
      await db.updateTable("embedded_subscriptions").set({ cancel_at_period_end: true }).where("id", "=", id).execute();
    },
    async end(id) {
      await db.updateTable("embedded_subscriptions").set({ status: "canceled" }).where("id", "=", id).execute();
    },
    webhook: () => null,
    async renewDue() {
      await sql`update embedded_subscriptions set
        status = case when cancel_at_period_end then 'canceled' else status end,
        period_end = case when cancel_at_period_end then period_end
          when period_end + interval '1 month' > now() then period_end + interval '1 month'
          else now() + interval '1 month' end
        where status = 'active' and period_end <= now()`.execute(db);
    },
  };
}

export function findEmbeddedCheckout(db: Db, id: string) {
  return db.selectFrom("embedded_checkouts").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Pays or declines an open checkout, once. Returns false when it is not open, or not any more. */
export async function settleEmbeddedCheckout(db: Db, id: string, choice: "pay" | "decline"): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("embedded_checkouts")
      .selectAll()
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (row?.status !== "open" || row.expires_at <= new Date()) return false;
    const subscription_id = choice === "pay" ? newId("sub") : null;
    if (subscription_id) {
      const { user_id, price_id } = row;
      const period_end = sql<Date>`now() + interval '1 month'`;
      await trx
        .insertInto("embedded_subscriptions")
        .values({ id: subscription_id, user_id, price_id, period_end })
        .execute();
    }
    const status = choice === "pay" ? "paid" : "declined";
    await trx.updateTable("embedded_checkouts").set({ status, subscription_id }).where("id", "=", id).execute();
    return true;
  });
}
