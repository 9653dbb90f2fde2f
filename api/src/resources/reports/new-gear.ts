import { sql } from "kysely";
import type { Db } from "../../platform/db/open.ts";
import { groupsBy } from "./groups.ts";

/** The first session with a kite or foil that its sailor had not named before. */
export interface NewGear {
  track_id: number;
  /** Brand and model. */
  gear: string;
}

interface GearRow {
  track_id: number;
  kite: string;
  foil: string;
}

/**
 * Where new gear begins among these sessions of one person, oldest first, by the sailor's own journal entries about them. A
 * size is no new gear: it is chosen by the wind. The first kite and the first foil named are those sailed before, too.
 */
export async function newGear(db: Db, track_ids: readonly number[]): Promise<NewGear[]> {
  const { rows } = await sql<GearRow>`
    select track_id, trim(concat_ws(' ', kite_brand, kite_model)) as kite, trim(concat_ws(' ', foil_brand, foil_model)) as foil
    from journals where track_id = any (${track_ids}::integer[])
      and author_id = (select user_id from tracks where tracks.id = journals.track_id)
    order by journals.id`.execute(db);
  const entries = groupsBy(rows, ({ track_id }) => track_id);
  const known = { kite: new Set<string>(), foil: new Set<string>() };
  return track_ids.flatMap((track_id) => {
    const found = (["kite", "foil"] as const).flatMap((part) => {
      const named = new Set((entries.get(track_id) ?? []).flatMap((entry) => entry[part] || []));
      const isFirst = known[part].size === 0;
      const fresh = [...named].filter((gear) => !known[part].has(gear));
      for (const gear of fresh) known[part].add(gear);
      return isFirst ? [] : fresh;
    });
    return found.length > 0 ? [{ track_id, gear: found.join(", ") }] : [];
  });
}
