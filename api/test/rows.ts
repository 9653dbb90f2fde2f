/** Rows that tests insert where an upload or the calls of a team would show nothing more. */

import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import type { Db } from "../src/platform/db/open.ts";
import type { TracksTable } from "../src/resources/tracks/tables.ts";
import type { Person } from "./test-server.ts";

export const idOf = ({ session }: Person): number => session.user.id;

/** Inserts an analysed track without files, PUBLIC if not said otherwise. Returns its id. */
export async function insertTrack(db: Db, owner: Person, changes: Partial<Insertable<TracksTable>> = {}) {
  const row = {
    user_id: idOf(owner),
    boat_name: "49er",
    permissions: "PUBLIC" as const,
    file_name: "a.gpx",
    source_key: `sources/${randomUUID()}.gpx`,
    source_bytes: 1,
    processing_status: 3,
    sort_time: new Date(),
    ...changes,
  };
  return (await db.insertInto("tracks").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** Inserts a team with these members, of whom only `pending` have not accepted. Returns its id. */
export async function insertTeam(
  db: Db,
  { coaches = [], athletes = [], pending = [] }: { coaches?: Person[]; athletes?: Person[]; pending?: Person[] },
) {
  const { id: team_id } = await db.insertInto("teams").values({ name: "T" }).returning("id").executeTakeFirstOrThrow();
  const member = (role: "COACH" | "ATHLETE", accepted: boolean) => (person: Person) => ({
    team_id,
    user_id: idOf(person),
    role,
    accepted,
  });
  const members = [
    ...coaches.map(member("COACH", true)),
    ...athletes.map(member("ATHLETE", true)),
    ...pending.map(member("ATHLETE", false)),
  ];
  await db.insertInto("team_members").values(members).execute();
  return team_id;
}
