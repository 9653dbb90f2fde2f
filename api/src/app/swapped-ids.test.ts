import { type RawBuilder, sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { Caller } from "../../test/access.ts";
import { onEveryDatabase } from "../../test/test-server.ts";
import { makeWorld, THING_NAMES, type World } from "../../test/world.ts";
import type { Db } from "../platform/db/open.ts";
import type { RouteDefinition } from "../platform/http/route.ts";
import { tablesInOrder } from "../platform/ops/backup.ts";
import { ROUTES } from "./resources.ts";

/** In every text that the owner wrote about something not public; no answer to others may have it. */
const SECRET = "zebra-5f3a";
/** Columns that hold texts of users. */
const TEXTS = ["name", "content", "value", "file_name", "original_name", "location", "title"];
/** Who has nothing to do with the owner's private things. Holders of links of other races among them. */
const OTHERS = [
  "stranger",
  "removed_member",
  "coach_type",
  "coach_tools",
  "share_holder_other",
  "share_holder_revoked",
] as const;
/** Fields that hold ids of things: every id is put into each of them. */
const ID_FIELD = /^(id|user|track|race|tracks|segment|.*_ids?|track_id|wind_file)$/;

onEveryDatabase(
  "requests with the ids of others",
  (at) => {
    let world: World;
    let ids: (number | string)[] = [];
    beforeAll(async () => {
      world = await makeWorld(at());
      for (const thing of THING_NAMES) if (thing !== "public_track") ids.push(await world.the(thing));
      ids = [...new Set([...ids, world.owner.session.user.id])];
      // The jobs of a start compute results that are missing, which changes rows.
      await world.waitForJobs();
      await markTexts(at().context.db);
    }, 240_000);

    describe.each(OTHERS)("sent by a %s", (caller) => {
      it("show nothing of what the owner wrote, in whatever field the ids are, and change nothing", async () => {
        const before = await markedRows(world);
        let sent = 0;
        for (const [name, definition] of Object.entries<RouteDefinition>(ROUTES)) {
          if (isStream(name)) continue;
          for (const request of requestsWith(name, definition, ids)) {
            const answer = await send(world, caller, request);
            sent += 1;
            expect(answer.status, `${name} ${JSON.stringify(request)}`).toBeLessThan(500);
            expect(Buffer.from(answer.bytes).includes(SECRET), `${name} ${JSON.stringify(request)}`).toBe(false);
          }
        }
        expect(sent).toBeGreaterThan(200);
        expect(at().errors).toEqual([]);
        expect(await markedRows(world)).toEqual(before);
      }, 600_000);
    });
  },
  { trusted_proxies: ["127.0.0.1"] },
);

const isStream = (name: string) => name === "GET /events/" || name === "POST /users/logout/";

/** Every row that holds the secret, by table: what others may not change. */
async function markedRows(world: World): Promise<Record<string, string>> {
  const { db } = world.at.context;
  const marked: Record<string, string> = {};
  for (const table of await tablesInOrder(db)) {
    const { rows } = await sql<{ digest: string | null }>`select md5(string_agg(t::text, '' order by t::text)) as digest
      from ${sql.table(table)} as t where t::text like ${`%${SECRET}%`}`.execute(db);
    if (rows[0]!.digest) marked[table] = rows[0]!.digest;
  }
  expect(Object.keys(marked).length).toBeGreaterThan(3);
  return marked;
}

interface SwappedRequest {
  method: string;
  path: string;
  json?: unknown;
}

/** One request for each id and each place of the call where an id can be. */
function* requestsWith(name: string, definition: RouteDefinition, ids: (number | string)[]): Generator<SwappedRequest> {
  const [method, path] = name.split(" ") as [string, string];
  const fields = (schema: unknown) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});
  for (const id of ids) {
    const filled = `/api${path.replace(/\{\w+\}/g, String(id))}`;
    const query = fields(definition.query).filter((field) => ID_FIELD.test(field));
    const search = new URLSearchParams(query.map((field) => [field, String(id)]));
    const inBody = fields(definition.body).filter((field) => ID_FIELD.test(field));
    const json = Object.fromEntries(inBody.map((field) => [field, /s$/.test(field) ? [id] : id]));
    if (path.includes("{") || query.length > 0) {
      yield { method, path: search.size > 0 ? `${filled}?${search}` : filled, ...(definition.body && { json }) };
    }
    if (inBody.length > 0 && !path.includes("{")) yield { method, path: filled, json };
  }
}

let calls = 0;
function send(world: World, caller: Caller, { method, path, json }: SwappedRequest) {
  const headers = { "x-forwarded-for": `203.0.${(calls >> 8) % 256}.${calls++ % 256}` };
  return world.call(caller, method, path, { headers, ...(json !== undefined && { json }) });
}

/** Entries about tracks that are not public. */
const PRIVATE_ENTRIES = sql`(select j.id from journals as j join tracks on tracks.id = j.track_id
  where tracks.permissions = 'PRIVATE')`;
/** Which rows are not public, of tables that have others too: a race is seen by who sees one of its tracks. */
const NOT_PUBLIC: Record<string, RawBuilder<unknown>> = {
  straight_analyses: sql`where track_id in (select id from tracks where permissions = 'PRIVATE')`,
  journals: sql`where id in ${PRIVATE_ENTRIES}`,
  journal_replies: sql`where journal_id in ${PRIVATE_ENTRIES}`,
  journal_tags: sql`where journal_id in ${PRIVATE_ENTRIES}`,
  regatta_reports: sql`where journal_id in ${PRIVATE_ENTRIES}`,
  regatta_competitors: sql`where journal_id in ${PRIVATE_ENTRIES}`,
  tracks: sql`where permissions = 'PRIVATE'`,
  races: sql`where not exists (select from race_tracks join tracks on tracks.id = race_tracks.track_id
    where race_tracks.race_id = races.id and tracks.permissions = 'PUBLIC')`,
};

/** Writes the secret into every text of every row that is not about something public, and not a person. */
async function markTexts(db: Db): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column from information_schema.columns as c
    join information_schema.tables as t on t.table_name = c.table_name and t.table_schema = c.table_schema
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'text'
      and c.column_name in (${sql.join(TEXTS)})
      and c.table_name not in ('users', 'settings', 'kysely_migration', 'verifications', 'segments')`.execute(db);
  for (const { table, column } of rows) {
    const where = NOT_PUBLIC[table] ?? sql``;
    // Unique texts stay unique; the first row of a table is the secret alone.
    await sql`update ${sql.table(table)} set ${sql.ref(column)} =
      case when ctid = (select min(ctid) from ${sql.table(table)} ${where}) then ${SECRET}
        else ${SECRET} || '-' || md5(ctid::text) end ${where}`
      .execute(db)
      .catch((error: unknown) => {
        // A column with a check of its values holds no text of users.
        if (!/violates check constraint/.test(String(error))) throw error;
      });
  }
}
