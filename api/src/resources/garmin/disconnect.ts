import { z } from "zod";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { defineJob } from "../../platform/jobs/definition.ts";
import { seal, unseal } from "../../platform/sealed-text.ts";
import { deregister, exchangeRefreshToken, GarminRefused } from "./provider.ts";
import { deleteLink } from "./queries.ts";
import { openToken } from "./tokens.ts";

const PURPOSE = "garmin deregistration";

/** Ends a connection at Garmin that has ended here. The token, sealed, is all that is left of it. */
export const DEREGISTER = defineJob({
  name: "deregister-garmin",
  payload: z.object({ sealed: z.string() }),
  retries: 9,
  retry_delay_s: 15,
  timeout_s: 120,
  parallel: 1,
  deleted_after_s: 60,
  async run({ garmin, config }, { sealed }) {
    const refresh_token = unseal(config.secret, PURPOSE, sealed);
    if (!garmin || refresh_token === null) return;
    try {
      const { access_token } = await exchangeRefreshToken(garmin, refresh_token);
      await deregister(garmin, access_token);
    } catch (error) {
      // Garmin has ended it already.
      if (!(error instanceof GarminRefused)) throw error;
    }
  },
  async onFailed({ log }) {
    log.error("a connection could not be ended at Garmin: its user has to do so there", {});
  },
});

/** Ends a user's connection, if there is one; at Garmin too, by a job. Also for the deletion of an account, before it. */
export async function disconnect(context: AppContext, trx: Db, user_id: number): Promise<void> {
  const link = await deleteLink(trx, user_id);
  const refresh_token = link && openToken(context, user_id, link.refresh_token);
  if (!refresh_token) return;
  await context.jobs.enqueue(trx, DEREGISTER, { sealed: seal(context.config.secret, PURPOSE, refresh_token) });
}

/** When an account is deleted: ends its connection at Garmin. */
export async function leaveGarmin(context: AppContext, trx: Db, user_id: number): Promise<string[]> {
  await disconnect(context, trx, user_id);
  return [];
}
