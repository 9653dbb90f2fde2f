import { sql } from "kysely";
import type { Db } from "../db/open.ts";

/**
 * Ends all links of a user that set a new password: with a new password, a new address, and the account. A link mailed to
 * the former address must not open the account.
 */
export async function endResetLinks(trx: Db, user_id: number): Promise<void> {
  // They hold the user's id in no column with a constraint.
  await sql`delete from verifications where value = ${String(user_id)}`.execute(trx);
}
