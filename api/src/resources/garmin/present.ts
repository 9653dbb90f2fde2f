import type { ActivityRow, LinkRow } from "./queries.ts";
import type { GarminConnection } from "./schema.ts";

export function presentConnection(
  provider: GarminConnection["provider"],
  link: LinkRow | undefined,
  activities: ActivityRow[],
): GarminConnection {
  return {
    garmin_connected: link !== undefined,
    provider,
    connected_at: link?.connected_at.toISOString() ?? null,
    permissions: link?.permissions ?? [],
    activities: activities.map(({ summary_id, name, status, reason, track_id, received_at }) => ({
      summary_id,
      name,
      status,
      reason,
      track: track_id,
      received_at: received_at.toISOString(),
    })),
  };
}
