/** The long form of api/test/machines.test.ts: every process of a server of several is killed, again and again. */
import { join } from "node:path";
import { judged, vitestCounts } from "./counts.mjs";
import { startCluster } from "./postgres-cluster.mjs";
import { openLog, ROOT, run } from "./step.mjs";

/** Kills while recordings are uploaded, and as many while they are analysed. */
const KILLS = "200";

export async function chaos({ postgres, s3 }) {
  const cluster = await startCluster(postgres);
  const log = openLog("chaos");
  const path = join(ROOT, "target", "reports", "chaos.json");
  const args = ["run", "--root", join(ROOT, "api"), "test/machines.test.ts", "--reporter=default", "--reporter=json"];
  const env = {
    NO_COLOR: "1",
    CHAOS_KILLS: KILLS,
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
