import { basename } from "node:path";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import type { ArchiveEntry } from "../../platform/files/archive.ts";
import { jsonEntry } from "../../platform/files/archive.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { loadParts } from "./parts.ts";

/** Entries read at once. */
const BATCH = 200;

/** The entries a user wrote, with tags, segments and regatta reports, and the photos he added. His replies: other-rows.ts. */
export async function* exportJournals({ db, storage }: AppContext, user: Viewer): AsyncGenerator<ArchiveEntry> {
  const entries: object[] = [];
  for (let after = 0; ; ) {
    const rows = await entriesAfter(db, user.id, after);
    const parts = await loadParts(
      db,
      user,
      rows.map(({ id }) => id),
    );
    for (const { author_id: _, ...entry } of rows) {
      const { id } = entry;
      entries.push({
        ...entry,
        tags: (parts.tags.get(id) ?? []).map(({ value }) => value),
        photos: (parts.photos.get(id) ?? []).map(({ file_key }) => basename(file_key)),
        segments: parts.segments.get(id) ?? [],
        regatta_report: parts.regattas.get(id)?.[0] ?? null,
        competitor_results: parts.competitors.get(id) ?? [],
      });
    }
    if (rows.length < BATCH) break;
    after = rows.at(-1)!.id;
  }
  yield jsonEntry("journals.json", entries);
  const photos = await db.selectFrom("journal_photos").select("file_key").where("user_id", "=", user.id).execute();
  for (const { file_key } of photos) {
    const photo = await storage.open(file_key);
    if (photo) yield { path: `photos/${basename(file_key)}`, content: photo.stream() };
  }
}

function entriesAfter(db: Db, author_id: number, after: number) {
  return db
    .selectFrom("journals")
    .selectAll()
    .where("author_id", "=", author_id)
    .where("id", ">", after)
    .orderBy("id")
    .limit(BATCH)
    .execute();
}
