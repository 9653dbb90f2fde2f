import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { JOBS } from "../src/app/resources.ts";
import { buildIndexes } from "../src/platform/db/indexes.ts";
import { type OpenDatabase, openDatabase } from "../src/platform/db/open.ts";
import { startJobs } from "../src/platform/jobs/jobs.ts";
import { type Explained, explain } from "./explain.ts";
import { type Amounts, generateRows } from "./generated-rows.ts";
import { listedQueries } from "./listed-queries.ts";
import { freshDatabase } from "./postgres.ts";
import { POSTGRES } from "./test-server.ts";

/** In `npm run soak -- million`: 1000000, of 20,000 people. */
const TRACKS = Number(process.env.GENERATED_TRACKS || 20_000);
const AMOUNTS: Amounts = { tracks: TRACKS, users: TRACKS / 50, journals: TRACKS / 5 };
const isLong = TRACKS > 100_000;
const TIMEOUT_MS = isLong ? 3_600_000 : 120_000;

/** Tables of which a list, a report or a job reads a part. */
const LARGE = [
  "tracks",
  "track_facts",
  "segments",
  "segment_tags",
  "maneuvers",
  "journals",
  "wind_files",
  "wind_reports",
  "user_tags",
  "straight_analyses",
  "straight_analysis_segments",
  "garmin_activities",
  "race_tracks",
];
/** Pages of a table that is small enough to be read as a whole: 1 MB. */
const SMALL_PAGES = 128;
/** Pages of a query for people with an ordinary number of tracks: 50 ms at 2 µs each, from memory. */
const MOST_BUFFERS = 25_000;
/** An administrator's search among the tracks of all, and accounts in the order of what they have stored. */
const mayReadAll = (name: string) => /^tracks, all, .*search|^accounts by (last_seen|tracks|storage)/.test(name);
/** A third of all maneuvers are those of the busiest coach. */
const OF_THE_BUSIEST = ["maneuvers", "segments", "segment_tags"];
/**
 * Somebody with as many tracks as the limit allows, in a team with twenty times that, or an administrator's lists of all
 * accounts, of which a page may have the twenty with most tracks, and of a month of all tracks: printed, not bounded.
 */
const isExtreme = (name: string) => /busiest|^accounts by|^tracks, all, .*between days/.test(name);

describe.skipIf(!POSTGRES)(`lists and reports among ${TRACKS} tracks`, () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let opened: OpenDatabase;
  const explained: (Explained & { name: string })[] = [];
  beforeAll(async () => {
    database = await freshDatabase(POSTGRES!);
    opened = await openDatabase({ url: database.url, folder: "" });
    // The queues, among whose jobs some queries look.
    await (await startJobs(opened.boss, { error: console.error, info() {} }, JOBS)).stop();
    await generateRows(opened.db, AMOUNTS);
    await buildIndexes(opened.db, { concurrently: true });
    for (const { name, run } of await listedQueries(opened.db, AMOUNTS)) {
      for (const one of await explain(opened.db, run)) explained.push({ name, ...one });
    }
    for (const { name, ms, buffers, rows, plan } of explained) {
      console.log(`${name}: ${ms.toFixed(1)} ms, ${buffers} buffers, ${rows} rows\n${isLong ? plan : ""}`);
    }
  }, TIMEOUT_MS);
  afterAll(async () => {
    await opened?.close();
    await database?.drop();
  });

  it("never read a large table for a part of it", async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'r' and relpages > ${SMALL_PAGES}::integer`.execute(
      opened.db,
    );
    const large = rows.map(({ name }) => name).filter((name) => LARGE.includes(name));
    const isScan = (name: string, table: string) =>
      large.includes(table) && !(isExtreme(name) && OF_THE_BUSIEST.includes(table));
    const scans = explained.filter(
      ({ name, scanned }) => !mayReadAll(name) && scanned.some((table) => isScan(name, table)),
    );
    expect(large).toContain("tracks");
    expect(scans.map(({ name, plan }) => `${name}\n${plan}`)).toEqual([]);
  });

  it("read few pages for people with an ordinary number of tracks", () => {
    const large = explained.filter(
      ({ name, buffers }) => !isExtreme(name) && !mayReadAll(name) && buffers > MOST_BUFFERS,
    );
    expect(large.map(({ name, buffers, plan }) => `${name}: ${buffers}\n${plan}`)).toEqual([]);
  });
});
