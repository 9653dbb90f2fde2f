import type { Selectable } from "kysely";
import type { User } from "../contract.ts";
import type { UsersTable } from "../database/schema.ts";
import type { Storage } from "../storage/storage.ts";

/** A person as he sees himself. */
export function presentUser(row: Selectable<UsersTable>, storage: Storage): User {
  return {
    id: row.id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    role: row.role,
    profile_img: row.image && storage.signedPath(row.image),
    primary_boat_class: row.primary_boat_class,
    email_notifications: row.email_notifications,
    // No Garmin account can be connected yet, and there are no teams yet.
    garmin_connected: false,
    teammates: [],
    auto_segmentation_enabled: row.auto_segmentation_enabled,
    show_wind_arrow: row.show_wind_arrow,
    enabled_features: row.enabled_features as User["enabled_features"],
  };
}
