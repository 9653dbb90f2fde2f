import type { Insertable, Selectable } from "kysely";
import type { Db } from "../../platform/db/open.ts";
import { GRANTING } from "../account/features.ts";
import type { CheckoutStatus } from "./schema.ts";
import type { CheckoutSessionsTable, SubscriptionsTable } from "./tables.ts";

export type SubscriptionRow = Selectable<SubscriptionsTable>;
export type CheckoutRow = Selectable<CheckoutSessionsTable>;

/** Subscriptions with these statuses are over, or never began. */
const ENDED = ["canceled", "incomplete_expired"];

/** A user's subscriptions that have not ended, the newest first. */
export function liveSubscriptions(db: Db, user_id: number): Promise<SubscriptionRow[]> {
  return db
    .selectFrom("subscriptions")
    .selectAll()
    .where("user_id", "=", user_id)
    .where("status", "not in", ENDED)
    .orderBy("started_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Subscriptions that grant features of a user's, the newest first. */
export function grantingSubscriptions(db: Db, user_id: number, provider: string): Promise<SubscriptionRow[]> {
  return db
    .selectFrom("subscriptions")
    .selectAll()
    .where("user_id", "=", user_id)
    .where("provider", "=", provider)
    .where("status", "in", [...GRANTING])
    .orderBy("started_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

export function findSubscription(db: Db, provider: string, provider_id: string): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom("subscriptions")
    .selectAll()
    .where("provider", "=", provider)
    .where("provider_id", "=", provider_id)
    .executeTakeFirst();
}

type Written = Omit<Insertable<SubscriptionsTable>, "version">;

/** Writes a subscription unless it was written since `known` was read; answers whether it did. */
export async function writeSubscription(trx: Db, known: SubscriptionRow | undefined, row: Written): Promise<boolean> {
  if (!known) {
    const inserted = await trx
      .insertInto("subscriptions")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }
  const updated = await trx
    .updateTable("subscriptions")
    .set({ ...row, version: known.version + 1 })
    .where("id", "=", known.id)
    .where("version", "=", known.version)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Subscriptions whose period ended before `before`, as far as is known here; at most `max`. */
export function dueSubscriptions(db: Db, provider: string, before: Date, max: number): Promise<SubscriptionRow[]> {
  return db
    .selectFrom("subscriptions")
    .selectAll()
    .where("provider", "=", provider)
    .where("status", "not in", ENDED)
    .where("next_billing_date", "<", before)
    .orderBy("next_billing_date")
    .limit(max)
    .execute();
}

export async function findCustomer(db: Db, provider: string, user_id: number): Promise<string | null> {
  const row = await db
    .selectFrom("billing_customers")
    .select("customer_id")
    .where("provider", "=", provider)
    .where("user_id", "=", user_id)
    .executeTakeFirst();
  return row?.customer_id ?? null;
}

export async function findUserOfCustomer(db: Db, provider: string, customer_id: string): Promise<number | null> {
  const row = await db
    .selectFrom("billing_customers")
    .select("user_id")
    .where("provider", "=", provider)
    .where("customer_id", "=", customer_id)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Of two processes that create a customer at the same time, the first one's is kept. */
export async function insertCustomer(db: Db, provider: string, user_id: number, customer_id: string): Promise<void> {
  await db
    .insertInto("billing_customers")
    .values({ provider, user_id, customer_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function insertCheckout(db: Db, row: Insertable<CheckoutSessionsTable>): Promise<void> {
  await db.insertInto("checkout_sessions").values(row).execute();
}

export function findCheckout(db: Db, provider: string, id: string): Promise<CheckoutRow | undefined> {
  return db
    .selectFrom("checkout_sessions")
    .selectAll()
    .where("provider", "=", provider)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Checkouts that expired before `before` and whose end is not known here yet; at most `max`. */
export function expiredCheckouts(db: Db, provider: string, before: Date, max: number): Promise<CheckoutRow[]> {
  return db
    .selectFrom("checkout_sessions")
    .selectAll()
    .where("provider", "=", provider)
    .where("status", "=", "wait")
    .where("expires_at", "<", before)
    .orderBy("expires_at")
    .limit(max)
    .execute();
}

export async function finishCheckout(db: Db, id: string, status: CheckoutStatus): Promise<void> {
  await db.updateTable("checkout_sessions").set({ status }).where("id", "=", id).where("status", "=", "wait").execute();
}
