import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { endSubscriptionsOf } from "./jobs.ts";

/** When an account is deleted: ends its subscriptions at the payment provider. */
export async function leaveBilling(context: AppContext, trx: Db, user_id: number): Promise<string[]> {
  await endSubscriptionsOf(context, trx, user_id);
  return [];
}
