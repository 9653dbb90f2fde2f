import { sql } from "kysely";
import { JOBS } from "../../app/registry.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";

const definitionOf = (name: string) => JOBS.find((definition) => definition.name === name);

export const canCancel = (name: string): boolean => definitionOf(name)?.onCancelled !== undefined;

/** Ends a job that waits or runs, in the transaction that has locked it. */
export async function cancelJob(
  context: AppContext,
  trx: Db,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await context.jobs.cancel(trx, name, id);
  const { rows } = await sql<{ data: unknown }>`select data from pgboss.job where id = ${id}::uuid`.execute(trx);
  const definition = definitionOf(name);
  const payload = definition?.payload.safeParse(rows[0]?.data);
  // A job of an earlier version of the server may have another payload: then no row waits for it that could be named.
  if (payload?.success) await definition?.onCancelled?.(context, trx, payload.data);
}
