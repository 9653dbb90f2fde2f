import { type DescribedColumn, type SeasonSession, seasonFile } from "@leebow/core/tables";
import { anyOf } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { LIMITS } from "../../platform/limits.ts";
import { MissingFile } from "../../platform/storage/missing-file.ts";
import { readReport } from "../tracks/read-results.ts";
import { matches, openTracks } from "./queries.ts";
import { type SeasonFilter, seasonTracks } from "./season-queries.ts";

/**
 * Sessions whose reports are in memory at once, each some 250 kB, and make a row group. *measured*: ten take 50 ms of the
 * event loop, and other calls have their turn between them.
 */
const SESSIONS_AT_ONCE = 10;

type Context = Pick<AppContext, "db" | "storage" | "core" | "log">;
type Track = Awaited<ReturnType<typeof tracksOf>>[number];

interface SeasonTrack extends SeasonSession {
  track_id: number;
  location: string | null;
  user_id: number;
  athlete: string;
}

/** Of the file of a team. */
const ATHLETE_COLUMNS: readonly DescribedColumn<SeasonTrack>[] = [
  {
    name: "athlete_id",
    type: "INT32",
    value: ({ user_id }) => user_id,
    meaning: "Number of the athlete on the server",
  },
  { name: "athlete", type: "STRING", value: ({ athlete }) => athlete, meaning: "Name of the athlete" },
];

const TRACK_COLUMNS: readonly DescribedColumn<SeasonTrack>[] = [
  { name: "track_id", type: "INT32", value: ({ track_id }) => track_id, meaning: "Number of the track on the server" },
  { name: "location", type: "STRING", value: ({ location }) => location, meaning: "Place of the track" },
];

/**
 * The sessions as a Parquet file with a row a session, oldest first, and the name that it is saved by; of a team with the
 * athletes. `of` tells its name from those of others: "team-7"; null for the own sessions. A session whose results are missing in the storage is left out, which is logged.
 */
export async function seasonData(
  context: Context,
  filter: SeasonFilter,
  { isOfTeam, of }: { isOfTeam: boolean; of: string | null },
): Promise<{ content: Uint8Array<ArrayBufferLike>; name: string }> {
  const tracks = await tracksOf(context.db, filter);
  const file = seasonFile([...(isOfTeam ? ATHLETE_COLUMNS : []), ...TRACK_COLUMNS], context.core.version);
  for (let at = 0; at < tracks.length; at += SESSIONS_AT_ONCE) {
    const some = tracks.slice(at, at + SESSIONS_AT_ONCE).map((track) => sessionOf(context, track));
    file.add((await Promise.all(some)).filter((session) => session !== null));
  }
  return {
    content: file.finish(),
    name: nameOf(
      of,
      tracks.map(({ local_date }) => local_date),
    ),
  };
}

async function sessionOf(context: Context, track: Track): Promise<SeasonTrack | null> {
  const { track_id, location, user_id, local_date: date, file_name: name } = track;
  const athlete = `${track.first_name} ${track.last_name}`.trim();
  try {
    const report = await readReport(context, track);
    return { engine: track.engine ?? "", date, report: { ...report, name }, track_id, location, user_id, athlete };
  } catch (error) {
    if (!(error instanceof MissingFile)) throw error;
    context.log.error("a session is missing in its season's data", { track_id, error });
    return null;
  }
}

/** The newest sessions of the filter that have results, oldest first. */
async function tracksOf(db: Db, filter: SeasonFilter) {
  const rows = await db
    .selectFrom((eb) => eb.selectFrom("track_facts").selectAll().where(matches(filter)).as("f"))
    .innerJoin("tracks", "tracks.id", "f.track_id")
    .innerJoin("users", "users.id", "f.user_id")
    .select(["f.track_id", "f.local_date", "tracks.result_key", "tracks.engine"])
    .select(["tracks.file_name", "tracks.location", "f.user_id", "users.first_name", "users.last_name"])
    .where("f.track_id", "in", openTracks(db, filter))
    .where("tracks.result_key", "is not", null)
    .$if(filter.wind !== undefined, (query) => query.where("f.track_id", "=", anyOf(seasonTracks(db, filter))))
    .orderBy("f.start_time", "desc")
    .orderBy("f.track_id", "desc")
    .limit(LIMITS.report_sessions)
    .execute();
  return rows.reverse();
}

/** leebow-season-2026.parquet, leebow-season-team-7-2026.parquet; of several years the first and the last. */
function nameOf(of: string | null, dates: readonly string[]): string {
  const years = new Set([...dates.slice(0, 1), ...dates.slice(-1)].map((date) => date.slice(0, 4)));
  return `${["leebow-season", ...(of ? [of] : []), ...years].join("-")}.parquet`;
}
