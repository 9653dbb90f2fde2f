/**
 * Which test files run on which database. `npm test` runs every file on PostgreSQL (suite `api-postgres`), so a new one
 * needs no entry here, and these on the embedded database as well (suite `api`): those whose subject may differ there.
 * `npm run soak -- embedded` runs all others on it.
 */
const ALSO_EMBEDDED = [
  // Its dialect, values, notifications and files; the lists, sums and indexes that are computed in SQL.
  "src/platform/db/open.test.ts",
  "src/platform/db/copy-folder.test.ts",
  "src/platform/db/indexes.test.ts",
  "src/resources/events/events.test.ts",
  "src/resources/tracks/facts.test.ts",
  "src/resources/reports/polar.test.ts",
  "src/resources/reports/reports.test.ts",
  "src/resources/reports/season.test.ts",
  "src/resources/reports/speed-bands.test.ts",
  "src/resources/reports/team-sums.test.ts",
  "src/resources/season/season-tables.test.ts",
  "src/resources/tracks/track-list.test.ts",
  "src/resources/tracks/tracks.test.ts",
  // Its one connection: locks, jobs, transactions beside calls, long reads.
  "src/resources/account/accounts.test.ts",
  "src/resources/admin/cancel-job.test.ts",
  "src/platform/auth/login-attempts.test.ts",
  "src/platform/auth/sessions.test.ts",
  "src/resources/files/store-upload.test.ts",
  "src/app/parallel-quotas.test.ts",
  "src/platform/http/computing-calls.test.ts",
  "src/resources/tracks/analyze-track.test.ts",
  "src/resources/tracks/enqueue-outdated.test.ts",
  "src/platform/jobs/idle.test.ts",
  "src/platform/jobs/jobs.test.ts",
  "src/resources/segments/retired-segments.test.ts",
  "src/resources/tracks/durability.test.ts",
  "src/resources/tracks/request-analysis.test.ts",
  "src/resources/tracks/upload.test.ts",
  // Backups, and files that belong to a database.
  "src/platform/ops/backup.test.ts",
  "src/platform/ops/restored.test.ts",
  "src/platform/files/bind-storage.test.ts",
  "src/platform/files/reused-ids.test.ts",
  // The demonstration, which newcomers see on it.
  "src/resources/demo/seed.test.ts",
  "src/app/fuzzed-requests.test.ts",
  // Processes of the built server.
  "test/killed-restore.test.ts",
  "test/large-start.test.ts",
  "test/uploads.test.ts",
];

/** What exists of the embedded database alone. */
const ONLY_EMBEDDED = [
  "src/resources/admin/terminal-socket.test.ts",
  "src/platform/db/embedded.test.ts",
  "src/platform/db/lock.test.ts",
  "test/process.test.ts",
];

/** Files that take longest, much of it waiting: they begin first, so that no worker is left with one at the end. */
export const LONGEST = [
  "test/process.test.ts",
  "test/machines.test.ts",
  "src/platform/jobs/idle.test.ts",
  "src/resources/tracks/analyze-track.test.ts",
  "test/database-away.test.ts",
  "src/app/access-matrix.test.ts",
  "src/app/swapped-ids.test.ts",
  "test/killed-restore.test.ts",
  "src/resources/demo/seed.test.ts",
  "src/resources/admin/cancel-job.test.ts",
  "src/platform/auth/login-attempts.test.ts",
  "src/resources/season/season-tables.test.ts",
];

export const EMBEDDED = [...ALSO_EMBEDDED, ...ONLY_EMBEDDED];

/**
 * Files to run and files to leave out. `url`: of the PostgreSQL server, none for the embedded database. `suite`:
 * "embedded" and "embedded-rest" select files of the embedded database; without it, as by hand, there are all.
 */
export function testFiles(
  url: string | undefined,
  suite: string | undefined,
): { include: string[]; exclude: string[] } {
  const all = ["src/**/*.test.ts", "test/**/*.test.ts"];
  if (url) return { include: all, exclude: ONLY_EMBEDDED };
  if (suite === "embedded") return { include: EMBEDDED, exclude: [] };
  return { include: all, exclude: suite === "embedded-rest" ? EMBEDDED : [] };
}
