import { type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "../../platform/db/schema.ts";

/** Tracks of boats of their own: no second receiver of a boat, unless its sailor says that it is another boat. */
export const isBoatOfItsOwn = (eb: ExpressionBuilder<Database, "tracks">) =>
  eb.or([eb("tracks.same_boat", "is", null), sql<SqlBool>`tracks.same_boat->>'answer' = 'two'`]);
