import type { LossBasis } from "@leebow/core/node";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../database/open.ts";
import type { TurnKind, TurnLosses } from "../facts/turn-losses.ts";
import { quantile } from "../quantile.ts";
import { anyOf } from "../tracks/visibility.ts";
import { groupsBy } from "./groups.ts";
import type { LossPeriod } from "./loss-trend.ts";

export interface KindPeriod extends LossPeriod {
  user_id: number;
  kind: TurnKind;
  loss_basis: LossBasis;
}

interface SessionLosses {
  user_id: number;
  /** YYYY-MM */
  month: string;
  losses: TurnLosses;
}

/**
 * Losses of the turns of these tracks that take part in averages, by person, kind and month; with `total` also over all
 * months (month null). Losses of two bases are never mixed: of each kind those of the basis that most have.
 */
export async function lossPeriods(
  db: Db,
  tracks: RawBuilder<unknown>,
  { kinds, total }: { kinds: readonly TurnKind[]; total: boolean },
): Promise<KindPeriod[]> {
  const { rows } = await sql<SessionLosses>`select user_id, to_char(local_date, 'YYYY-MM') as month, losses
    from track_facts where track_id = ${anyOf(tracks)} and losses is not null
    order by local_date, track_id`.execute(db);
  const people = [...groupsBy(rows, ({ user_id }) => user_id)];
  return kinds.flatMap((kind) => {
    const loss_basis = mainBasis(rows, kind);
    return people.flatMap(([user_id, sessions]) => {
      const own = sessions.filter(({ losses }) => losses[kind][loss_basis].length > 0);
      const months: [string | null, SessionLosses[]][] = [...groupsBy(own, ({ month }) => month)];
      if (total && own.length > 0) months.push([null, own]);
      return months.map(([month, sailed]) => {
        const losses = sailed.map((session) => session.losses[kind][loss_basis]);
        return { user_id, kind, loss_basis, month, ...periodOf(losses) };
      });
    });
  });
}

function mainBasis(rows: readonly SessionLosses[], kind: TurnKind): LossBasis {
  const count = (basis: LossBasis) => rows.reduce((sum, { losses }) => sum + losses[kind][basis].length, 0);
  return count("vmg") >= count("speed") ? "vmg" : "speed";
}

/** Of the losses of each session, none of them without a turn. */
function periodOf(sessions: readonly number[][]): Omit<LossPeriod, "month"> {
  const sorted = Float64Array.from(sessions.flat()).sort();
  const at = (p: number) => quantile(sorted, p);
  const median_m = at(0.5);
  const excess = (losses: readonly number[]) => losses.reduce((sum, loss) => sum + Math.sign(loss - median_m), 0);
  // Half the width of the interval in which the median of so many independent turns lies within one standard deviation.
  const half = 0.5 / Math.sqrt(sorted.length);
  return {
    count: sorted.length,
    sessions: sessions.length,
    lower_m: at(0.25),
    median_m,
    upper_m: at(0.75),
    se_m: (at(0.5 + half) - at(0.5 - half)) / 2,
    squares: sessions.reduce((sum, losses) => sum + excess(losses) ** 2, 0),
  };
}
