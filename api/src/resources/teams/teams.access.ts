import { randomUUID } from "node:crypto";
import { type AccessRow, type AccessRows, onlyTo, withSession } from "../../../test/access.ts";
import type { Maker, World } from "../../../test/world.ts";
import type { TEAM_ROUTES } from "./contract.ts";

/** A team of the owner's making: he and the coach are its coaches, two teammates its athletes. */
const ownTeam: Maker = async (world) => {
  const { db } = world.at.context;
  const id = (name: keyof World["people"]) => world.people[name].session.user.id;
  const values = { name: `Team ${randomUUID()}`, created_by: id("owner") };
  const team = await db.insertInto("teams").values(values).returning("id").executeTakeFirstOrThrow();
  const member = (user_id: number, role: "COACH" | "ATHLETE", permissions: "ALL" | "COACH_ONLY" = "ALL") => ({
    team_id: team.id,
    user_id,
    role,
    permissions,
  });
  await db
    .insertInto("team_members")
    .values([
      member(id("owner"), "COACH"),
      member(id("coach"), "COACH"),
      member(id("teammate_all"), "ATHLETE"),
      member(id("teammate_coach_only"), "ATHLETE", "COACH_ONLY"),
    ])
    .execute();
  return team.id;
};

export const TEAM_THINGS = { own_team: ownTeam } satisfies Record<string, Maker>;

const MEMBERS = ["owner", "coach", "teammate_all", "teammate_coach_only"] as const;
const COACHES = { owner: 200, coach: 200 };
const about = async (world: World) => ({ params: { id: await world.the("own_team") } });
/** About the membership of an athlete of the team. */
const aboutMember = async (world: World) => {
  const { params } = await about(world);
  return { params: { ...params, user_id: world.people.teammate_all.session.user.id } };
};

const row = (statuses: AccessRow["statuses"], json?: unknown): AccessRow => ({
  request: async (world) => ({ ...(await about(world)), ...(json !== undefined && { json }) }),
  statuses,
});

export const TEAM_ACCESS: AccessRows<typeof TEAM_ROUTES> = {
  "GET /teams/": { statuses: withSession(200) },
  // Without a form: the feature is looked at first.
  "POST /teams/": { statuses: withSession(403, { coach_tools: 400 }) },
  "GET /teams/{id}/": row(onlyTo(MEMBERS, 200)),
  "PUT /teams/{id}/": {
    request: async (world) => {
      const form = new FormData();
      form.set("name", "Another");
      return { ...(await about(world)), form };
    },
    statuses: onlyTo(MEMBERS, 403, { owner: 200 }),
  },
  "DELETE /teams/{id}/": row(onlyTo(MEMBERS, 403, { owner: 204 })),
  "POST /teams/{id}/members/": {
    request: async (world) => ({
      ...(await about(world)),
      json: { email: world.people.stranger.session.user.email },
    }),
    statuses: onlyTo(MEMBERS, 403, { owner: 201, coach: 201 }),
  },
  "PATCH /teams/{id}/members/{user_id}/": {
    request: async (world) => ({ ...(await aboutMember(world)), json: { role: "COACH" } }),
    statuses: onlyTo(MEMBERS, 403, COACHES),
  },
  "DELETE /teams/{id}/members/{user_id}/": {
    request: aboutMember,
    statuses: onlyTo(MEMBERS, 403, { owner: 204, coach: 204 }),
  },
  "PATCH /teams/{id}/membership/": row(onlyTo(MEMBERS, 200), { permissions: "COACH_ONLY" }),
  "DELETE /teams/{id}/membership/": row(onlyTo(MEMBERS, 204)),
};
