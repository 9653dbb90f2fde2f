import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { Sha256Stream } from "../../platform/storage/sha256.ts";
import type { KnownFiles } from "./schema.ts";

/** The user's track of a file with this hash; null when there is none. */
export async function findBySource(db: Db, user_id: number, sha256: string): Promise<number | null> {
  const row = await db
    .selectFrom("tracks")
    .select("id")
    .where("user_id", "=", user_id)
    .where("source_sha256", "=", sha256)
    .executeTakeFirst();
  return row?.id ?? findByJoinedFile(db, user_id, sha256);
}

/** The user's track that was made of several files, of which this is one. */
async function findByJoinedFile(db: Db, user_id: number, sha256: string): Promise<number | null> {
  const row = await db
    .selectFrom("joined_files")
    .select("track_id")
    .where("user_id", "=", user_id)
    .where("source_sha256", "=", sha256)
    .executeTakeFirst();
  return row?.track_id ?? null;
}

/** Those of these files that are tracks of the user. */
export async function knownFiles(
  context: Pick<AppContext, "db" | "storage">,
  user_id: number,
  files: readonly { sha256: string; bytes: number }[],
): Promise<KnownFiles["known"]> {
  for (const bytes of new Set(files.map((file) => file.bytes))) await hashSourcesOfSize(context, user_id, bytes);
  if (files.length === 0) return [];
  const rows = await context.db
    .selectFrom("tracks")
    .select(["id", "source_sha256"])
    .where("user_id", "=", user_id)
    .where(
      "source_sha256",
      "in",
      files.map(({ sha256 }) => sha256),
    )
    .execute();
  const known = rows.map(({ id, source_sha256 }) => ({ sha256: source_sha256!, track_id: id }));
  for (const { sha256 } of files) {
    if (known.some((one) => one.sha256 === sha256)) continue;
    const track_id = await findByJoinedFile(context.db, user_id, sha256);
    if (track_id !== null) known.push({ sha256, track_id });
  }
  return known;
}

/** Computes the missing hashes of the user's tracks whose files have this size: they may be of the same file. */
export async function hashSourcesOfSize(
  { db, storage }: Pick<AppContext, "db" | "storage">,
  user_id: number,
  bytes: number,
): Promise<void> {
  const tracks = await db
    .selectFrom("tracks")
    .select(["id", "source_key"])
    .where("user_id", "=", user_id)
    .where("source_bytes", "=", bytes)
    .where("source_sha256", "is", null)
    .orderBy("id")
    .execute();
  for (const { id, source_key } of tracks) {
    const stored = await storage.open(source_key);
    if (!stored) continue;
    const hash = new Sha256Stream();
    await pipeline(stored.stream(), hash, new Writable({ write: (_, __, done) => done() }));
    const sha256 = hash.digest();
    // Of several tracks of one file the oldest has the hash.
    await sql`update tracks set source_sha256 = ${sha256} where id = ${id} and not exists (
      select from tracks as other where other.user_id = ${user_id} and other.source_sha256 = ${sha256})`.execute(db);
  }
}
