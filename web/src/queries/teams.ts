/** The user's teams: the list, one with its members, and the changes to them. */
import type { Team, TeamPermissions, TeamRole } from "@leebow/api/contract";
import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiFailure, shownByForm } from "../api/failure";
import {
  addMember,
  changePermissions,
  changeRole,
  createTeam,
  deleteTeam,
  fetchTeam,
  fetchTeams,
  leaveTeam,
  removeMember,
  type TeamForm,
  updateTeam,
} from "../api/teams";
import { refreshProfile } from "./profile";

const LIST = ["teams", "list"] as const;
const teamKey = (id: number) => ["teams", "team", id] as const;

/** The teams the user is a member of, by name. */
export const teamsOptions = () => queryOptions({ queryKey: LIST, queryFn: ({ signal }) => fetchTeams(signal) });

/** One of them with its members. */
export const teamOptions = (id: number) =>
  queryOptions({ queryKey: teamKey(id), queryFn: ({ signal }) => fetchTeam(id, signal) });

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

/** Creates a team. The form shows failures. */
export function useCreateTeam() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: createTeam,
    onError: shownByForm,
    onSuccess: (team) => storeTeam(client, team),
  });
}

/** Changes name or logo. The form shows failures. */
export function useUpdateTeam(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: TeamForm) => updateTeam(id, form),
    onError: shownByForm,
    onSuccess: (team) => storeTeam(client, team),
  });
}

/** Adds the person with this e-mail. The form shows failures. */
export function useAddMember(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (email: string) => addMember(id, email),
    onError: shownByForm,
    onSuccess: (team) => storeTeam(client, team),
  });
}

/** A refused change means that the team is not as it is shown: somebody else has changed it. */
const refresh = (client: QueryClient, id: number) => (cause: unknown) => {
  if (cause instanceof ApiFailure && cause.status !== 0) void client.invalidateQueries({ queryKey: teamKey(id) });
};

export function useChangeRole(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ user_id, role }: { user_id: number; role: TeamRole }) => changeRole(id, user_id, role),
    onSuccess: (team) => storeTeam(client, team),
    onSettled: (_team, error) => refresh(client, id)(error),
  });
}

export function useRemoveMember(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (user_id: number) => removeMember(id, user_id),
    onSuccess: async (_, user_id) => {
      const without = (members: Team["athletes"]) => members.filter((member) => member.id !== user_id);
      client.setQueryData<Team>(
        teamKey(id),
        (team) => team && { ...team, coaches: without(team.coaches), athletes: without(team.athletes) },
      );
      await client.invalidateQueries({ queryKey: ["teams"] });
      void refreshProfile(client);
    },
    onSettled: (_, error) => refresh(client, id)(error),
  });
}

/** The form shows failures. */
export function useChangePermissions(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (permissions: TeamPermissions) => changePermissions(id, permissions),
    onError: shownByForm,
    onSuccess: (team) => storeTeam(client, team),
  });
}

export function useLeaveTeam(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => leaveTeam(id),
    onSuccess: () => forgetTeam(client, id),
    onSettled: (_, error) => refresh(client, id)(error),
  });
}

export function useDeleteTeam(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => deleteTeam(id),
    onSuccess: () => forgetTeam(client, id),
    onSettled: (_, error) => refresh(client, id)(error),
  });
}
