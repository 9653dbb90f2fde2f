/** The user's teams: the list, one with its members, and the changes to them. */
import type { Team, TeamPermissions, TeamRole } from "@leebow/api/contract";
import type { QueryClient } from "@tanstack/react-query";
import { read, useSend } from "../../server/read";
import { refreshProfile } from "../account/profile";

export interface TeamForm {
  name: string;
  /** Null: the team keeps the logo it has, or gets none. */
  logo: Blob | null;
}

const LIST = ["teams", "list"] as const;
const teamKey = (id: number) => ["teams", "team", id] as const;

/** The teams the user is a member of, by name. */
export const teamsOptions = () => read(LIST, "GET /teams/", {});

/** One of them with its members. */
export const teamOptions = (id: number) => read(teamKey(id), "GET /teams/{id}/", { params: { id } });

/** Writes a changed team into the cache; the list, and the teammates in the profile, are fetched again. */
function storeTeam(client: QueryClient, team: Team): void {
  client.setQueryData(teamKey(team.id), team);
  void client.invalidateQueries({ queryKey: LIST });
  void refreshProfile(client);
}

/** Takes a team that the user has no more out of the cache. */
function forgetTeam(client: QueryClient, id: number): void {
  client.setQueryData<Team[]>(LIST, (teams) => teams?.filter((team) => team.id !== id));
  // It is still on the screen: the page leaves it.
  void client.invalidateQueries({ queryKey: teamKey(id), refetchType: "none" });
  void refreshProfile(client);
}

function withoutMember(client: QueryClient, id: number, user_id: number): void {
  const without = (members: Team["athletes"]) => members.filter((member) => member.id !== user_id);
  client.setQueryData<Team>(
    teamKey(id),
    (team) => team && { ...team, coaches: without(team.coaches), athletes: without(team.athletes) },
  );
}

/** Of a form, which shows failures and holds the team that the server answers. */
const ofForm = (notice: string) => ({ inForm: true, notice, holds: storeTeam });

export const useCreateTeam = () =>
  useSend("POST /teams/", (team: TeamForm) => ({ form: formOf(team) }), ofForm("Team created."));

export const useUpdateTeam = (id: number) =>
  useSend("PUT /teams/{id}/", (team: TeamForm) => ({ params: { id }, form: formOf(team) }), ofForm("Team Updated"));

/** Adds the person with this e-mail. */
export const useAddMember = (id: number) =>
  useSend(
    "POST /teams/{id}/members/",
    (email: string) => ({ params: { id }, body: { email } }),
    ofForm("Team member added successfully."),
  );

export const useChangePermissions = (id: number) =>
  useSend(
    "PATCH /teams/{id}/membership/",
    (permissions: TeamPermissions) => ({ params: { id }, body: { permissions } }),
    ofForm("Permissions have been updated."),
  );

export const useChangeRole = (id: number) =>
  useSend(
    "PATCH /teams/{id}/members/{user_id}/",
    ({ user_id, role }: { user_id: number; role: TeamRole }) => ({ params: { id, user_id }, body: { role } }),
    { notice: "Team member role updated.", holds: storeTeam, refused: [teamKey(id)] },
  );

export function useRemoveMember(id: number) {
  return useSend("DELETE /teams/{id}/members/{user_id}/", (user_id: number) => ({ params: { id, user_id } }), {
    notice: "Team member removed successfully.",
    holds: (client, _, user_id) => {
      withoutMember(client, id, user_id);
      void refreshProfile(client);
    },
    touches: [["teams"]],
    refused: [teamKey(id)],
  });
}

export const useLeaveTeam = (id: number) =>
  useSend("DELETE /teams/{id}/membership/", () => ({ params: { id } }), {
    notice: "You have left the team successfully",
    holds: (client) => forgetTeam(client, id),
    refused: [teamKey(id)],
  });

export const useDeleteTeam = (id: number) =>
  useSend("DELETE /teams/{id}/", () => ({ params: { id } }), {
    notice: "Team Deleted.",
    holds: (client) => forgetTeam(client, id),
    refused: [teamKey(id)],
  });

function formOf({ name, logo }: TeamForm): FormData {
  const form = new FormData();
  form.append("name", name);
  if (logo) form.append("logo", logo, "logo");
  return form;
}
