import type { Generated } from "kysely";
import type { CreatedAt } from "../../platform/db/columns.ts";
import type { AuditAction } from "./schema.ts";

/** One row an action of an administrator; no call changes or deletes one. */
export interface AuditLogTable {
  id: Generated<number>;
  at: CreatedAt;
  /** Null when that account was deleted, and for actions by command. */
  actor_id: number | null;
  /** Done in a terminal, with `leebow-server`. */
  by_command: Generated<boolean>;
  action: AuditAction;
  /** The person it was about; null when it was about none, or that account was deleted. */
  user_id: number | null;
  track_id: number | null;
  /** What changed, as words: the new role, the features, the name of a job. */
  detail: string | null;
  reason: string | null;
}

declare module "../../platform/db/schema.ts" {
  interface Database {
    audit_log: AuditLogTable;
  }
}
