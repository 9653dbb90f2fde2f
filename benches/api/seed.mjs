/** 10,000 tracks of 200 users: copies of some that were really analysed, whose results they share. */
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT } from "../../scripts/step.mjs";
import { SECRET } from "./server.mjs";

export const USERS = 200;
export const TRACKS = 10_000;
const FILES = [
  ["49er-kiel.fit", "49er"],
  ["ilca-weymouth.gpx", "Laser"],
  ["j70-biscayne-bay.nmea", "470"],
  ["49er-ten-hertz.fit", "49er"],
];
const TEAM_SIZE = 10;

/** Uploads the recordings as the first user of a running server; resolves when they are analysed. */
export async function uploadOriginals(port) {
  const call = async (method, path, init = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, { method, ...init });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const account = {
    first_name: "Bench",
    last_name: "Mark",
    email: "bench@leebow.test",
    password: "lee bow",
    password_confirmation: "lee bow",
    primary_boat_class: "49er",
  };
  const headers = { "content-type": "application/json" };
  const { access } = await call("POST", "/users/register/", { headers, body: JSON.stringify(account) });
  const authorization = { authorization: `Bearer ${access}` };
  for (const [name, boat_name] of FILES) {
    const form = new FormData();
    form.set("boat_name", boat_name);
    form.set("permissions", "PUBLIC");
    form.set("file", new File([readFileSync(join(ROOT, "fixtures", name))], name));
    const { id } = await call("POST", "/tracks/", { headers: authorization, body: form });
    for (let status = 1; status !== 3; ) {
      await new Promise((wake) => setTimeout(wake, 200));
      status = (await call("GET", `/tracks/${id}/?notrackpoints=true`, { headers: authorization })).processing_status;
      if (status === 2) throw new Error(`${name} could not be analysed`);
    }
    // Writes what the analysis leaves to be written behind it.
    await call("GET", `/tracks/${id}/`, { headers: authorization });
  }
}

/** Writes the rows into a database that no server has open. Returns the tokens of the users and the ids of the tracks. */
export async function seedRows(open, { users: user_count = USERS, tracks: track_count = TRACKS } = {}) {
  const { query, close } = await open();
  const columns = async (table, without) => {
    const rows = await query(
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = '${table}'
         and is_generated = 'NEVER'`,
    );
    return rows.map(({ name }) => name).filter((name) => !without.includes(name));
  };
  await query("alter table tracks disable trigger user");
  await query(`insert into users (name, email, email_verified, first_name, last_name, primary_boat_class)
    select 'Sailor ' || n, 'sailor-' || n || '@leebow.test', true, 'Sailor', 'N' || n, '49er' from generate_series(2, ${user_count}) n`);
  await query(`insert into sessions (user_id, token, expires_at)
    select id, 'bench-' || id, now() + interval '30 days' from users`);
  await query(`insert into teams (name, created_by) select 'Team ' || id, id from users where id % ${TEAM_SIZE} = 1`);
  await query(`insert into team_members (team_id, user_id, role)
    select teams.id, users.id, case when users.id = teams.created_by then 'COACH' else 'ATHLETE' end
    from users join teams on (users.id - 1) / ${TEAM_SIZE} = (teams.created_by - 1) / ${TEAM_SIZE}`);
  const own = [
    "id",
    "user_id",
    "source_key",
    "source_sha256",
    "sha256",
    "permissions",
    "sort_time",
    "start_time",
    "local_date",
  ];
  const copied = (await columns("tracks", own)).map((name) => `o.${name}`);
  const names = copied.map((name) => name.slice(2));
  const originals = FILES.length;
  await query(`insert into tracks (user_id, source_key, permissions, sort_time, start_time, local_date, ${names})
    select 1 + n % ${user_count}, 'sources/bench-' || n, case when n % 3 = 0 then 'PRIVATE' else 'PUBLIC' end,
      o.sort_time - n * interval '1 hour', o.start_time - n * interval '1 hour',
      (o.start_time - n * interval '1 hour')::date, ${copied}
    from generate_series(1, ${track_count - originals}) n join tracks o on o.id = 1 + n % ${originals}`);
  const facts = (await columns("track_facts", ["track_id", "user_id", "start_time", "local_date"])).map(
    (name) => `f.${name}`,
  );
  await query(`insert into track_facts (track_id, user_id, start_time, local_date, ${facts.map((name) => name.slice(2))})
    select t.id, t.user_id, t.start_time, t.local_date, ${facts}
    from tracks t join tracks o on o.result_key = t.result_key and o.id <= ${originals} join track_facts f on f.track_id = o.id
    where t.id > ${originals}`);
  await query("alter table tracks enable trigger user");
  await query("analyze");
  const users = await query("select id from users order by id");
  const tracks = await query("select id, user_id from tracks where processing_status = 3");
  await close();
  return {
    tokens: users.map(({ id }) => ({ id, token: tokenOf(`bench-${id}`) })),
    tracks_of: Map.groupBy ? Map.groupBy(tracks, ({ user_id }) => user_id) : grouped(tracks),
  };
}

function grouped(tracks) {
  const groups = new Map();
  for (const track of tracks) groups.set(track.user_id, [...(groups.get(track.user_id) ?? []), track]);
  return groups;
}

/** As the server signs it. */
export function tokenOf(id) {
  const key = createHmac("sha256", SECRET).update("leebow auth").digest("base64url");
  return encodeURIComponent(`${id}.${createHmac("sha256", key).update(id).digest("base64")}`);
}

const require = createRequire(join(ROOT, "api/package.json"));

export const embedded = (folder) => async () => {
  const { PGlite } = require("@electric-sql/pglite");
  const database = await PGlite.create(folder);
  return { query: async (sql) => (await database.query(sql)).rows, close: () => database.close() };
};

export const postgres = (url) => async () => {
  const { Client } = require("pg");
  const client = new Client({ connectionString: url });
  await client.connect();
  return { query: async (sql) => (await client.query(sql)).rows, close: () => client.end() };
};
