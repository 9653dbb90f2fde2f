import { trackOfArrow } from "@leebow/core/node";
import type { RaceTrackRow } from "../../access/race.ts";
import type { AppContext } from "../../platform/context.ts";
import { drawRaceMap, type Path, thinPath } from "../../platform/geo/static-map.ts";
import { RESULT_FILES, sailedResults } from "../tracks/results.ts";
import { boatsOf } from "./boats.ts";
import { RACE_FILES } from "./results.ts";

/** Draws the boats of a race in the colours of its map. False when no track has results. */
export async function writeRaceMap(
  context: AppContext,
  key: string,
  tracks: readonly RaceTrackRow[],
): Promise<boolean> {
  const { storage } = context;
  const boats = boatsOf(tracks.filter(({ result_key }) => result_key !== null));
  if (boats.length === 0) return false;
  const paths: Path[] = [];
  for (const boat of boats) paths.push(await pathOf(context, boat, boats.length));
  await storage.write(`${key}/${RACE_FILES.map_light}`, await drawRaceMap(paths, "light"));
  await storage.write(`${key}/${RACE_FILES.map_dark}`, await drawRaceMap(paths, "dark"));
  return true;
}

/** The tracks of a boat as one line; each is read and thinned before the next, since a race may have 200. */
async function pathOf(context: AppContext, boat: readonly RaceTrackRow[], boats: number): Promise<Path> {
  const [lon, lat]: [number[], number[]] = [[], []];
  for (const { result_key } of boat) {
    const folder = await sailedResults(context, result_key!);
    const { columns } = trackOfArrow(await context.storage.read(`${folder}/${RESULT_FILES.columns}`));
    const { lon_deg, lat_deg } = thinPath(columns, boats);
    lon.push(...lon_deg);
    lat.push(...lat_deg);
  }
  return { lon_deg: Float64Array.from(lon), lat_deg: Float64Array.from(lat) };
}
