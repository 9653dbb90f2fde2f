import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { RaceRow, RaceTrackRow } from "../../access/race.ts";
import type { AppContext } from "../../platform/context.ts";
import { inTurn } from "../../platform/http/computing-calls.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { Storage, StoredFile, StoredPage } from "../../platform/storage/storage.ts";
import { boatsOf } from "./boats.ts";
import { type RaceToWrite, racePieces } from "./points.ts";
import type { BoatWinds, RaceWind } from "./wind.ts";

/** Files of one estimate of a race's wind in the storage, below the race's `result_key`. */
export const RACE_FILES = {
  wind: "wind.json",
  boat_winds: "boat-winds.json",
  /** All boats on the coast, PNG. */
  map_light: "map-light.png",
  map_dark: "map-dark.png",
} as const satisfies Record<string, string>;

/** Made at their first use for the tracks that a viewer sees, by a digest of what they depend on besides the wind. */
export const RACE_DOCUMENTS = {
  /** Points of the boats. */
  points: (digest: string) => `points/${digest}.json.gz`,
  report: (digest: string) => `reports/${digest}.json`,
  report_columns: (digest: string) => `reports/${digest}.arrow`,
} as const;

export const RACE_FOLDER = "race-results";

/** Folder of the results of a race, a folder each estimate (platform/files/results.ts). */
export const resultsOfRace = (race_id: number) => `${RACE_FOLDER}/${race_id}`;

/** Folder of the points of a race without results. Their names depend on the results of its tracks, which have unique keys. */
export const folderBeforeResults = (race_id: number) => `${resultsOfRace(race_id)}/0`;

/** Folders of the reports of a race, and of its points, below its `result_key`. */
export const folderOfReports = (result_key: string) => `${result_key}/reports`;
const folderOfPoints = (result_key: string) => `${result_key}/points`;

/**
 * Deletes the files of one of these folders that were written first, until `most` are left: everybody who sees another part
 * of a race, and every change of a name in it, adds some. They are made again at their next use.
 */
export async function removeOldest(storage: Storage, folder: string, most: number): Promise<void> {
  const files: StoredPage["files"] = [];
  for await (const page of storage.pages(folder)) files.push(...page.files);
  files.sort((a, b) => b.modified_ms - a.modified_ms);
  for (const { key } of files.slice(most)) await storage.remove(key);
}

type Context = Pick<AppContext, "storage">;
/** What the files of a race depend on. */
type RaceOf = Pick<RaceRow, "id" | "result_key">;

const NO_WIND: RaceWind = { wind_estimates: [], reason: null, tracks: {} };

/** The wind of a race; none before it is estimated. */
export async function readWind(context: Context, race: RaceOf): Promise<RaceWind> {
  return (await readJson<RaceWind>(context, race, RACE_FILES.wind)) ?? NO_WIND;
}

async function readJson<T>({ storage }: Context, { result_key }: RaceOf, name: string): Promise<T | null> {
  if (!result_key) return null;
  return JSON.parse((await storage.read(`${result_key}/${name}`)).toString("utf8")) as T;
}

/**
 * The points of these tracks of a race as the end of its JSON, a gzip file. It is written when the race's wind is estimated;
 * for other tracks, such as those that one viewer sees, at the first use.
 */
export async function openPoints(
  context: AppContext,
  race: RaceOf,
  tracks: readonly RaceTrackRow[],
): Promise<StoredFile> {
  const folder = race.result_key ?? folderBeforeResults(race.id);
  const key = `${folder}/${RACE_DOCUMENTS.points(digestOf(tracks))}`;
  const stored = await context.storage.open(key);
  if (stored) return stored;
  return inTurn(context, async () => {
    await removeOldest(context.storage, folderOfPoints(folder), LIMITS.race_variants - 1);
    const wind = race.result_key ? await readWind(context, race) : null;
    const boat_winds = (await readJson<BoatWinds>(context, race, RACE_FILES.boat_winds)) ?? {};
    return writePoints(context, key, { tracks, wind, boat_winds });
  });
}

/** Writes the points of a race whose wind has just been estimated. */
export async function storePoints(context: AppContext, result_key: string, race: RaceToWrite): Promise<void> {
  await writePoints(context, `${result_key}/${RACE_DOCUMENTS.points(digestOf(race.tracks))}`, race);
}

/** Another process may write the same file: its content is the same. */
async function writePoints(context: AppContext, key: string, race: RaceToWrite): Promise<StoredFile> {
  const gzip = createGzip();
  const pieces = Readable.from(racePieces(context, race));
  const [made] = await Promise.all([context.storage.receive(gzip), pipeline(pieces, gzip)]);
  await made.keep(key);
  return (await context.storage.open(key))!;
}

/** Of which results the points are, whose, and which of them are one boat. */
function digestOf(tracks: readonly RaceTrackRow[]): string {
  const parts = boatsOf(tracks).map((boat) =>
    boat.map(({ id, result_key, first_name, last_name }) => [id, result_key, first_name, last_name]),
  );
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22);
}
