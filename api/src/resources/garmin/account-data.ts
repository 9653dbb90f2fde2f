import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { disconnect } from "./disconnect.ts";

/** When an account is deleted: ends its connection at Garmin. */
export async function leaveGarmin(context: AppContext, trx: Db, user_id: number): Promise<string[]> {
  await disconnect(context, trx, user_id);
  return [];
}
