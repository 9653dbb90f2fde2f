import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Viewer } from "../auth/viewer.ts";
import type { Db } from "../database/open.ts";
import type { Database } from "../database/schema.ts";
import { isAdministrator } from "./policy.ts";
import type { TrackMode } from "./schema.ts";

type Predicate = (eb: ExpressionBuilder<Database, "tracks">) => Expression<SqlBool>;

/**
 * The tracks a viewer may view, as a condition on rows of `tracks`: PUBLIC ones, the viewer's own, every one for role 1,
 * and PRIVATE ones through teams. The only rule of visibility: viewing, listing, counting, downloading and reports all
 * use it. A race's share link shows the tracks of that race besides (races/policy.ts).
 */
export function visibleTo(viewer: Viewer): Predicate {
  return (eb) =>
    eb.or([
      ...(isAdministrator(viewer) ? [eb.lit(true)] : []),
      eb("tracks.permissions", "=", "PUBLIC"),
      eb("tracks.user_id", "=", viewer.id),
      eb("tracks.user_id", "=", anyOf(showTracksTo(viewer.id))),
    ]);
}

/**
 * One of the ids that a subquery has, which PostgreSQL then runs once, so that it looks for the few ids in an index;
 * it compares the rows of a whole table with `in (subquery)`.
 */
export function anyOf(ids: Expression<unknown>) {
  return sql<number>`any (array(${ids}))`;
}

/**
 * Members of the viewer's teams who show their PRIVATE tracks to the viewer: to coaches all, to teammates with ALL, and
 * never before they have agreed.
 */
export function showTracksTo(viewer_id: number) {
  return agreedMembers(viewer_id, sql`(me.role = 'COACH' or owner.permissions = 'ALL')`);
}

/** Whether the first user is a coach of the second: the only rule, which a membership that is not agreed to does not make. */
export async function isCoachOf(db: Db, coach_id: number, athlete_id: number): Promise<boolean> {
  const athletes = agreedMembers(coach_id, sql`me.role = 'COACH'`);
  const { rows } = await sql`select 1 where ${athlete_id}::integer = ${anyOf(athletes)}`.execute(db);
  return rows.length > 0;
}

/**
 * Members of the viewer's teams who have agreed to their membership, where this is so of `me` and `owner`. Members whose
 * address is not confirmed show nothing and see nothing.
 */
function agreedMembers(viewer_id: number, condition: RawBuilder<unknown>) {
  return sql<number>`(select owner.user_id from active_members as me
    join active_members as owner on owner.team_id = me.team_id
    where me.user_id = ${viewer_id}::integer and owner.accepted and ${condition})`;
}

/** Members of the viewer's teams, the viewer among them. */
export function teammatesOf(viewer_id: number) {
  return sql<number>`(select mate.user_id from active_members as me
    join active_members as mate on mate.team_id = me.team_id where me.user_id = ${viewer_id}::integer
    union select ${viewer_id}::integer)`;
}

/** What a list of this mode is about, of the tracks visible to the viewer. */
export function listed(viewer: Viewer, mode: TrackMode): Predicate {
  return (eb) => {
    const visible = visibleTo(viewer)(eb);
    if (mode === "all") return visible;
    if (mode === "mine") return eb.and([visible, eb("tracks.user_id", "=", viewer.id)]);
    return eb.and([visible, eb("tracks.user_id", "=", anyOf(teammatesOf(viewer.id)))]);
  };
}
