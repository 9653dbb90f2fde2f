import type { AppContext } from "../../platform/context.ts";
import { removeRace } from "../races/remove-race.ts";
import { removeTrack } from "../tracks/remove-track.ts";
import { removeWindFile } from "../wind/remove-wind-file.ts";
import { PLAN } from "./journal.ts";
import { demoNames, placeOf, RACE_NAME } from "./sessions.ts";

/**
 * Deletes the demo's recordings, race and wind logs of an earlier day, with what was written about them. What the demo
 * account has uploaded itself stays. `crew` is by boat, the demo account first.
 */
export async function removeDemoContent(context: AppContext, crew: readonly number[]): Promise<void> {
  const { db } = context;
  const names = demoNames();
  const tracks = await db
    .selectFrom("tracks")
    .select(["id", "source_key", "file_name"])
    .where("user_id", "in", crew)
    .execute();
  const races = await db
    .selectFrom("races")
    .select("id")
    .where("user_id", "=", crew[0]!)
    .where("name", "=", RACE_NAME)
    .execute();
  for (const { id } of races) {
    await removeRace(context, id);
  }
  for (const track of tracks) {
    if (names.recordings.has(placeOf(track.file_name))) await removeTrack(context, track);
  }
  await db.deleteFrom("journals").where("author_id", "=", crew[0]!).where("content", "=", PLAN).execute();
  const winds = await db
    .selectFrom("wind_files")
    .select(["id", "source_key", "original_name"])
    .where("user_id", "=", crew[0]!)
    .execute();
  for (const wind of winds) if (names.winds.has(wind.original_name)) await removeWindFile(context, wind);
}
