import { z } from "zod";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { defineJob } from "../../platform/jobs/definition.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { ProviderEvent } from "./provider.ts";
import { dueSubscriptions, expiredCheckouts, findCheckout, liveSubscriptions } from "./queries.ts";
import { settleCheckout, syncSubscription } from "./subscriptions.ts";

/** 10 s, 20 s, … between the attempts, three hours in all: the provider may be away for a while. */
const RETRY_FOR_HOURS = { retries: 10, retry_delay_s: 10, timeout_s: 120 } as const;

/** Brings what an event is about up to date. */
export const BILLING_EVENT = defineJob({
  name: "billing-event",
  payload: z.object({ event_id: z.string() }),
  ...RETRY_FOR_HOURS,
  parallel: 2,
  async run(context, { event_id }) {
    const { db, billing } = context;
    const event = await db
      .selectFrom("webhook_events")
      .selectAll()
      .where("provider", "=", billing.name)
      .where("event_id", "=", event_id)
      .executeTakeFirst();
    const checkout = event?.checkout_id && (await findCheckout(db, billing.name, event.checkout_id));
    if (checkout) await settleCheckout(context, checkout);
    if (event?.subscription_id) await syncSubscription(context, event.subscription_id);
  },
  async onFailed({ log }, { event_id }) {
    log.error("an event of the payment provider could not be processed", { event_id });
  },
});

/** Stores an event and enqueues its job, once however often it comes. */
export async function acceptEvent({ db, jobs, billing }: AppContext, event: ProviderEvent): Promise<void> {
  const { id: event_id, type, checkout_id, subscription_id } = event;
  await db.transaction().execute(async (trx) => {
    const stored = await trx
      .insertInto("webhook_events")
      .values({ provider: billing.name, event_id, type, checkout_id, subscription_id })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (stored.numInsertedOrUpdatedRows) await jobs.enqueue(trx, BILLING_EVENT, { event_id });
  });
}

/** Ends a subscription at the provider whose account was deleted. */
export const END_SUBSCRIPTION = defineJob({
  name: "end-subscription",
  payload: z.object({ provider_id: z.string() }),
  ...RETRY_FOR_HOURS,
  parallel: 1,
  run: ({ billing }, { provider_id }) => billing.end(provider_id),
  async onFailed({ log }, { provider_id }) {
    log.error("a subscription of a deleted account could not be ended: end it at the provider", { provider_id });
  },
});

/** For the deletion of an account, in its transaction. */
async function endSubscriptionsOf({ jobs, billing }: AppContext, trx: Db, user_id: number): Promise<void> {
  for (const { provider, provider_id } of await liveSubscriptions(trx, user_id)) {
    if (provider === billing.name) await jobs.enqueue(trx, END_SUBSCRIPTION, { provider_id });
  }
}

const HOUR_S = 3600;
const DAY_MS = 24 * HOUR_S * 1000;
/** Subscriptions and checkouts of one run. Guess: Stripe answers 100 requests in a minute and a half. */
const BATCH = 100;

/**
 * Once an hour: renews or ends what is due, and asks the provider about subscriptions and checkouts whose end it should
 * have reported: an event may be lost.
 */
export const BILLING_RENEWALS = defineJob({
  name: "billing-renewals",
  payload: z.object({}),
  retries: 0,
  timeout_s: 900,
  parallel: 1,
  every_s: HOUR_S,
  run: renewAll,
  // The next hour's run does the same work.
  onFailed: async ({ log }) => log.error("subscriptions were not brought up to date", {}),
});

export async function renewAll(context: AppContext): Promise<void> {
  const { db, billing } = context;
  await billing.renewDue();
  const now = new Date();
  for (const { provider_id } of await dueSubscriptions(db, billing.name, now, BATCH)) {
    await syncSubscription(context, provider_id);
  }
  for (const checkout of await expiredCheckouts(db, billing.name, now, BATCH)) await settleCheckout(context, checkout);
  const forgotten = new Date(Date.now() - LIMITS.webhook_event_days * DAY_MS);
  await db.deleteFrom("webhook_events").where("received_at", "<", forgotten).execute();
  await db.deleteFrom("checkout_sessions").where("status", "<>", "wait").where("expires_at", "<", forgotten).execute();
}

/** When an account is deleted: ends its subscriptions at the payment provider. */
export async function leaveBilling(context: AppContext, trx: Db, user_id: number): Promise<string[]> {
  await endSubscriptionsOf(context, trx, user_id);
  return [];
}
