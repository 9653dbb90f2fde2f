import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { AppContext } from "../context.ts";
import type { Db } from "../db/open.ts";
import { defineJob } from "../jobs/definition.ts";
import { seal, unseal } from "../sealed-text.ts";
import type { Mail } from "./mail.ts";

const Sealed = z.object({ to: z.string(), subject: z.string(), text: z.string() });
const PURPOSE = "mail";

/**
 * Sends one mail. Mails carry links that reset a password, so that the payload is encrypted with a key derived from the
 * server's secret, and the row is deleted soon after the mail is sent. A mail sent twice, because the process ended in
 * between, has the same Message-ID.
 */
export const SEND_MAIL = defineJob({
  name: "send-mail",
  payload: z.object({ id: z.uuid(), sealed: z.string(), date: z.iso.datetime(), expires: z.iso.datetime() }),
  // 10 s, 20 s, … 85 min between attempts, three hours in all; a mail that has expired is not tried any more.
  retries: 10,
  retry_delay_s: 10,
  timeout_s: 120,
  parallel: 2,
  deleted_after_s: 60,
  async run({ config, mailer, log }, { id, sealed, date, expires }) {
    const text = unseal(config.secret, PURPOSE, sealed, id);
    if (text === null) return log.error("a mail cannot be read: it was enqueued under another secret", { id });
    if (new Date(expires) < new Date()) return log.error("a mail was not sent before its link expired", { id });
    try {
      await mailer.send({ ...Sealed.parse(JSON.parse(text)), id, date: new Date(date) });
    } catch (error) {
      log.error("mail", { id, error });
      throw error;
    }
  },
  async onFailed({ log }, { id }) {
    log.error("a mail was given up", { id });
  },
});

const DAY_S = 24 * 3600;

/** Enqueues a mail in the transaction that makes it necessary. `useful_s`: how long its content is of use. */
export async function enqueueMail(
  { jobs, config }: Pick<AppContext, "jobs" | "config">,
  trx: Db,
  mail: Mail,
  useful_s = DAY_S,
): Promise<void> {
  const id = randomUUID();
  await jobs.enqueue(trx, SEND_MAIL, {
    id,
    sealed: seal(config.secret, PURPOSE, JSON.stringify(mail), id),
    date: new Date().toISOString(),
    expires: new Date(Date.now() + useful_s * 1000).toISOString(),
  });
}
