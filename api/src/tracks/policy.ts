import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { Viewer } from "../auth/viewer.ts";
import type { TrackMode } from "../contract.ts";
import type { Database } from "../database/schema.ts";

/**
 * Who may do what with a track: here and nowhere else. What no function grants is refused.
 * PUBLIC tracks are for everyone signed in; PRIVATE ones for their owner and role 1.
 */
type Asked = { user_id: number; permissions: "PUBLIC" | "PRIVATE" };

const ADMINISTRATOR = 1;
const COACH = 2;

const isAdministrator = (viewer: Viewer) => viewer.role === ADMINISTRATOR;
const owns = (viewer: Viewer, track: Asked) => track.user_id === viewer.id;

export function canView(viewer: Viewer, track: Asked): boolean {
  return track.permissions === "PUBLIC" || owns(viewer, track) || isAdministrator(viewer);
}

/** Visibility is the owner's decision alone. */
export function canChangeVisibility(viewer: Viewer, track: Asked): boolean {
  return owns(viewer, track);
}

/** Boat class and wind hint. */
export function canChangeAnalysis(viewer: Viewer, track: Asked): boolean {
  return owns(viewer, track) || isAdministrator(viewer);
}

export function canDelete(viewer: Viewer, track: Asked): boolean {
  return owns(viewer, track) || isAdministrator(viewer);
}

export function canDownloadSource(viewer: Viewer, track: Asked): boolean {
  if (!canView(viewer, track)) return false;
  const coaches = viewer.role === COACH || (viewer.enabled_features as string[]).includes("coach_tools");
  return owns(viewer, track) || isAdministrator(viewer) || coaches;
}

export function canList(viewer: Viewer, mode: TrackMode): boolean {
  return mode !== "all" || isAdministrator(viewer);
}

/** {@link canView} as a condition on rows of `tracks`, narrowed to what a list of this mode is about. */
export function listed(viewer: Viewer, mode: TrackMode) {
  return (eb: ExpressionBuilder<Database, "tracks">): Expression<SqlBool> => {
    if (mode === "all" && isAdministrator(viewer)) return eb.val(true) as Expression<SqlBool>;
    // A team of one until there are teams.
    return eb("tracks.user_id", "=", viewer.id);
  };
}
