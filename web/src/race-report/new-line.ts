/** A first place for a line that neither device nor fleet gives. */

import type { RaceReport } from "@leebow/core";
import { type LonLat, Plane } from "../map/plane";
import { type BoatPath, placeAt } from "../session/boat-path";

/** Half the length of the new line, m. *guess* */
const HALF_LENGTH_M = 50;

/** Across the wind through the middle of the boats at a moment, pin to the left looking upwind; null without boats or a wind. */
export function newLine(
  at: string,
  { twd_deg }: Pick<RaceReport, "twd_deg">,
  paths: readonly (BoatPath | null)[],
): { pin: LonLat; committee: LonLat } | null {
  if (twd_deg === null) return null;
  const places = paths.flatMap((path) => (path && placeAt(path, Date.parse(at))) ?? []);
  if (places.length === 0) return null;
  const mean = (of: (place: LonLat) => number) => places.reduce((sum, place) => sum + of(place), 0) / places.length;
  const plane = new Plane({ lon: mean(({ lon }) => lon), lat: mean(({ lat }) => lat) });
  const angle = (twd_deg * Math.PI) / 180;
  const [east, north] = [Math.cos(angle) * HALF_LENGTH_M, -Math.sin(angle) * HALF_LENGTH_M];
  return {
    pin: { lon: plane.lon(-east), lat: plane.lat(-north) },
    committee: { lon: plane.lon(east), lat: plane.lat(north) },
  };
}
