import { defineResource } from "../../platform/ops/resource.ts";
import { TEAM_ROUTES } from "./contract.ts";
import { TEAM_FILES } from "./form.ts";
import { TEAM_HANDLERS } from "./handlers.ts";
import { handOverTeams, lockTeamsOf } from "./members.ts";
import { exportTeams } from "./present.ts";

export const TEAMS = defineResource({
  name: "teams",
  routes: TEAM_ROUTES,
  handlers: TEAM_HANDLERS,
  ids: { members: "user who is the member", teams: "team" },
  files: [TEAM_FILES],
  account: {
    about: "teams.json       your teams",
    exported: exportTeams,
    tables: ["teams", "team_members"],
    lock: lockTeamsOf,
    removed: handOverTeams,
  },
});
