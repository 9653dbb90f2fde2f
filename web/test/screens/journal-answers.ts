/** A journal, as a server keeps it. */
import { CreateJournal, type Journal, type JournalReply, type User } from "@leebow/api/contract";
import { answer, type Call } from "./answers";
import { entryOf, KITES, onePage } from "./made";
import { MARTA } from "./screen";

const authorOf = ({ id, first_name, last_name, profile_img }: User) => ({ id, first_name, last_name, profile_img });

/** Answers every call on entries, photos and replies by these entries, newest first, and changes them. */
export function answerJournal(entries: Journal[] = [], user: User = MARTA): Journal[] {
  let last_id = Math.max(100, ...entries.map(({ id }) => id));
  const entryAt = ({ params }: Call) => entries.find(({ id }) => id === Number(params.id))!;
  const take = <T extends { id: number }>(all: T[], id: string | null): undefined => {
    all.splice(
      all.findIndex((one) => one.id === Number(id)),
      1,
    );
  };
  const written = (body: unknown): Partial<Journal> => {
    const { tags, regatta_report, straight_analysis_segments, ...fields } = CreateJournal.parse(body);
    const results = regatta_report?.competitor_results.map((one) => ({
      ...one,
      user_name: one.name ?? nameOf(one.user!, user),
    }));
    return {
      ...fields,
      tags: tags.map(({ value }, n) => ({ id: n + 1, value })),
      regatta_report: regatta_report && { ...regatta_report, competitor_results: results! },
    };
  };

  answer("GET /journals/", ({ query }) => {
    const words = query.get("search")?.toLowerCase() ?? "";
    const textOf = ({ content, tags }: Journal) => [content, ...tags.map(({ value }) => value)].join(" ").toLowerCase();
    return onePage(entries.filter((entry) => textOf(entry).includes(words)));
  });
  answer("GET /tracks/{id}/journal/", ({ params }) =>
    onePage(entries.filter(({ track }) => track === Number(params.id))),
  );
  answer("POST /journals/", ({ body }) => {
    const entry = entryOf({ id: ++last_id, author: authorOf(user), ...written(body) });
    entries.unshift(entry);
    return entry;
  });
  answer("PUT /journals/{id}/", (call) => {
    const { track, race, jType, ...changes } = written(call.body);
    return Object.assign(entryAt(call), changes);
  });
  answer("DELETE /journals/{id}/", ({ params }) => take(entries, params.id!));
  answer("POST /journals/{id}/photo/", (call) => {
    const file = URL.createObjectURL(call.form!.get("file") as File);
    entryAt(call).photos.push({ id: ++last_id, file });
    return entryAt(call);
  });
  answer("DELETE /journals/{id}/photo/", (call) => take(entryAt(call).photos, call.query.get("photo_id")));
  answer("POST /journals/{id}/reply/", (call) => {
    const { content } = call.body as Pick<JournalReply, "content">;
    const reply = replyOf(entryAt(call).id, ++last_id, user, content);
    entryAt(call).replies.push(reply);
    return reply;
  });
  answer("PATCH /journals/{id}/reply/", (call) => {
    const { reply_id, content } = call.body as { reply_id: number; content: string };
    const reply = entryAt(call).replies.find(({ id }) => id === reply_id)!;
    return Object.assign(reply, { content, modified: "2026-06-13T17:00:00.000Z" });
  });
  answer("DELETE /journals/{id}/reply/", (call) => take(entryAt(call).replies, call.query.get("reply_id")));
  answer("GET /boats/", () => KITES);
  return entries;
}

const nameOf = (id: number, user: User): string => {
  const { first_name, last_name } = [user, ...user.teammates].find((one) => one.id === id)!;
  return `${first_name} ${last_name}`;
};

/** A reply that its author may change. */
export const replyOf = (journal: number, id: number, by: User, content: string): JournalReply => ({
  id,
  journal,
  content,
  author: authorOf(by),
  created: "2026-06-13T16:00:00.000Z",
  modified: "2026-06-13T16:00:00.000Z",
  hidden: false,
  can: { edit: true, delete: true, hide: false },
});

export { authorOf };
