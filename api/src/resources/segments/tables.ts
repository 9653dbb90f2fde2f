import type { Generated } from "kysely";
import type { CreatedAt } from "../../platform/db/columns.ts";

/** Tags that users give to segments; no two of a user have the same key. */
export interface UserTagsTable {
  id: Generated<number>;
  user_id: number;
  /** As typed first. */
  value: string;
  /** `tagKey` of the value. */
  match_key: string;
  color: string;
  hidden: Generated<boolean>;
  created_at: CreatedAt;
}

/** Which tags a segment has. Both outlive re-analysis. */
interface SegmentTagsTable {
  segment_id: number;
  tag_id: number;
  created_at: CreatedAt;
}

declare module "../../platform/db/schema.ts" {
  interface Database {
    user_tags: UserTagsTable;
    segment_tags: SegmentTagsTable;
  }
}
