import type { AppContext } from "../app-context.ts";
import type { Viewer } from "../auth/viewer.ts";
import { forbidden, notFound } from "../http/errors.ts";
import type { Handlers } from "../http/mount.ts";
import type { JOURNAL_ROUTES } from "./contract.ts";
import { type ReplyRow, repliesWithAuthor } from "./parts.ts";
import { canChange } from "./policy.ts";
import { presentReply } from "./present.ts";
import { readableJournal } from "./readable-journal.ts";

type ReplyRoutes = Pick<
  typeof JOURNAL_ROUTES,
  "POST /journals/{id}/reply/" | "PATCH /journals/{id}/reply/" | "DELETE /journals/{id}/reply/"
>;

/** Replies: written by everybody who may read the entry, changed by their author and role 1. */
export const REPLY_HANDLERS: Handlers<ReplyRoutes> = {
  "POST /journals/{id}/reply/": async (call) => {
    const { context, viewer, body } = call;
    const { id: journal_id } = await readableJournal(call);
    const { id } = await context.db
      .insertInto("journal_replies")
      .values({ journal_id, author_id: viewer.id, content: body.content })
      .returning("id")
      .executeTakeFirstOrThrow();
    const reply = await findReply(context, journal_id, id);
    return { status: 201, body: presentReply(reply, viewer, context.storage) };
  },

  "PATCH /journals/{id}/reply/": async (call) => {
    const { context, viewer, body } = call;
    const { id, journal_id } = await changeableReply(call, body.reply_id);
    await context.db
      .updateTable("journal_replies")
      .set({ content: body.content, modified_at: new Date() })
      .where("id", "=", id)
      .execute();
    const reply = await findReply(context, journal_id, id);
    return { status: 200, body: presentReply(reply, viewer, context.storage) };
  },

  "DELETE /journals/{id}/reply/": async (call) => {
    const { id } = await changeableReply(call, call.query.reply_id);
    await call.context.db.deleteFrom("journal_replies").where("id", "=", id).execute();
    return { status: 204 };
  },
};

async function findReply({ db }: AppContext, journal_id: number, id: number): Promise<ReplyRow> {
  const reply = await repliesWithAuthor(db)
    .where("journal_replies.id", "=", id)
    .where("journal_replies.journal_id", "=", journal_id)
    .executeTakeFirst();
  if (!reply) throw notFound("This reply");
  return reply;
}

async function changeableReply(
  call: { context: AppContext; viewer: Viewer; params: { id: number } },
  reply_id: number,
): Promise<ReplyRow> {
  const { id } = await readableJournal(call);
  const reply = await findReply(call.context, id, reply_id);
  if (!canChange(call.viewer, reply)) throw forbidden();
  return reply;
}
