/** A temporary PostgreSQL cluster for the tests, on a free port. */

import { spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.mjs";
import { Failure, openLog, run } from "./step.mjs";

/** Starts a cluster with the programs in `bin`; returns its URL, its data folder and a function that stops and deletes it. */
export async function startCluster(bin) {
  const folder = mkdtempSync(join(tmpdir(), "leebow-postgres-"));
  const owner = clusterOwner();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const port = await freePort();
  const log = openLog("postgres");
  const remedy = "PostgreSQL could not be started for the tests.";
  const data = join(folder, "data");
  const as = { ...owner, log, remedy, cwd: folder };
  const how = ["-U", "leebow", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  await run(join(bin, "initdb"), ["-D", data, ...how], as);
  // Tests need no durability. The socket is in the cluster's folder, where no other cluster has one.
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200`;
  await run(join(bin, "pg_ctl"), ["-D", data, "-w", "-l", join(folder, "log"), "-o", settings, "start"], as);
  const stop = () => {
    process.off("exit", stop);
    spawnSync(join(bin, "pg_ctl"), ["-D", data, "-m", "immediate", "stop"], { ...owner, cwd: folder });
    rmSync(folder, { recursive: true, force: true });
  };
  process.on("exit", stop);
  return { url: `postgres://leebow@127.0.0.1:${port}/postgres`, data, stop };
}

/** PostgreSQL does not run as root: then as the user of Debian's package. */
function clusterOwner() {
  if (process.getuid?.() !== 0) return undefined;
  const entry = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync("/etc/passwd", "utf8"));
  if (!entry)
    throw new Failure("PostgreSQL refuses to run as root and there is no user postgres: add one and start again.");
  return { uid: Number(entry[1]), gid: Number(entry[2]) };
}
