import { outlineOf, related, type TrackColumns } from "@leebow/core/node";
import type { TrackRow } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { afterChange } from "./follow.ts";
import { readColumns } from "./results.ts";
import type { SameBoatRow } from "./tables.ts";

/** Tracks that a new one is compared with. *guess*: a coach who uploads a fleet as one user. */
const COMPARED = 60;

/** Which tracks a track is of the same boat with: the one that is used in its place, and those that it is used in place of. */
interface FoundSameBoat {
  as: Omit<SameBoatRow, "answer"> | null;
  of: { track: number; apart_m: number }[];
}

/** Compares a track that was analysed with those of its sailor at the same time. */
export async function findSameBoat(
  context: Pick<AppContext, "db" | "storage" | "log">,
  track: Pick<TrackRow, "id" | "user_id" | "file_name">,
  times: { start_time: Date; end_time: Date },
  columns: TrackColumns,
): Promise<FoundSameBoat> {
  const others = await context.db
    .selectFrom("tracks")
    .select(["id", "file_name", "result_key"])
    .where("user_id", "=", track.user_id)
    .where("id", "<>", track.id)
    .where("result_key", "is not", null)
    .where("start_time", "<", times.end_time)
    .where("end_time", ">", times.start_time)
    .orderBy("id")
    .limit(COMPARED)
    .execute();
  const outlines = [outlineOf(columns)];
  for (const other of others) {
    // One whose results are missing is compared when they are made again.
    const stored = await readColumns(context, other).catch(() => null);
    outlines.push(stored ? outlineOf(stored) : new Float64Array());
  }
  // Other names: tracks that go on after each other are none of the same time.
  const relations = related(
    outlines.map((_, i) => `${i}`),
    outlines,
  );
  const [own, ...rest] = relations;
  const used = own?.same_boat ? others[own.same_boat.index - 1] : undefined;
  return {
    as: used ? { track: used.id, file_name: used.file_name, apart_m: own!.same_boat!.apart_m } : null,
    of: rest.flatMap(({ same_boat }, i) =>
      same_boat?.index === 0 ? [{ track: others[i]!.id, apart_m: same_boat.apart_m }] : [],
    ),
  };
}

/** Marks what was found, in the transaction that stores the results; an answer about the same two tracks stays. */
export async function storeSameBoat(
  context: AppContext,
  trx: Db,
  track: Pick<TrackRow, "id" | "file_name" | "same_boat">,
  { as, of }: FoundSameBoat,
): Promise<void> {
  const answer = track.same_boat?.track === as?.track ? (track.same_boat?.answer ?? null) : null;
  const own = as && JSON.stringify({ ...as, answer });
  await trx.updateTable("tracks").set({ same_boat: own }).where("id", "=", track.id).execute();
  for (const { track: other, apart_m } of of) {
    const row = await trx.selectFrom("tracks").select("same_boat").where("id", "=", other).executeTakeFirst();
    if (!row || row.same_boat?.track === track.id) continue;
    const same_boat = JSON.stringify({ track: track.id, file_name: track.file_name, apart_m, answer: null });
    await trx.updateTable("tracks").set({ same_boat }).where("id", "=", other).execute();
    await afterChange(context, trx, { kind: "settled", ids: [other] });
  }
}
