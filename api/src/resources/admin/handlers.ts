import { findVisibleRace } from "../../access/race.ts";
import { findTrack } from "../../access/track.ts";
import { findUser } from "../../platform/auth/users.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { detailError, notFound } from "../../platform/http/errors.ts";
import type { Handlers } from "../../platform/http/mount.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { type JobRow, type JobState, jobList } from "../../platform/jobs/queue.ts";
import { LIMITS } from "../../platform/limits.ts";
import { enqueueReset } from "../../platform/mail/request-reset.ts";
import { auditCsv, listAudit, presentAudit, writeAudit } from "./audit.ts";
import { changeUser } from "./change-user.ts";
import type { ADMIN_ROUTES } from "./contract.ts";
import { readHealth, readStorageUse } from "./health.ts";
import { countAdministrators, findAdminUser, listUsers, presentAdminUser } from "./queries.ts";
import type { AdminJob, AdminUser } from "./schema.ts";

const HAS_ENDED = "This job has ended already.";
const NOT_CANCELLABLE = "A job of this kind cannot be cancelled.";
const NOT_FAILED = "This job has not failed: it runs, waits or is done already.";

/** Jobs of the kinds that this server has. */
export const jobsOf = ({ resources }: Pick<AppContext, "resources">) =>
  jobList(resources.flatMap(({ jobs = [] }) => jobs));

/** Users, health, storage, jobs and audit, for administrators alone (`role` of their definitions). */
export const ADMIN_HANDLERS: Handlers<typeof ADMIN_ROUTES> = {
  "GET /admin/users/": async ({ context, viewer, query }) => {
    const { count, rows } = await listUsers(context.db, query);
    const administrators = await countAdministrators(context.db);
    const results = rows.map((row) => presentAdminUser(row, viewer.id, administrators, context.storage));
    return { status: 200, body: { count, page: query.page ?? 1, page_size: LIMITS.page_size, results } };
  },

  "PATCH /admin/users/{id}/": async ({ context, viewer, params: { id }, body }) => {
    await context.db.transaction().execute((trx) => changeUser(trx, viewer, id, body));
    return { status: 200, body: await adminUser(context, viewer, id) };
  },

  "POST /admin/users/{id}/reset/": async ({ context, viewer, params: { id } }) => {
    const user = await findUser(context.db, id);
    if (!user) throw notFound("This user");
    await context.db.transaction().execute(async (trx) => {
      await enqueueReset(context, trx, user.email);
      await writeAudit(trx, viewer, "send_reset", { user_id: id });
    });
    return { status: 204 };
  },

  "GET /admin/health/": async ({ context }) => ({ status: 200, body: await readHealth(context) }),

  "GET /admin/storage/": async ({ context }) => ({ status: 200, body: await readStorageUse(context) }),

  "GET /admin/jobs/": async ({ context, query }) => {
    const jobs = jobsOf(context);
    const results = (await jobs.list(context.db, query)).map((row) => presentJob(context, row));
    return { status: 200, body: { counts: await jobs.count(context.db), results } };
  },

  "POST /admin/jobs/{id}/retry/": async ({ context, viewer, params: { id } }) => {
    const body = await context.db.transaction().execute(async (trx) => {
      const job = await lockedJob(context, trx, id, ["failed", "cancelled"], NOT_FAILED);
      await jobsOf(context).retry(context, trx, job);
      await writeAudit(trx, viewer, "retry_job", { detail: detailOf(job) });
      return presentJob(context, (await jobsOf(context).find(trx, id))!);
    });
    return { status: 200, body };
  },

  "POST /admin/jobs/{id}/cancel/": async ({ context, viewer, params: { id } }) => {
    const body = await context.db.transaction().execute(async (trx) => {
      const job = await lockedJob(context, trx, id, ["waiting", "running"], HAS_ENDED);
      if (!jobsOf(context).canCancel(job.name)) throw detailError("job_not_cancellable", NOT_CANCELLABLE);
      await jobsOf(context).cancel(context, trx, job);
      await writeAudit(trx, viewer, "cancel_job", { detail: detailOf(job) });
      return presentJob(context, (await jobsOf(context).find(trx, id))!);
    });
    return { status: 200, body };
  },

  "POST /admin/jobs/retry/": async ({ context, viewer }) => {
    const retried = await context.db.transaction().execute(async (trx) => {
      const failed = await jobsOf(context).lockFailed(trx);
      for (const job of failed) await jobsOf(context).retry(context, trx, job);
      if (failed.length > 0) await writeAudit(trx, viewer, "retry_failed_jobs", { detail: `${failed.length}` });
      return failed.length;
    });
    return { status: 200, body: { retried } };
  },

  "GET /admin/audit/": async ({ context, query: { search, page = 1 } }) => {
    const { count, rows } = await listAudit(context.db, { search, page });
    return { status: 200, body: { count, page, page_size: LIMITS.page_size, results: rows.map(presentAudit) } };
  },

  "GET /admin/audit/csv/": async ({ context, query: { search } }) => ({
    status: 200,
    download: auditCsv(context.db, search),
  }),

  "POST /admin/tracks/{id}/open/": async ({ context, viewer, params: { id }, body: { reason } }) => {
    await context.db.transaction().execute(async (trx) => {
      const track = await findTrack(trx, id);
      if (!track) throw notFound("This track");
      await writeAudit(trx, viewer, "open_track", { user_id: track.user_id, track_id: id, reason });
    });
    return { status: 204 };
  },

  "POST /admin/races/{id}/open/": async ({ context, viewer, params: { id }, body: { reason } }) => {
    await context.db.transaction().execute(async (trx) => {
      const found = await findVisibleRace({ db: trx }, viewer, undefined, id);
      if (!found) throw notFound("This race");
      for (const track of found.tracks.filter(({ is_closed }) => is_closed)) {
        const about = { user_id: track.user_id, track_id: track.id, detail: found.race.name, reason };
        await writeAudit(trx, viewer, "open_track", about);
      }
    });
    return { status: 204 };
  },
};

/** A job in one of these states, in which it stays until the transaction changes it or ends. */
async function lockedJob(
  context: AppContext,
  trx: Db,
  id: string,
  states: readonly JobState[],
  otherwise: string,
): Promise<JobRow> {
  const jobs = jobsOf(context);
  if (!(await jobs.lock(trx, id))) throw notFound();
  const job = await jobs.find(trx, id);
  if (!job || !states.includes(job.state)) throw detailError("job_state", otherwise);
  return job;
}

const presentJob = (context: AppContext, { time, ...row }: JobRow): AdminJob => ({
  ...row,
  time: time.toISOString(),
  can_cancel: jobsOf(context).canCancel(row.name) && (row.state === "waiting" || row.state === "running"),
});

const detailOf = ({ name, subject }: JobRow) => (subject ? `${name}, ${subject}` : name);

async function adminUser(context: AppContext, viewer: Viewer, id: number): Promise<AdminUser> {
  const row = await findAdminUser(context.db, id);
  if (!row) throw notFound("This user");
  return presentAdminUser(row, viewer.id, await countAdministrators(context.db), context.storage);
}
