import { wordFor } from "@leebow/core";
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { Viewer } from "../auth/viewer.ts";
import type { Database } from "../database/schema.ts";
import { detailError } from "../http/errors.ts";
import { LIMITS } from "../limits.ts";
import { isAdministrator } from "../tracks/policy.ts";
import { anyOf, showTracksTo } from "../tracks/visibility.ts";

export const REASON_REQUIRED = "This track is private. Give the reason to look at it: the audit keeps it.";

/** Private tracks that the sentence below names. */
const NAMED_TRACKS = 3;

/** 409 of a race: which of its tracks are closed to the viewer. */
export function reasonRequired(closed: readonly { id: number; first_name: string; last_name: string }[]) {
  const named = closed
    .slice(0, NAMED_TRACKS)
    .map(({ id, first_name, last_name }) => `${id} of ${first_name} ${last_name}`);
  const more = closed.length - named.length;
  const which = `private ${wordFor(closed.length, "track")} ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const them = closed.length === 1 ? "it" : "them";
  return detailError(
    "reason_required",
    `This race has the ${which}. Give the reason to look at ${them}: the audit keeps it.`,
  );
}

type Predicate = (eb: ExpressionBuilder<Database, "tracks">) => Expression<SqlBool>;

/**
 * The tracks that an administrator has to give a reason for before they open, as a condition on rows of `tracks`: private
 * ones that only the role makes visible to the viewer, without an entry of the last hours in the audit that the viewer
 * opened them. None for other viewers.
 */
export function closedTo(viewer: Viewer): Predicate {
  return (eb) => {
    if (!isAdministrator(viewer)) return eb.lit(false);
    return sql<SqlBool>`(tracks.permissions <> 'PUBLIC' and tracks.user_id <> ${viewer.id}::integer
      and not tracks.user_id = ${anyOf(showTracksTo(viewer.id))}
      and not exists (select from audit_log where audit_log.actor_id = ${viewer.id}::integer
        and audit_log.action = 'open_track' and audit_log.track_id = tracks.id
        and audit_log.at > now() - make_interval(secs => ${LIMITS.opened_track_s}::integer)))`;
  };
}
