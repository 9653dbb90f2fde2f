/**
 * Which test files run on which database. `npm test` runs every file on PostgreSQL (suite `api-postgres`), so a new one
 * needs no entry here, and these on the embedded database as well (suite `api`): those whose subject may differ there.
 * `npm run soak -- embedded` runs all others on it.
 */
const ALSO_EMBEDDED = [
  // Its dialect, values, notifications and files; the lists, sums and indexes that are computed in SQL.
  "src/database/open.test.ts",
  "src/database/copy-folder.test.ts",
  "src/database/indexes.test.ts",
  "src/events/events.test.ts",
  "src/facts/facts.test.ts",
  "src/reports/polar.test.ts",
  "src/reports/reports.test.ts",
  "src/reports/season.test.ts",
  "src/reports/speed-bands.test.ts",
  "src/reports/team-sums.test.ts",
  "src/season-tables/season-tables.test.ts",
  "src/tracks/track-list.test.ts",
  "src/tracks/tracks.test.ts",
  // Its one connection: locks, jobs, transactions beside calls, long reads.
  "src/accounts/accounts.test.ts",
  "src/admin/cancel-job.test.ts",
  "src/auth/login-attempts.test.ts",
  "src/auth/sessions.test.ts",
  "src/files/store-upload.test.ts",
  "src/http/parallel-quotas.test.ts",
  "src/http/computing-calls.test.ts",
  "src/jobs/analyze-track.test.ts",
  "src/jobs/enqueue-outdated.test.ts",
  "src/jobs/idle.test.ts",
  "src/jobs/jobs.test.ts",
  "src/segments/retired-segments.test.ts",
  "src/tracks/durability.test.ts",
  "src/tracks/request-analysis.test.ts",
  "src/tracks/upload.test.ts",
  // Backups, and files that belong to a database.
  "src/backup/backup.test.ts",
  "src/backup/restored.test.ts",
  "src/storage/bind-storage.test.ts",
  "src/storage/reused-ids.test.ts",
  // The demonstration, which newcomers see on it.
  "src/demo/seed.test.ts",
  "src/http/fuzzed-requests.test.ts",
  // Processes of the built server.
  "test/killed-restore.test.ts",
  "test/large-start.test.ts",
  "test/uploads.test.ts",
];

/** What exists of the embedded database alone. */
const ONLY_EMBEDDED = [
  "src/admin/terminal-socket.test.ts",
  "src/database/embedded.test.ts",
  "src/database/lock.test.ts",
  "test/process.test.ts",
];

/** Files that take longest, much of it waiting: they begin first, so that no worker is left with one at the end. */
export const LONGEST = [
  "test/process.test.ts",
  "test/machines.test.ts",
  "src/jobs/idle.test.ts",
  "src/jobs/analyze-track.test.ts",
  "test/database-away.test.ts",
  "src/http/access-matrix.test.ts",
  "src/http/swapped-ids.test.ts",
  "test/killed-restore.test.ts",
  "src/demo/seed.test.ts",
  "src/admin/cancel-job.test.ts",
  "src/auth/login-attempts.test.ts",
  "src/season-tables/season-tables.test.ts",
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
