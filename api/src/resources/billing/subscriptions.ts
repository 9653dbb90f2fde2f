import { findUser } from "../../platform/auth/users.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { refreshFeatures } from "../account/features.ts";
import type { ProviderSubscription } from "./provider.ts";
import {
  type CheckoutRow,
  findSubscription,
  findUserOfCustomer,
  finishCheckout,
  grantingSubscriptions,
  type SubscriptionRow,
  writeSubscription,
} from "./queries.ts";
import type { CheckoutStatus } from "./schema.ts";

/** So many writers of one subscription at the same moment are a fault. */
const MAX_TRIES = 10;

/**
 * Copies a subscription from the provider, and grants or takes its features. A copy is written only if no other was
 * written since the provider was asked: the state asked for last is the one that stays, in whatever order events come.
 * A user has one subscription; the one that began last ends the others.
 */
export async function syncSubscription(context: AppContext, provider_id: string): Promise<void> {
  const { db, billing, log } = context;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const known = await findSubscription(db, billing.name, provider_id);
    const fresh = await billing.subscription(provider_id);
    const user_id = known?.user_id ?? (fresh && (await findBuyer(context, fresh)));
    if (!fresh && !known) return;
    if (!user_id) {
      log.error("a subscription of nobody was ended: its account was deleted", { subscription: provider_id });
      return billing.end(provider_id);
    }
    if (await store(context, user_id, known, fresh)) return endFormer(context, user_id);
  }
  throw new Error(`subscription ${provider_id} was written ${MAX_TRIES} times while it was read`);
}

/** The user a subscription was bought for; null when the account was deleted. */
async function findBuyer({ db, billing }: AppContext, fresh: ProviderSubscription): Promise<number | null> {
  const of_customer = fresh.customer_id && (await findUserOfCustomer(db, billing.name, fresh.customer_id));
  const user_id = of_customer || fresh.user_id;
  return user_id && (await findUser(db, user_id)) ? user_id : null;
}

/** Writes the copy and the features together; false when another copy was written meanwhile. */
function store(
  { db, billing }: AppContext,
  user_id: number,
  known: SubscriptionRow | undefined,
  fresh: ProviderSubscription | null,
): Promise<boolean> {
  const row = fresh
    ? {
        user_id,
        provider: billing.name,
        provider_id: fresh.id,
        price_id: fresh.price_id,
        price_name: fresh.price_name,
        features: JSON.stringify(fresh.features),
        status: fresh.status,
        next_billing_date: fresh.next_billing_date,
        cancel_at_period_end: fresh.cancel_at_period_end,
        started_at: fresh.started_at,
      }
    : gone(known!);
  return db.transaction().execute(async (trx) => {
    const isWritten = await writeSubscription(trx, known, row);
    if (isWritten) await refreshFeatures(trx, user_id);
    return isWritten;
  });
}

/** Ends what the embedded provider sold for nothing, on a server that is no demonstration any more. */
export async function endEmbeddedSubscriptions(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable("subscriptions")
      .set((eb) => ({ status: "canceled", next_billing_date: null, version: eb("version", "+", 1) }))
      .where("provider", "=", "embedded")
      .where("status", "<>", "canceled")
      .returning("user_id")
      .execute();
    for (const user_id of new Set(ended.map((row) => row.user_id))) await refreshFeatures(trx, user_id);
  });
}

/** The provider knows the subscription no more. */
const gone = ({ id: _, version: __, features, ...known }: SubscriptionRow) => ({
  ...known,
  features: JSON.stringify(features),
  status: "canceled",
  next_billing_date: null,
});

/** Ends all but the newest of a user's subscriptions: who chooses another plan has two for a moment. */
async function endFormer(context: AppContext, user_id: number): Promise<void> {
  const [, ...former] = await grantingSubscriptions(context.db, user_id, context.billing.name);
  for (const { provider_id } of former) {
    await context.billing.end(provider_id);
    await syncSubscription(context, provider_id);
  }
}

/** The result of a checkout, asked of the provider until it is final. Its features are granted before it is a success. */
export async function settleCheckout(context: AppContext, checkout: CheckoutRow): Promise<CheckoutStatus> {
  if (checkout.status !== "wait") return checkout.status;
  const { status, subscription_id } = await context.billing.checkoutResult(checkout.id);
  if (status === "wait") return status;
  if (subscription_id) await syncSubscription(context, subscription_id);
  await finishCheckout(context.db, checkout.id, status);
  return status;
}
