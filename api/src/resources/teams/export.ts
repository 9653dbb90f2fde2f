import type { AppContext } from "../../platform/context.ts";
import { jsonEntry } from "../../platform/files/json-entry.ts";
import type { ArchiveEntry } from "../../platform/files/zip.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { findTeamsOf } from "./queries.ts";

/** The user's teams and his place in them. The other members are theirs to take along. */
export async function* exportTeams({ db }: AppContext, user: Viewer): AsyncGenerator<ArchiveEntry> {
  const teams = (await findTeamsOf(db, user.id)).map(({ team, members }) => {
    const { role, permissions } = members.find(({ user_id }) => user_id === user.id)!;
    return { id: team.id, name: team.name, created: team.created_at.toISOString(), role, permissions };
  });
  yield jsonEntry("teams.json", teams);
}
