import { dashboard, type TurnKind, type TurnLosses } from "@leebow/core/node";
import { type RawBuilder, sql } from "kysely";
import { anyOf } from "../../access/track.ts";
import type { Db } from "../../platform/db/open.ts";

/** Losses of the turns of one kind of these tracks, by person and month, and whether they change. */
export async function turnLosses(db: Db, tracks: RawBuilder<unknown>, kind: TurnKind): Promise<TurnLosses> {
  // Text, because the losses of a team would take longer to parse here than the engine takes for the whole answer.
  const { rows } = await sql<{ sessions: string }>`select coalesce(json_agg(json_build_object(
      'person', user_id, 'month', to_char(local_date, 'YYYY-MM'), 'losses', losses -> ${kind}
    ) order by user_id, local_date, track_id), '[]')::text as sessions
    from track_facts where track_id = ${anyOf(tracks)} and losses is not null`.execute(db);
  return dashboard.turn_losses(rows[0]!.sessions);
}
