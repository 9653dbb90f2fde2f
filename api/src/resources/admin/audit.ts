import { Readable } from "node:stream";
import { csvCell } from "@leebow/core";
import { type Insertable, sql } from "kysely";
import type { Db } from "../../platform/db/open.ts";
import { likePattern } from "../../platform/db/search.ts";
import type { Download } from "../../platform/http/send.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { AuditAction, AuditEntry } from "./schema.ts";
import type { AuditLogTable } from "./tables.ts";

/** The actor: an administrator, or null for `leebow-server` in a terminal. */
export type Actor = { id: number } | null;

/** Writes what was done, in the transaction that does it. */
export async function writeAudit(
  trx: Db,
  actor: Actor,
  action: AuditAction,
  about: Pick<Insertable<AuditLogTable>, "user_id" | "track_id" | "detail" | "reason">,
): Promise<void> {
  const row = { actor_id: actor?.id ?? null, by_command: actor === null, action, ...about };
  await trx.insertInto("audit_log").values(row).execute();
}

interface AuditRow {
  id: number;
  at: Date;
  by_command: boolean;
  action: AuditAction;
  track_id: number | null;
  detail: string | null;
  reason: string | null;
  actor: string | null;
  person: string | null;
}

/** The lines that fit a search, with the names of their people. */
function found(search: string) {
  return sql`from audit_log as a left join users as actor on actor.id = a.actor_id
    left join users as person on person.id = a.user_id
    where (${search === ""} or concat_ws(' ', actor.name, person.name, replace(a.action, '_', ' '), a.detail, a.reason)
      ilike ${likePattern(search)})`;
}

const COLUMNS = sql`a.id, a.at, a.by_command, a.action, a.track_id, a.detail, a.reason, actor.name as actor,
  person.name as person`;

/** Lines of the CSV that one query reads. *guess*: some 100 kB. */
const CSV_LINES = 1000;

/** The newest lines before this one, or of all: those of one piece of the CSV. */
async function auditBefore(db: Db, search = "", before: number | null): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`select ${COLUMNS} ${found(search)}
    and (${before}::integer is null or a.id < ${before}::integer)
    order by a.id desc limit ${CSV_LINES}::integer`.execute(db);
  return rows;
}

/** A page of the list, newest first, and how many lines there are. */
export async function listAudit(db: Db, { search = "", page }: { search?: string | undefined; page: number }) {
  const { rows: counted } = await sql<{ count: number }>`select count(*)::integer as count ${found(search)}`.execute(
    db,
  );
  const { rows } =
    await sql<AuditRow>`select ${COLUMNS} ${found(search)} order by a.id desc limit ${LIMITS.page_size}::integer
    offset ${(page - 1) * LIMITS.page_size}::bigint`.execute(db);
  return { count: counted[0]!.count, rows };
}

/** Deletes the lines that are older than they are kept. */
export async function sweepAudit(db: Db): Promise<void> {
  await sql`delete from audit_log where at < now() - make_interval(days => ${LIMITS.audit_days}::integer)`.execute(db);
}

export function presentAudit({ id, at, by_command, action, track_id, detail, reason, ...names }: AuditRow): AuditEntry {
  const who = by_command ? "the operator of the server" : (names.actor ?? "a deleted account");
  const person = names.person ?? "a deleted account";
  return { id, at: at.toISOString(), who, did: DID[action](person, detail ?? "", track_id), why: reason };
}

type Sentence = (person: string, detail: string, track_id: number | null) => string;

const DID: Record<AuditAction, Sentence> = {
  change_role: (person, detail) => `changed the role of ${person}: ${detail}`,
  grant_features: (person, detail) => `changed the features of ${person}: ${detail}`,
  change_quota: (person, detail) => `changed the quota of ${person}: ${detail}`,
  disable_user: (person) => `disabled ${person}`,
  enable_user: (person) => `enabled ${person}`,
  send_reset: (person) => `sent a reset mail to ${person}`,
  retry_job: (_, detail) => `ran a failed job again: ${detail}`,
  cancel_job: (_, detail) => `cancelled a job: ${detail}`,
  retry_failed_jobs: (_, detail) => `ran all failed jobs again: ${detail}`,
  open_track: (person, race, track_id) =>
    `looked at the private track ${track_id} of ${person}${race && `, in the race ${race}`}`,
};

const HEAD = "time,who,did,why\r\n";

/** Every line of the audit that fits the search, newest first, read from the database while it is sent. */
export function auditCsv(db: Db, search: string | undefined): Download {
  return {
    content: Readable.toWeb(Readable.from(pieces(db, search))) as ReadableStream<Uint8Array>,
    content_type: "text/csv; charset=utf-8",
    name: `leebow-audit-${new Date().toISOString().slice(0, 10)}.csv`,
  };
}

/** A query a piece, so that no connection is held while a slow client reads. */
async function* pieces(db: Db, search: string | undefined): AsyncGenerator<Buffer> {
  yield Buffer.from(HEAD);
  for (let before: number | null = null; ; ) {
    const rows = await auditBefore(db, search, before);
    if (rows.length === 0) return;
    const lines = rows
      .map(presentAudit)
      .map(({ at, who, did, why }) => [at, who, did, why ?? ""].map(csvCell).join(","));
    yield Buffer.from(`${lines.join("\r\n")}\r\n`);
    before = rows.at(-1)!.id;
  }
}
