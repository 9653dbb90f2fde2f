import type { FileAnalysis } from "@leebow/core/node";
import type { AppContext } from "../app-context.ts";
import { findTrack, lockTrack } from "../tracks/queries.ts";
import { RESULT_FILES } from "../tracks/result-files.ts";
import { storeFacts } from "./store-facts.ts";

type Context = Pick<AppContext, "db" | "storage" | "log">;

/** Stores the facts of every track that was analysed before they, or its records, were stored, from its report file. */
export async function storeMissingFacts(context: Context): Promise<void> {
  const tracks = await context.db
    .selectFrom("tracks")
    .leftJoin("track_facts", (join) =>
      join.onRef("track_facts.track_id", "=", "tracks.id").onRef("track_facts.result_key", "=", "tracks.result_key"),
    )
    .select("tracks.id")
    .where("tracks.result_key", "is not", null)
    .where((eb) => eb.or([eb("track_facts.track_id", "is", null), eb("track_facts.records", "is", null)]))
    .orderBy("tracks.id")
    .execute();
  for (const { id } of tracks) {
    await storeFactsOf(context, id).catch((error: unknown) =>
      context.log.error("the facts of a track could not be stored", { track_id: id, error }),
    );
  }
}

/** Stores the facts of a track's present results, from their report file. */
export async function storeFactsOf({ db, storage }: Context, track_id: number): Promise<void> {
  const track = await findTrack(db, track_id);
  if (!track?.result_key || !track.local_date) return;
  const { result_key, local_date } = track;
  const report = JSON.parse(
    (await storage.read(`${result_key}/${RESULT_FILES.report}`)).toString("utf8"),
  ) as FileAnalysis;
  await db.transaction().execute(async (trx) => {
    const locked = await lockTrack(trx, track.id, track.revision);
    // Later results bring their own facts.
    if (locked?.result_key === result_key) await storeFacts(trx, { ...track, result_key, local_date }, report);
  });
}
