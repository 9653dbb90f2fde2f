/**
 * The long form of the tests of faults: every process of a server of several is killed, again and again, a worker in each
 * attempt at one recording; PostgreSQL goes away for 30 s; a thousand uploads stay half open.
 */
import { join } from "node:path";
import { judged, vitestCounts } from "./counts.mjs";
import { startCluster } from "./postgres-cluster.mjs";
import { openLog, ROOT, run } from "./step.mjs";

/** Kills while recordings are uploaded, and as many while they are analysed. */
const KILLS = process.env.CHAOS_KILLS || "200";
const FILES = ["machines", "killed-worker", "database-away", "uploads"].map((name) => `test/${name}.test.ts`);

export async function chaos({ postgres, s3 }) {
  const cluster = await startCluster(postgres);
  const log = openLog("chaos");
  const path = join(ROOT, "target", "reports", "chaos.json");
  // One after the other: the first stops the database.
  const how = ["--no-file-parallelism", "--reporter=default", "--reporter=json"];
  const args = ["run", "--root", join(ROOT, "api"), ...FILES, ...how];
  const env = {
    NO_COLOR: "1",
    CHAOS_KILLS: KILLS,
    KILL_EVERY_ATTEMPT: "1",
    DATABASE_AWAY_MS: "30000",
    HALF_UPLOADS: "1000",
    DATABASE_URL: cluster.url,
    POSTGRES_BIN: postgres,
    POSTGRES_DATA: cluster.data,
    TEST_S3_SERVER: s3 ?? "",
  };
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const { code } = await run(process.execPath, [vitest, ...args, `--outputFile.json=${path}`], {
    log,
    cwd: join(ROOT, "api"),
    env,
  });
  cluster.stop();
  return judged(vitestCounts(path), code, "chaos", log);
}
