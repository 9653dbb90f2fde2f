import { type SqlBool, sql } from "kysely";
import { visibleTo } from "../../access/track.ts";
import { endResetLinks } from "../../platform/auth/reset-links.ts";
import type { Db } from "../../platform/db/open.ts";
import { isAdministrator, type Viewer } from "../../platform/http/viewer.ts";

/** The user's row, locked against new rows that refer to it; undefined when there is none any more. */
export function lockUser(trx: Db, id: number) {
  return trx.selectFrom("users").select("id").where("id", "=", id).forUpdate().executeTakeFirst();
}

/** Deletes the user; everything that refers to the row goes with it. */
export async function deleteUser(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom("users").where("id", "=", id).execute();
  await endResetLinks(trx, id);
}

/** A person of whom the viewer may know the name: himself, a teammate, or the owner of a track he may view. */
export function findUserInfo(db: Db, viewer: Viewer, id: number) {
  const ownsVisibleTrack = db
    .selectFrom("tracks")
    .select("tracks.user_id")
    .where("tracks.user_id", "=", id)
    .where(visibleTo(viewer));
  const isTeammate = sql<SqlBool>`users.id in (select mate.user_id from active_members as me
    join active_members as mate on mate.team_id = me.team_id where me.user_id = ${viewer.id}::integer)`;
  return db
    .selectFrom("users")
    .select(["id", "first_name", "last_name", "image", "primary_boat_class"])
    .where("id", "=", id)
    .where((eb) =>
      eb.or([
        eb.lit(isAdministrator(viewer)),
        eb("users.id", "=", viewer.id),
        isTeammate,
        eb("users.id", "in", ownsVisibleTrack),
      ]),
    )
    .executeTakeFirst();
}
