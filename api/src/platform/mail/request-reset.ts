import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { AppContext } from "../context.ts";
import type { Db } from "../db/open.ts";
import { consumeRateLimit } from "../http/rate-limit.ts";
import { defineJob } from "../jobs/definition.ts";
import { LIMITS } from "../limits.ts";
import { seal, unseal } from "../sealed-text.ts";
import { keyedHash } from "../signature.ts";

const PURPOSE = "password reset";

/**
 * Looks for the account of an e-mail and mails it a link for a new password. The call enqueues this for every address
 * and looks for none, so that the time of its answer cannot depend on whether there is an account.
 */
export const REQUEST_RESET = defineJob({
  name: "request-reset",
  payload: z.object({ id: z.uuid(), sealed: z.string() }),
  retries: 3,
  timeout_s: 60,
  parallel: 1,
  deleted_after_s: 60,
  async run({ auth, config, db, log }, { id, sealed }) {
    const email = unseal(config.secret, PURPOSE, sealed, id);
    if (email === null) return log.error("a reset cannot be read: it was enqueued under another secret", { id });
    // The call is limited per client address; many clients together must not flood one mailbox either.
    const account = keyedHash(config.secret, PURPOSE, email);
    const limit = { per: "user", max: LIMITS.reset_mails_per_hour, window_s: 3600 } as const;
    if ((await consumeRateLimit(db, `${REQUEST_RESET.name} ${account}`, limit)) > 0) return;
    await auth.api.requestPasswordReset({ body: { email } });
  },
  async onFailed({ log }, { id }) {
    log.error("a password reset was given up", { id });
  },
});

export async function enqueueReset({ jobs, config }: AppContext, trx: Db, email: string): Promise<void> {
  const id = randomUUID();
  await jobs.enqueue(trx, REQUEST_RESET, { id, sealed: seal(config.secret, PURPOSE, email.toLowerCase(), id) });
}
