import { findTeammates, isTeammate } from "../src/access/team.ts";
import { findOpenTrack, findTrack } from "../src/access/track.ts";
import { findVisibleWindFile } from "../src/access/wind.ts";
import { RESOURCES } from "../src/app/resources.ts";
import type { Db } from "../src/platform/db/open.ts";
import { unusedResults } from "../src/platform/files/results.ts";
import type { Viewer } from "../src/platform/http/viewer.ts";
import { listAudit } from "../src/resources/admin/audit.ts";
import { countAdministrators, findAdminUser, listUsers } from "../src/resources/admin/queries.ts";
import type { UserGroup, UserSort } from "../src/resources/admin/schema.ts";
import { listActivities } from "../src/resources/garmin/queries.ts";
import { listJournals } from "../src/resources/journals/queries.ts";
import { consentsOf } from "../src/resources/races/consent-queries.ts";
import { nextPartition, placesInPartition } from "../src/resources/season/keep-tables.ts";
import { countUserTags, listUserTags, sweepRetiredSegments } from "../src/resources/segments/queries.ts";
import { listAnalyses } from "../src/resources/straights/queries.ts";
import { countTeamsOf, findTeamsOf } from "../src/resources/teams/queries.ts";
import { findBySource } from "../src/resources/tracks/accept.ts";
import {
  checkQuota,
  countPending,
  fileNamesOf,
  outdatedTracks,
  tracksWithoutJob,
  userTagsOfTrack,
} from "../src/resources/tracks/queries.ts";
import { tracksWithoutFacts } from "../src/resources/tracks/store-missing-facts.ts";
import { listWindFiles, outdatedWindFiles, storedWindFiles } from "../src/resources/wind/queries.ts";
import { listReports, reportEntriesOf, unsteadinessOf } from "../src/resources/wind/report-queries.ts";
import type { Amounts } from "./generated-rows.ts";
import type { Listed } from "./listed-queries.ts";

/** In the middle of the generated dates. */
const MIDDLE = new Date("2020-06-15T12:00:00Z");

/** The lists of a person beside tracks, journal and reports, and of one track. */
export async function personalQueries(db: Db, who: string, viewer: Viewer): Promise<Listed[]> {
  const own = await db.selectFrom("tracks").select("id").where("user_id", "=", viewer.id).limit(1).execute();
  const track = await findTrack(db, own[0]?.id ?? 1);
  const queries: Record<string, Listed["run"]> = {
    teams: (at) => findTeamsOf(at, viewer.id),
    "number of teams": (at) => countTeamsOf(at, viewer.id),
    teammates: (at) => findTeammates(at, viewer.id),
    "whether two are in a team": (at) => isTeammate(at, viewer.id, viewer.id + 1),
    "wind files, first page": (at) => listWindFiles(at, viewer.id, null),
    "wind files, older page": (at) => listWindFiles(at, viewer.id, { direction: "older", sort_time: MIDDLE, id: 1 }),
    "wind files, newer page": (at) => listWindFiles(at, viewer.id, { direction: "newer", sort_time: MIDDLE, id: 1 }),
    "a wind file of somebody": (at) => findVisibleWindFile(at, viewer, 7),
    "size of the wind files": (at) => storedWindFiles(at, viewer.id),
    "wind reports of a file": (at) => listReports(at, 7),
    "wind reports of a page": (at) => reportEntriesOf(at, [7, 8, 9, 10]),
    unsteadiness: (at) => unsteadinessOf(at, viewer.id),
    tags: (at) => listUserTags(at, viewer.id),
    "number of tags": (at) => countUserTags(at, viewer.id),
    "tags of a track": (at) => userTagsOfTrack(at, viewer.id, track!.id),
    "a track to open": (at) => findOpenTrack(at, viewer, { id: track!.id }),
    "a recording to open": (at) => findOpenTrack(at, viewer, { source_key: track!.source_key }),
    "straight-line analyses of a track": (at) => listAnalyses(at, viewer, track!),
    "journal of a track": (at) => listJournals(at, viewer, { track_id: track!.id }, null, 100),
    "journal of a race": (at) => listJournals(at, viewer, { race_id: 1 }, null, 100),
    consents: (at) => consentsOf(at, viewer.id),
    "consents of a race": (at) => consentsOf(at, viewer.id, 1),
    "Garmin activities": (at) => listActivities(at, viewer.id),
    "names of the files": (at) => fileNamesOf(at, viewer.id),
    "a file by its hash": (at) => findBySource(at, viewer.id, "0"),
    "tracks that are processed": (at) => countPending(at, viewer.id),
    // The busiest have more tracks than there can be: the refusal is no fault here.
    quota: (at) => checkQuota(at, viewer.id, { tracks: 1, bytes: 1 }).catch(() => undefined),
  };
  return Object.entries(queries).map(([name, run]) => ({ name: `${name}, ${who}`, run }));
}

const GROUPS: UserGroup[] = ["all", "athletes", "coaches", "administrators", "disabled"];
const SORTS: UserSort[] = ["name", "role", "last_seen", "tracks", "storage"];

/** The lists of the administration, with each of their filters. */
export function administrationQueries({ users }: Amounts): Listed[] {
  return [
    ...SORTS.flatMap((sort) =>
      (["asc", "desc"] as const).map((order) => ({
        name: `accounts by ${sort}, ${order}`,
        run: (db: Db) => listUsers(db, { sort, order }),
      })),
    ),
    ...GROUPS.map((group) => ({ name: `accounts, ${group}`, run: (db: Db) => listUsers(db, { group, sort: "name" }) })),
    { name: "accounts, search", run: (db) => listUsers(db, { search: "last17", sort: "name" }) },
    { name: "an account", run: (db) => findAdminUser(db, Math.floor(users / 2)) },
    { name: "number of administrators", run: (db) => countAdministrators(db) },
    { name: "audit, first page", run: (db) => listAudit(db, { page: 1 }) },
    { name: "audit, search", run: (db) => listAudit(db, { search: "coach", page: 1 }) },
  ];
}

const PARTITION = { boat_class: "49er", month: "2020-06" };

/** What jobs look for. */
export const jobQueries: Listed[] = [
  { name: "tracks that wait without a job", run: (db) => tracksWithoutJob(db, "analyze-track", 0, 1000) },
  { name: "tracks of an older engine, none", run: (db) => outdatedTracks(db, "generated", 1000) },
  { name: "wind files of an older engine, none", run: (db) => outdatedWindFiles(db, "generated", 0, 1000) },
  { name: "tracks without facts", run: (db) => tracksWithoutFacts(db, 0) },
  { name: "first partition of the tables", run: (db) => nextPartition(db, undefined) },
  { name: "partition of the tables behind one", run: (db) => nextPartition(db, PARTITION) },
  { name: "sessions of a partition of the tables", run: (db) => placesInPartition(db, PARTITION) },
  { name: "replaced results", run: (db) => unusedResults({ db, resources: RESOURCES }, new Date(), "") },
  { name: "retired segments", run: (db) => sweepRetiredSegments(db) },
];
