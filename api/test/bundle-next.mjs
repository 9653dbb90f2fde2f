/**
 * Bundles the server as its next version would be, into api/dist/next.js, for the test of an upgrade without a stop:
 * today's code with one additive migration and one index more.
 */
import { readFile } from "node:fs/promises";
import { bundle } from "../../scripts/bundle.mjs";
import { main } from "../../scripts/step.mjs";

/** A column and a table that every new track gets a value and a row in, also from processes that know nothing of them. */
const STATEMENTS = [
  "alter table tracks add column of_next integer not null default 1",
  "create table next_tracks (track_id integer primary key references tracks (id) on delete cascade)",
  "create function note_next_track() returns trigger language plpgsql as " +
    "$$ begin insert into next_tracks values (new.id); return null; end $$",
  "create trigger next_track after insert on tracks for each row execute function note_next_track()",
];
const MIGRATION = `
import { sql as sqlOfNext } from "kysely";
MIGRATIONS["9990-of-the-next-version"] = {
  async up(db) {
    for (const statement of ${JSON.stringify(STATEMENTS)}) await sqlOfNext.raw(statement).execute(db);
  },
};`;
const INDEX = 'Object.assign(INDEXES, { tracks_of_next: "tracks (of_next)" });';

const append = (onLoad, filter, text) =>
  onLoad({ filter }, async ({ path }) => ({ contents: `${await readFile(path, "utf8")}\n${text}`, loader: "ts" }));

const plugin = {
  name: "next-version",
  setup({ onLoad }) {
    append(onLoad, /api\/src\/platform\/db\/migrations\/index\.ts$/, MIGRATION);
    append(onLoad, /api\/src\/platform\/db\/indexes\.ts$/, INDEX);
  },
};

await main(() => bundle("api", { next: "src/app/main.ts" }, [plugin]));
