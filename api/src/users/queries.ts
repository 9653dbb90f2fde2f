import type { Updateable } from "kysely";
import type { Db } from "../database/open.ts";
import type { UsersTable } from "../database/schema.ts";

export function findUser(db: Db, id: number) {
  return db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
}

export function findUserByEmail(db: Db, email: string) {
  return db.selectFrom("users").selectAll().where("email", "=", email.toLowerCase()).executeTakeFirst();
}

export function updateUser(db: Db, id: number, changes: Updateable<UsersTable>) {
  return db
    .updateTable("users")
    .set({ ...changes, updated_at: new Date() })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
