import { canChange, notHiddenFrom } from "../../access/journal.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { fieldError, forbidden, notFound } from "../../platform/http/errors.ts";
import type { CallById, Handlers } from "../../platform/http/mount.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { JOURNAL_ROUTES } from "./contract.ts";
import { type ReplyRow, repliesWithAuthor } from "./parts.ts";
import { presentReply } from "./present.ts";
import { readableJournal } from "./readable-journal.ts";

type ReplyRoutes = Pick<
  typeof JOURNAL_ROUTES,
  "POST /journals/{id}/reply/" | "PATCH /journals/{id}/reply/" | "DELETE /journals/{id}/reply/"
>;

const TOO_MANY = `This entry has ${LIMITS.journal_replies} replies, as many as it can have. Write an entry of your own.`;

/** Replies: written by everybody who may read the entry, changed by their author and role 1. */
export const REPLY_HANDLERS: Handlers<ReplyRoutes> = {
  "POST /journals/{id}/reply/": async (call) => {
    const { context, viewer, body } = call;
    const { id: journal_id, subject_owner } = await readableJournal(call);
    const id = await context.db.transaction().execute(async (trx) => {
      await requireRoom(trx, journal_id);
      const reply = { journal_id, author_id: viewer.id, content: body.content };
      return (await trx.insertInto("journal_replies").values(reply).returning("id").executeTakeFirstOrThrow()).id;
    });
    const reply = await findReply(context, viewer, journal_id, id);
    return { status: 201, body: presentReply(reply, subject_owner, viewer, context.storage) };
  },

  "PATCH /journals/{id}/reply/": async (call) => {
    const { context, viewer, body } = call;
    const { reply: former, subject_owner } = await changeableReply(call, body.reply_id);
    const { id, journal_id } = former;
    await context.db
      .updateTable("journal_replies")
      .set({ content: body.content, modified_at: new Date() })
      .where("id", "=", id)
      .execute();
    const reply = await findReply(context, viewer, journal_id, id);
    return { status: 200, body: presentReply(reply, subject_owner, viewer, context.storage) };
  },

  "DELETE /journals/{id}/reply/": async (call) => {
    const { reply } = await changeableReply(call, call.query.reply_id);
    await call.context.db.deleteFrom("journal_replies").where("id", "=", reply.id).execute();
    return { status: 204 };
  },
};

/** Replies are answered with their entry, all of them. Locks the entry; throws 400 when it has as many as it may. */
async function requireRoom(trx: Db, journal_id: number): Promise<void> {
  await trx.selectFrom("journals").select("id").where("id", "=", journal_id).forUpdate().execute();
  const { count } = await trx
    .selectFrom("journal_replies")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("journal_id", "=", journal_id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= LIMITS.journal_replies) throw fieldError({ content: [TOO_MANY] });
}

/** A reply to this entry that the viewer sees. Throws 404. */
export async function findReply({ db }: AppContext, viewer: Viewer, journal_id: number, id: number): Promise<ReplyRow> {
  const reply = await repliesWithAuthor(db)
    .innerJoin("journals", "journals.id", "journal_replies.journal_id")
    .where("journal_replies.id", "=", id)
    .where("journal_replies.journal_id", "=", journal_id)
    .where(notHiddenFrom(viewer, "journal_replies"))
    .executeTakeFirst();
  if (!reply) throw notFound("This reply");
  return reply;
}

async function changeableReply(call: CallById, reply_id: number) {
  const { id, subject_owner } = await readableJournal(call);
  const reply = await findReply(call.context, call.viewer, id, reply_id);
  if (!canChange(call.viewer, reply)) throw forbidden();
  return { reply, subject_owner };
}
