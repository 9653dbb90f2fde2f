import { randomUUID } from "node:crypto";
import { type AccessRow, type AccessRows, toEveryone, withSession } from "../../../test/access.ts";
import type { Maker } from "../../../test/world.ts";
import type { ACCOUNT_ROUTES } from "./contract.ts";

/** A person without tracks, an athlete of the first team. */
const quietMember: Maker = async ({ at, teams }) => {
  const { db } = at.context;
  const email = `${randomUUID()}@leebow.test`;
  const row = { name: "Quiet Member", email, first_name: "Quiet", last_name: "Member", email_verified: true };
  const { id } = await db.insertInto("users").values(row).returning("id").executeTakeFirstOrThrow();
  await db.insertInto("team_members").values({ team_id: teams.all, user_id: id, role: "ATHLETE" }).execute();
  return id;
};

export const ACCOUNT_THINGS = { quiet_member: quietMember } satisfies Record<string, Maker>;

const TEAM = { owner: 200, coach: 200, teammate_all: 200, administrator: 200 };
const ABOUT_MEMBER: AccessRow = {
  about: "a teammate",
  request: async (world) => ({ json: { id: await world.the("quiet_member") } }),
  statuses: withSession(404, TEAM),
};
const ABOUT_SAILOR: AccessRow = {
  about: "who shows a track",
  request: async (world) => {
    await world.the("public_track");
    return { json: { id: world.owner.session.user.id } };
  },
  statuses: withSession(200),
};

export const ACCOUNT_ACCESS: AccessRows<typeof ACCOUNT_ROUTES> = {
  "POST /users/info/": [ABOUT_MEMBER, ABOUT_SAILOR],
  "DELETE /users/me/": { request: () => ({ json: { current_password: "wrong" } }), statuses: withSession(400) },
  "POST /users/export/": { statuses: withSession(200) },
  "GET /users/export/": { statuses: toEveryone(403) },
};
