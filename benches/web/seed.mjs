/** Sailors and their tracks on a server that runs, and races of them. */
import { tokenOf } from "../api/seed.mjs";
import { tableOf } from "./recordings.mjs";

const BOAT_CLASS = "49er";
const ADMINISTRATOR = 1;
/** Uploads at the same time. */
const AT_ONCE = 8;
const TIMEOUT_MS = 600_000;

/** Sailors 1 to `count`, each with a session, in a database that no server has open. The first is an administrator, who may make races. */
export async function seedSailors(open, count) {
  const { query, close } = await open();
  await query(`insert into users (name, email, email_verified, first_name, last_name, primary_boat_class)
    select 'Sailor ' || n, 'sailor-' || n || '@leebow.test', true, 'Sailor', 'N' || n, '${BOAT_CLASS}' from generate_series(1, ${count}) n`);
  await query(`update users set role = ${ADMINISTRATOR} where email = 'sailor-1@leebow.test'`);
  await query(`insert into sessions (user_id, token, expires_at)
    select id, 'bench-' || id, now() + interval '30 days' from users`);
  const users = await query("select id, email from users where email like 'sailor-%' order by id");
  await close();
  return users.map(({ id, email }) => ({ id, email, access: tokenOf(`bench-${id}`) }));
}

/** Calls of one sailor. */
export const callerAt =
  (port, { access }) =>
  async (method, path, { json, form } = {}) => {
    const headers = { authorization: `Bearer ${access}`, ...(json ? { "content-type": "application/json" } : {}) };
    const body = json ? JSON.stringify(json) : form;
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, { method, headers, body });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };

/** Uploads a recording for each sailor and waits until all are analysed. Returns the tracks' ids. */
export async function uploadFleet(port, sailors, { rate_hz, seconds }) {
  const ids = [];
  const waiting = [...sailors.entries()];
  const uploadNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [boat, sailor] = next;
      ids[boat] = await upload(callerAt(port, sailor), tableOf({ rate_hz, seconds, boat }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, uploadNext));
  const read = (boat) => callerAt(port, sailors[boat])("GET", `/tracks/${ids[boat]}/?notrackpoints=true`);
  for (const boat of sailors.keys()) await finished(() => read(boat));
  return ids;
}

async function upload(call, text) {
  const form = new FormData();
  form.set("boat_name", BOAT_CLASS);
  form.set("permissions", "PUBLIC");
  form.set("file", new File([text], "bench.csv"));
  return (await call("POST", "/tracks/", { form })).id;
}

/** A race of these tracks, made by the first sailor; resolves when its wind is there. */
export async function makeRace(port, coach, tracks) {
  const call = callerAt(port, coach);
  const { id } = await call("POST", "/races/", { json: { tracks, name: `${tracks.length} boats` } });
  await finished(() => call("GET", `/races/info/${id}/`));
  return id;
}

async function finished(read) {
  const end_ms = Date.now() + TIMEOUT_MS;
  for (;;) {
    const { processing_status } = await read();
    if (processing_status === 3) return;
    if (processing_status === 2) throw new Error("The server could not analyse what was made for the benchmark.");
    if (Date.now() > end_ms) throw new Error("The server did not finish the analyses in time.");
    await new Promise((wake) => setTimeout(wake, 200));
  }
}
