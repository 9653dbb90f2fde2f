import { sql } from "kysely";
import { type Db, withoutTimeouts } from "../database/open.ts";

/** Number of the advisory lock; any that nothing else uses. */
const LOCK = 6_200_131;

/** Processes that start together look for work one after the other: each sees the jobs that the one before enqueued. */
export async function waitForTurn(trx: Db): Promise<void> {
  await withoutTimeouts(trx);
  await sql`select pg_advisory_xact_lock(${LOCK}::bigint)`.execute(trx);
}

/** The payloads among these of which no job of this queue or its dead letter queue waits or runs. */
export async function withoutOpenJob<Payload extends object>(
  trx: Db,
  queue: string,
  payloads: readonly Payload[],
): Promise<Payload[]> {
  if (payloads.length === 0) return [];
  const { rows } = await sql<{ data: Payload }>`
    select data from pgboss.job where name in (${queue}, ${`${queue}-failed`})
      and state in ('created', 'retry', 'active')`.execute(trx);
  const open = new Set(rows.map(({ data }) => textOf(data)));
  return payloads.filter((payload) => !open.has(textOf(payload)));
}

/** The database returns the fields of a payload in another order. */
const textOf = (payload: object): string =>
  JSON.stringify(Object.entries(payload).sort(([a], [b]) => (a < b ? -1 : 1)));
