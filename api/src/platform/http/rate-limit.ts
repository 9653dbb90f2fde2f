import { sql } from "kysely";
import type { Db } from "../db/open.ts";
import type { RateLimit } from "./route.ts";

/**
 * Counts a call against a limit, in the database, so that several processes count together. Returns 0 when the call is
 * within the limit, else the seconds until the window ends. A window begins with the first call after the former one.
 */
export async function consumeRateLimit(db: Db, key: string, { max, window_s }: RateLimit): Promise<number> {
  const now_ms = Date.now();
  const oldest_ms = now_ms - window_s * 1000;
  const { rows } = await sql<{ count: number; last_request: number }>`
    insert into rate_limits (key, count, last_request) values (${key}, 1, ${now_ms})
    on conflict (key) do update set
      count = case when rate_limits.last_request <= ${oldest_ms} then 1 else rate_limits.count + 1 end,
      last_request = case when rate_limits.last_request <= ${oldest_ms} then ${now_ms} else rate_limits.last_request end
    returning count, last_request`.execute(db);
  const { count, last_request } = rows[0]!;
  return Number(count) <= max ? 0 : Math.max(1, Math.ceil((Number(last_request) - oldest_ms) / 1000));
}
