/** Calls on teams. */
import type { Team, TeamPermissions, TeamRole } from "@leebow/api/contract";
import { call } from "./client";

export interface TeamForm {
  name: string;
  /** Null: the team keeps the logo it has, or gets none. */
  logo: Blob | null;
}

export const fetchTeams = (signal?: AbortSignal): Promise<Team[]> => call("GET /teams/", { signal });

export const fetchTeam = (id: number, signal?: AbortSignal): Promise<Team> =>
  call("GET /teams/{id}/", { params: { id }, signal });

export const createTeam = (team: TeamForm): Promise<Team> => call("POST /teams/", { form: formOf(team) });

export const updateTeam = (id: number, team: TeamForm): Promise<Team> =>
  call("PUT /teams/{id}/", { params: { id }, form: formOf(team) });

export const deleteTeam = (id: number): Promise<undefined> => call("DELETE /teams/{id}/", { params: { id } });

export const addMember = (id: number, email: string): Promise<Team> =>
  call("POST /teams/{id}/members/", { params: { id }, body: { email } });

export const changeRole = (id: number, user_id: number, role: TeamRole): Promise<Team> =>
  call("PATCH /teams/{id}/members/{user_id}/", { params: { id, user_id }, body: { role } });

export const removeMember = (id: number, user_id: number): Promise<undefined> =>
  call("DELETE /teams/{id}/members/{user_id}/", { params: { id, user_id } });

export const changePermissions = (id: number, permissions: TeamPermissions): Promise<Team> =>
  call("PATCH /teams/{id}/membership/", { params: { id }, body: { permissions } });

export const leaveTeam = (id: number): Promise<undefined> => call("DELETE /teams/{id}/membership/", { params: { id } });

function formOf({ name, logo }: TeamForm): FormData {
  const form = new FormData();
  form.append("name", name);
  if (logo) form.append("logo", logo, "logo");
  return form;
}
