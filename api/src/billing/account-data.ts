import type { AppContext } from "../app-context.ts";
import type { Db } from "../database/open.ts";
import { endSubscriptionsOf } from "./jobs.ts";

/** When an account is deleted: ends its subscriptions at the payment provider. */
export async function leaveBilling(context: AppContext, trx: Db, user_id: number): Promise<string[]> {
  await endSubscriptionsOf(context, trx, user_id);
  return [];
}
