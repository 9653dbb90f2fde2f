import { type Kysely, sql } from "kysely";

/** Wind reports: a window of a wind file, its numbers, and the curves of its chart. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table wind_reports (
    id serial primary key,
    wind_file_id integer not null references wind_files (id) on delete cascade,
    name text not null,
    start_time timestamptz not null,
    end_time timestamptz not null,
    metrics jsonb,
    points jsonb,
    error text,
    created_at timestamptz not null default now()
  )`,
  `create index wind_reports_of_wind_file on wind_reports (wind_file_id, id)`,
  // Events, as in 0011; none where the wind file goes as well.
  `create function wind_report_changed() returns trigger language plpgsql as $$ begin
    perform pg_notify('leebow_events', json_build_object('type', 'report', 'user_id', user_id,
      'report_id', coalesce(new.id, old.id))::text)
      from wind_files where id = coalesce(new.wind_file_id, old.wind_file_id);
    return null;
  end $$`,
  `create trigger wind_report_changed after insert or update or delete on wind_reports for each row
    execute function wind_report_changed()`,
];
