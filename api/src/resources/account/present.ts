import type { Selectable } from "kysely";
import { canCreateTeam, findTeammates } from "../../access/team.ts";
import { canList } from "../../access/track.ts";
import { canSwitchAutoSegmentation } from "../../access/user.ts";
import type { AppContext } from "../../platform/context.ts";
import type { UsersTable } from "../../platform/db/schema.ts";
import type { User } from "./schema.ts";

/** A user, for that user. */
export async function presentUser(row: Selectable<UsersTable>, { db, storage }: AppContext): Promise<User> {
  return {
    id: row.id,
    email: row.email,
    email_confirmed: row.email_verified,
    first_name: row.first_name,
    last_name: row.last_name,
    role: row.role,
    profile_img: row.image && storage.signedPath(row.image),
    primary_boat_class: row.primary_boat_class,
    email_notifications: row.email_notifications,
    garmin_connected: row.garmin_connected,
    teammates: await findTeammates(db, row.id),
    // The switch stays where it was while the plan has not the feature.
    auto_segmentation_enabled: row.auto_segmentation_enabled && canSwitchAutoSegmentation(row),
    show_wind_arrow: row.show_wind_arrow,
    units: row.units,
    enabled_features: row.enabled_features as User["enabled_features"],
    can: {
      list_all_tracks: canList(row, "all"),
      switch_auto_segmentation: canSwitchAutoSegmentation(row),
      create_team: canCreateTeam(row),
    },
  };
}
