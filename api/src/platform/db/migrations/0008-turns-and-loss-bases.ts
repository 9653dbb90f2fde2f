import { type Kysely, sql } from "kysely";

/**
 * Turns without a name and wind candidates of the track list, and what keeps losses of different bases apart. The columns
 * of rows written before are filled when the tracks are analysed again by the engine that knows them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table tracks add column turns integer, add column wind_candidates jsonb`,
  `alter table track_facts add column turns integer not null default 0`,
  `alter table maneuvers
    add column left_out_reason text,
    add column loss_basis text,
    add column loss_at_least_m double precision,
    add column no_loss_reason text`,
  // Until then a loss is what it was before, along the wind, and takes part when its maneuver is counted.
  `update maneuvers set left_out_reason = case when counted then null else 'not_counted' end,
    loss_basis = case when loss_80_m is null then null when kind in ('tack', 'gybe') then 'vmg' else 'speed' end`,
];
