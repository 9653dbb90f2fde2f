import { canCreateTeam, hasCoachTools, membershipOf, teamCan } from "../../access/team.ts";
import { UNCONFIRMED } from "../../access/user.ts";
import { lockQuotas } from "../../platform/auth/users.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { deleteFiles, withStoredFiles } from "../../platform/files/files-of-rows.ts";
import { detailError, forbidden, limitReached, notFound } from "../../platform/http/errors.ts";
import type { Handlers } from "../../platform/http/mount.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { TEAM_ROUTES } from "./contract.ts";
import { type ReceivedTeam, receiveTeam } from "./form.ts";
import { addMember, changeRole, leaveTeam, lockOwnTeam, removeMember } from "./members.ts";
import { presentTeam } from "./present.ts";
import {
  countTeamsOf,
  deleteTeam,
  findTeamsOf,
  insertTeam,
  type TeamWithMembers,
  updateMember,
  updateTeam,
} from "./queries.ts";
import { CreateTeam, type Team, UpdateTeam } from "./schema.ts";

const NO_COACH_TOOLS = "Your plan has no Coach Tools. Choose another plan to create teams.";
const CREATOR_ONLY = "A team is updated and deleted by its creator.";

/** Teams, their members, and what the members show each other. */
export const TEAM_HANDLERS: Handlers<typeof TEAM_ROUTES> = {
  "GET /teams/": async ({ context, viewer }) => {
    const teams = await findTeamsOf(context.db, viewer.id);
    return { status: 200, body: teams.map((team) => presentTeam(team, viewer.id, context.storage)) };
  },

  "POST /teams/": async ({ context, viewer, c }) => {
    if (!hasCoachTools(viewer)) throw detailError("plan_required", NO_COACH_TOOLS);
    if (!canCreateTeam(viewer)) throw detailError("address_unconfirmed", UNCONFIRMED);
    // Before the logo is received, and again under the lock.
    await requireRoom(context.db, viewer.id);
    const { name, logo_key = null } = await receiveTeam(context, c.req.raw, CreateTeam);
    const id = await withStoredFiles(context, logo_key ? [logo_key] : [], () =>
      context.db.transaction().execute(async (trx) => {
        await lockQuotas(trx, viewer.id);
        await requireRoom(trx, viewer.id);
        return insertTeam(trx, name!, logo_key, viewer.id);
      }),
    );
    return { status: 201, body: await readTeam(context, viewer, id) };
  },

  "GET /teams/{id}/": async ({ context, viewer, params: { id } }) => ({
    status: 200,
    body: await readTeam(context, viewer, id),
  }),

  "PUT /teams/{id}/": async ({ context, viewer, params: { id }, c }) => {
    refuseOthers(await ownTeam(context, viewer, id), viewer);
    const changes = await receiveTeam(context, c.req.raw, UpdateTeam);
    const stored = changes.logo_key ? [changes.logo_key] : [];
    await withStoredFiles(context, stored, () => changeTeam(context, viewer, id, changes));
    return { status: 200, body: await readTeam(context, viewer, id) };
  },

  "DELETE /teams/{id}/": async ({ context, viewer, params: { id } }) => {
    await context.db.transaction().execute(async (trx) => {
      const found = await lockOwnTeam(trx, viewer, id);
      refuseOthers(found, viewer);
      await deleteTeam(trx, id);
      await deleteFiles(context, trx, [found.team.logo_key]);
    });
    return { status: 204 };
  },

  "POST /teams/{id}/members/": async ({ context, viewer, params: { id }, body: { email } }) => {
    await context.db.transaction().execute((trx) => addMember(context, trx, viewer, id, email));
    return { status: 201, body: await readTeam(context, viewer, id) };
  },

  "PATCH /teams/{id}/members/{user_id}/": async ({ context, viewer, params: { id, user_id }, body: { role } }) => {
    await context.db.transaction().execute((trx) => changeRole(trx, viewer, id, user_id, role));
    return { status: 200, body: await readTeam(context, viewer, id) };
  },

  "DELETE /teams/{id}/members/{user_id}/": async ({ context, viewer, params: { id, user_id } }) => {
    await context.db.transaction().execute((trx) => removeMember(trx, viewer, id, user_id));
    return { status: 204 };
  },

  "PATCH /teams/{id}/membership/": async ({ context, viewer, params: { id }, body }) => {
    await context.db.transaction().execute(async (trx) => {
      await lockOwnTeam(trx, viewer, id);
      await updateMember(trx, id, viewer.id, { ...body, accepted: true });
    });
    return { status: 200, body: await readTeam(context, viewer, id) };
  },

  "DELETE /teams/{id}/membership/": async ({ context, viewer, params: { id } }) => {
    await context.db.transaction().execute((trx) => leaveTeam(trx, viewer, id));
    return { status: 204 };
  },
};

async function requireRoom(db: Db, user_id: number): Promise<void> {
  if ((await countTeamsOf(db, user_id)) < LIMITS.teams_per_user) return;
  throw limitReached(`You are in ${LIMITS.teams_per_user} teams`, "Leave one first.");
}

/** The viewer's team of this id. Throws 404 also when it exists and he is no member. */
async function ownTeam({ db }: AppContext, viewer: Viewer, id: number): Promise<TeamWithMembers> {
  const [found] = await findTeamsOf(db, viewer.id, id);
  if (!found) throw notFound("This team");
  return found;
}

async function readTeam(context: AppContext, viewer: Viewer, id: number): Promise<Team> {
  return presentTeam(await ownTeam(context, viewer, id), viewer.id, context.storage);
}

function refuseOthers(found: TeamWithMembers, viewer: Viewer): void {
  const me = found.members.find(({ user_id }) => user_id === viewer.id)!;
  if (!teamCan(membershipOf(found, me)).edit) throw forbidden(CREATOR_ONLY);
}

function changeTeam(context: AppContext, viewer: Viewer, id: number, changes: ReceivedTeam): Promise<void> {
  return context.db.transaction().execute(async (trx) => {
    const found = await lockOwnTeam(trx, viewer, id);
    refuseOthers(found, viewer);
    if (Object.keys(changes).length > 0) await updateTeam(trx, id, changes);
    if (changes.logo_key) await deleteFiles(context, trx, [found.team.logo_key]);
  });
}
