import type { TrackColumns } from "@leebow/core";
import { arrowOfPositions } from "@leebow/core/node";
import type { AppContext } from "../../platform/context.ts";
import { RESULT_FILES } from "./result-files.ts";

export type Positions = Pick<TrackColumns, "time_ms" | "lat_deg" | "lon_deg">;

/** Fixes nearer than this to the one before are left out, ms: of a fix a second none, although receivers are not exact. */
const MIN_STEP_MS = 900;

/** Time and position of a track, a fix a second at most; fixes without a position are left out. */
export function thinnedPositions({ time_ms, lat_deg, lon_deg }: Positions): Positions {
  const rows: number[] = [];
  let next_ms = -Infinity;
  for (const [row, at_ms] of time_ms.entries()) {
    if (at_ms < next_ms || Number.isNaN(lat_deg[row]!)) continue;
    next_ms = at_ms + MIN_STEP_MS;
    rows.push(row);
  }
  const taken = (column: Float64Array) => Float64Array.from(rows, (row) => column[row]!);
  return { time_ms: taken(time_ms), lat_deg: taken(lat_deg), lon_deg: taken(lon_deg) };
}

/** Writes the positions of a track beside its other results. */
export async function writePositions(
  { storage, core }: AppContext,
  result_key: string,
  columns: Positions,
): Promise<void> {
  await storage.write(
    `${result_key}/${RESULT_FILES.positions}`,
    arrowOfPositions(core.version, thinnedPositions(columns)),
  );
}
