/** Calls on teams. Importable by the browser. */
import { route } from "../../platform/http/route.ts";
import { LIMITS } from "../../platform/limits.ts";
import {
  AddMember,
  CreateTeam,
  MemberParams,
  Team,
  TeamParams,
  Teams,
  UpdateMember,
  UpdateMembership,
  UpdateTeam,
} from "./schema.ts";

const TEAMS = { tag: "Teams", access: "signed_in" } as const;
const ONE = { ...TEAMS, params: TeamParams, errors: [403] } as const;
const perHour = (max: number) => ({ rateLimit: { per: "user", max, window_s: 3600 } }) as const;

const ADD =
  "The person with this e-mail is a member at once, and is told by mail unless e-mail notifications are off. The membership gives no rights, neither to the person nor to the team, before the person has confirmed the e-mail address. An address without an account is an error: " +
  "the list of members would show the difference in any case. The rate limit keeps it from being tried out.";

export const TEAM_ROUTES = {
  "GET /teams/": route({
    ...TEAMS,
    operationId: "listTeams",
    summary: "The teams the viewer is a member of, by name",
    answers: { 200: Teams },
  }),
  "POST /teams/": route({
    ...TEAMS,
    ...perHour(LIMITS.teams_created_per_hour),
    operationId: "createTeam",
    summary: "Create a team, with the viewer as its coach; needs coach_tools",
    form: CreateTeam,
    answers: { 201: Team },
    errors: [403, 409],
  }),
  "GET /teams/{id}/": route({
    ...ONE,
    operationId: "readTeam",
    summary: "One team with its members",
    answers: { 200: Team },
    errors: [],
  }),
  "PUT /teams/{id}/": route({
    ...ONE,
    ...perHour(LIMITS.picture_uploads_per_hour),
    operationId: "updateTeam",
    summary: "Change name or logo; what the form leaves out stays. For its creator",
    form: UpdateTeam,
    answers: { 200: Team },
  }),
  "DELETE /teams/{id}/": route({
    ...ONE,
    operationId: "deleteTeam",
    summary: "Delete a team. For its creator",
    answers: { 204: null },
  }),
  "POST /teams/{id}/members/": route({
    ...ONE,
    ...perHour(LIMITS.members_added_per_hour),
    operationId: "addTeamMember",
    summary: "Add a person by e-mail as an athlete. For coaches",
    description: ADD,
    body: AddMember,
    answers: { 201: Team },
    errors: [403, 409],
  }),
  "PATCH /teams/{id}/members/{user_id}/": route({
    ...ONE,
    params: MemberParams,
    operationId: "updateTeamMember",
    summary: "Promote an athlete to COACH or demote a coach to ATHLETE. For coaches; the last coach stays one",
    body: UpdateMember,
    answers: { 200: Team },
    errors: [403, 409],
  }),
  "DELETE /teams/{id}/members/{user_id}/": route({
    ...ONE,
    params: MemberParams,
    operationId: "removeTeamMember",
    summary: "Remove a member. For coaches; the last coach stays",
    answers: { 204: null },
    errors: [403, 409],
  }),
  "PATCH /teams/{id}/membership/": route({
    ...ONE,
    operationId: "updateTeamMembership",
    summary: "Choose who of the team may view the own PRIVATE tracks",
    body: UpdateMembership,
    answers: { 200: Team },
    errors: [],
  }),
  "DELETE /teams/{id}/membership/": route({
    ...ONE,
    operationId: "leaveTeam",
    summary: "Leave a team; the last coach cannot",
    answers: { 204: null },
    errors: [409],
  }),
} as const;
