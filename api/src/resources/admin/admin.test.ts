import { readFixture } from "@leebow/fixtures";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import { waitForJobs } from "../../../test/world.ts";
import type { AdminJobs, AdminUser, AuditEntry, HealthPart } from "../../app/contract.ts";
import { RACE_WIND } from "../races/race-wind.ts";
import { sweepAudit } from "./audit.ts";
import { ADMIN_ROUTES } from "./contract.ts";
import { runUserCommand } from "./user-commands.ts";

onEveryDatabase("the administration", (at) => {
  let ada: Person;
  let ben: Person;
  let cleo: Person;
  const idOf = ({ session }: Person) => session.user.id;

  const users = async (query = ""): Promise<AdminUser[]> =>
    (await ada.call("GET", `/api/admin/users/${query}`)).body.results;
  const change = (person: Person, json: object, by = ada) =>
    by.call("PATCH", `/api/admin/users/${idOf(person)}/`, { json });
  const audit = async (search = ""): Promise<AuditEntry[]> =>
    (await ada.call("GET", `/api/admin/audit/?search=${encodeURIComponent(search)}`)).body.results;
  const logIn = ({ session }: Person, password = "lee bow") =>
    at().call("POST", "/api/users/login/", { json: { email: session.user.email, password } });

  beforeAll(async () => {
    ada = await at().signUp("Ada");
    ben = await at().signUp("Ben");
    cleo = await at().signUp("Cleo");
    await sql`update users set role = 1 where id = ${idOf(ada)}`.execute(at().context.db);
  }, 60_000);

  it.each(Object.keys(ADMIN_ROUTES))("refuses others before it looks at what they sent: %s", async (name) => {
    const [method, path] = name.split(" ") as [string, string];
    const json = method === "GET" ? undefined : { reason: 7, quota: "all", extra: [] };
    const answer = await ben.call(method, `/api${path.replace("{id}", "no-id")}?page=0&state=x`, { json });
    expect([answer.status, answer.body.detail]).toEqual([403, "Administration is for administrators."]);
  });

  it("lists accounts with role, tracks and storage, and finds them by words of name and address", async () => {
    await ben.upload("ben.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser" });
    const [found, ...others] = await users("?search=lovelace+ben-");
    expect(others).toEqual([]);
    expect(found).toMatchObject({ id: idOf(ben), role: null, tracks: 1, disabled: null, is_self: false });
    expect(found!.stored_bytes).toBe(readFixture("ilca-weymouth.gpx").length);
    expect(Date.parse(found!.last_seen!)).toBeGreaterThan(Date.now() - 2 * 24 * 3600 * 1000);
    expect((await users("?search=nobody+has+this")).length).toBe(0);
    expect((await ada.call("GET", "/api/admin/users/?search=%25")).body.count).toBe(0);
  }, 60_000);

  it("sorts by name, role, last use, tracks and storage, and lists groups and pages", async () => {
    const order = async (query: string) => (await users(query)).map(({ id }) => id);
    expect(await order("?sort=name&order=asc")).toEqual([ada, ben, cleo].map(idOf));
    expect((await order("?sort=tracks"))[0]).toBe(idOf(ben));
    expect((await order("?sort=storage&order=asc")).at(-1)).toBe(idOf(ben));
    expect((await order("?sort=role&order=asc"))[0]).toBe(idOf(ada));
    expect((await order("?sort=last_seen")).length).toBe(3);
    expect(await order("?group=administrators")).toEqual([idOf(ada)]);
    expect((await order("?group=athletes")).sort()).toEqual([ben, cleo].map(idOf).sort());
    expect(await order("?page=2")).toEqual([]);
    const refused = await ada.call("GET", "/api/admin/users/?sort=password&group=x&page=0");
    expect([refused.status, Object.keys(refused.body).sort()]).toEqual([400, ["group", "page", "sort"]]);
  });

  it("changes a role, which the audit names with the former one, and takes it back", async () => {
    expect((await change(ben, { role: 2 })).body).toMatchObject({ role: 2 });
    expect((await change(ben, { role: 2 })).status).toBe(200);
    expect((await ben.call("GET", "/api/users/me/")).body.role).toBe(2);
    expect((await change(ben, { role: null })).body).toMatchObject({ role: null });
    expect((await audit("change role")).map(({ who, did }) => [who, did])).toEqual([
      ["Ada Lovelace", "changed the role of Ben Lovelace: athlete, was coach"],
      ["Ada Lovelace", "changed the role of Ben Lovelace: coach, was athlete"],
    ]);
    expect((await change(ben, { role: 7 })).body).toEqual({ role: ["role is 1, 2 or null."] });
    expect((await ada.call("PATCH", "/api/admin/users/99999/", { json: { role: 2 } })).status).toBe(404);
  });

  it("grants features, which work at once, and withdraws them", async () => {
    const form = () => {
      const fields = new FormData();
      fields.set("name", "Snipe Valencia");
      return { form: fields };
    };
    expect((await ben.call("POST", "/api/teams/", form())).status).toBe(403);
    const granted = await change(ben, { granted_features: ["coach_tools"] });
    expect(granted.body.granted_features).toEqual(["coach_tools"]);
    expect(granted.body.enabled_features).toContain("coach_tools");
    expect((await ben.call("POST", "/api/teams/", form())).status).toBe(201);
    const withdrawn = await change(ben, { granted_features: [] });
    expect(withdrawn.body.enabled_features).not.toContain("coach_tools");
    expect((await audit("grant features")).length).toBe(2);
  });

  it("disables an account: its sessions end, a login says so in a sentence, its tracks stay", async () => {
    const { body: tracks } = await ben.call("GET", "/api/tracks/?owner=mine");
    const id = tracks.results[0].id;
    const address = tracks.results[0].static_map;
    expect((await at().call("GET", address)).status).toBe(200);
    const off = await change(ben, { disabled: true, reason: "asked for by the user" });
    expect(off.body.disabled).not.toBeNull();
    expect((await ben.call("GET", "/api/users/me/")).status).toBe(401);
    expect((await at().call("GET", address)).status).toBe(404);
    const refused = await logIn(ben);
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      expect.stringMatching(/disabled\. Your tracks are kept/),
    ]);
    const { rows } = await sql`select id from sessions where user_id = ${idOf(ben)}`.execute(at().context.db);
    expect(rows).toEqual([]);
    // A login with a wrong password is not answered with it.
    expect((await logIn(ben, "wrong password")).body.detail).toMatch(/do not belong together/);
    expect((await cleo.call("GET", `/api/tracks/${id}/?notrackpoints=true`)).status).toBe(200);
    expect((await users("?group=disabled")).map((user) => user.id)).toEqual([idOf(ben)]);
    expect((await audit("disable"))[0]).toMatchObject({ did: "disabled Ben Lovelace", why: "asked for by the user" });

    await change(ben, { disabled: false });
    expect((await logIn(ben)).status).toBe(200);
  });

  it("keeps an administrator from disabling the own account, and from losing the last one", async () => {
    expect((await change(ada, { disabled: true })).body.detail).toMatch(/last administrator/);
    expect((await change(ada, { role: null })).body.detail).toMatch(/last administrator/);
    const [self] = await users("?group=administrators");
    expect(self!.can).toMatchObject({ change_role: false, disable: false, why_not: expect.stringMatching(/last/) });
    await change(cleo, { role: 1 });
    expect((await change(ada, { disabled: true })).body.detail).toBe("You cannot disable your own account.");
    // Each tries to disable the other at the same time: one of them is left.
    const both = await Promise.all([change(cleo, { disabled: true }), change(ada, { disabled: true }, cleo)]);
    expect(both.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    await sql`update users set disabled_at = null, role = case when id = ${idOf(ada)} then 1 end`.execute(
      at().context.db,
    );
    const { body } = await logIn(ada);
    ada = { ...ada, call: (method, path, options) => at().call(method, path, withToken(body.access, options)) };
  });

  it("writes nothing and no audit line when a change is refused", async () => {
    const before = await audit();
    await change(ben, { role: 2, disabled: true }, ben);
    expect((await change(ada, { granted_features: ["coach_tools"], role: null })).status).toBe(409);
    expect(await audit()).toEqual(before);
    expect((await users("?group=administrators"))[0]!.granted_features).toEqual([]);
  });

  it("sends the link for a new password", async () => {
    expect((await ada.call("POST", `/api/admin/users/${idOf(cleo)}/reset/`)).status).toBe(204);
    expect((await at().mailsTo(cleo.session.user.email))[0]).toContain("/reset/");
    expect((await audit("reset"))[0]!.did).toBe("sent a reset mail to Cleo Lovelace");
  });

  /** A race whose wind failed for good. */
  const raceWithoutWind = async (): Promise<number> => {
    const { db, jobs } = at().context;
    const { id: race_id } = await db
      .insertInto("races")
      .values({ user_id: idOf(ben), name: "Thursday evening" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.transaction().execute((trx) => jobs.enqueue(trx, RACE_WIND, { race_id, revision: 1 }));
    await waitForJobs(at());
    const output = JSON.stringify({ message: "Took longer than 10 min." });
    await sql`update pgboss.job set state = 'failed', completed_on = now(), output = ${output}::jsonb
      where name = 'race-wind' and (data->>'race_id')::integer = ${race_id}`.execute(db);
    await db.updateTable("races").set({ processing_status: 2, error: "a fault" }).where("id", "=", race_id).execute();
    return race_id;
  };
  const raceRow = (id: number) =>
    at().context.db.selectFrom("races").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

  it("lists failed jobs first, with what they are about and why, and runs one again in its row", async () => {
    await waitForJobs(at());
    expect((await ada.call("GET", "/api/admin/jobs/")).body).toMatchObject({ counts: { running: 0 } });
    const race_id = await raceWithoutWind();

    const jobs: AdminJobs = (await ada.call("GET", "/api/admin/jobs/?state=failed")).body;
    expect(jobs.counts.failed).toBe(1);
    const [job] = jobs.results;
    expect(job).toMatchObject({ name: "race-wind", subject: "Thursday evening", error: "Took longer than 10 min." });
    const health: HealthPart[] = (await ada.call("GET", "/api/admin/health/")).body.parts;
    expect(health.find(({ part }) => part === "jobs")).toMatchObject({ is_well: false });
    expect(health.filter(({ part }) => part !== "jobs").every(({ is_well }) => is_well)).toBe(true);

    const again = await ada.call("POST", `/api/admin/jobs/${job!.id}/retry/`);
    expect([again.status, again.body.id, again.body.state === "failed"]).toEqual([200, job!.id, false]);
    expect((await ada.call("POST", `/api/admin/jobs/${job!.id}/retry/`)).status).not.toBe(200);
    await waitForJobs(at());
    expect(await raceRow(race_id)).toMatchObject({ processing_status: 3, error: null });
    expect((await audit("retry"))[0]!.did).toBe("ran a failed job again: race-wind, Thursday evening");
    expect((await ada.call("POST", "/api/admin/jobs/retry/")).body).toEqual({ retried: 0 });
  }, 60_000);

  it("runs each failed job again once, however often all are run again at a time", async () => {
    const races = [await raceWithoutWind(), await raceWithoutWind()];
    const lines = (await audit("failed jobs")).length;
    const answers = await Promise.all([1, 2, 3].map(() => ada.call("POST", "/api/admin/jobs/retry/")));
    expect(answers.map(({ body }) => body.retried).sort()).toEqual([0, 0, 2]);
    expect(await audit("failed jobs")).toHaveLength(lines + 1);
    await waitForJobs(at());
    for (const id of races) expect(await raceRow(id)).toMatchObject({ processing_status: 3, error: null });
  }, 60_000);

  it("leaves a failed job alone that ends otherwise while all are run again", async () => {
    const { db } = at().context;
    const race_id = await raceWithoutWind();
    let isLocked = () => {};
    const locked = new Promise<void>((resolve) => {
      isLocked = resolve;
    });
    const ending = db.transaction().execute(async (trx) => {
      await sql`update pgboss.job set state = 'completed' where name = 'race-wind'
        and (data->>'race_id')::integer = ${race_id}`.execute(trx);
      isLocked();
      await new Promise((wake) => setTimeout(wake, 1000));
      await trx.updateTable("races").set({ processing_status: 3, error: null }).where("id", "=", race_id).execute();
    });
    await locked;
    const { body } = await ada.call("POST", "/api/admin/jobs/retry/");
    await ending;
    expect(body).toEqual({ retried: 0 });
    // Nothing would end a race that waits without a job.
    expect(await raceRow(race_id)).toMatchObject({ processing_status: 3 });
  }, 60_000);

  it("asks for the reason before a private track opens, and the audit names it", async () => {
    const elsa = await at().signUp("Elsa");
    const { id } = await elsa.upload("elsa.gpx", readFixture("49er-every-five-seconds.gpx"), {
      permissions: "PRIVATE",
    });
    const of_track = ["", "analysis/", "corrections/"].map((part) => `/api/tracks/${id}/${part}`);
    const paths = [...of_track, `/api/download/track/source/${id}/`, `/api/download/exportCSV/${id}/`];
    const statuses = () => Promise.all(paths.map(async (path) => (await ada.call("GET", path)).status));
    const listed = async () =>
      (await ada.call("GET", "/api/tracks/?owner=all&search=Elsa")).body.results.map(
        (track: { id: number }) => track.id,
      );
    expect(await listed()).toEqual([id]);
    expect(await statuses()).toEqual(paths.map(() => 409));
    const open = (json: object) => ada.call("POST", `/api/admin/tracks/${id}/open/`, { json });
    expect((await open({ reason: " " })).body).toEqual({ reason: ["Write the reason in some words."] });
    expect((await open({ reason: "for a question about a missing wind" })).status).toBe(204);
    expect(await statuses()).toEqual(paths.map(() => 200));
    expect((await audit("missing wind"))[0]).toMatchObject({
      who: "Ada Lovelace",
      did: `looked at the private track ${id} of Elsa Lovelace`,
    });
    await sql`update audit_log set at = now() - interval '13 hours' where track_id = ${id}`.execute(at().context.db);
    expect((await ada.call("GET", paths[0]!)).status).toBe(409);
  }, 60_000);

  it("says what takes how much room", async () => {
    const { body } = await ada.call("GET", "/api/admin/storage/");
    const { rows } = await sql<{ bytes: number }>`select sum(source_bytes)::float8 as bytes from tracks`.execute(
      at().context.db,
    );
    expect(body.kinds[0]).toEqual({ kind: "recordings", bytes: rows[0]!.bytes });
    expect(body.free_bytes).toBeGreaterThan(0);
    expect(body.nearly_full).toBe(0);
  });

  it("keeps the audit two years, and an entry outlives the account of which it tells", async () => {
    const { db } = at().context;
    await sql`insert into audit_log (at, by_command, action, user_id)
      values (now() - interval '800 days', true, 'enable_user', ${idOf(ben)})`.execute(db);
    const dora = await at().signUp("Dora");
    await change(dora, { role: 2 });
    const deleted = await dora.call("DELETE", "/api/users/me/", { json: { current_password: "lee bow" } });
    expect(deleted.status).toBeLessThan(300);
    expect((await audit("change role"))[0]!.did).toMatch(/^changed the role of a deleted account/);
    expect((await audit()).some(({ who }) => who === "the operator of the server")).toBe(true);
    await sweepAudit(db);
    expect((await audit()).some(({ who }) => who === "the operator of the server")).toBe(false);
  });

  it("says in a terminal that a role has no effect while the address is not confirmed", async () => {
    const { db } = at().context;
    const { email } = cleo.session.user;
    const confirm = (is: boolean) => sql`update users set email_verified = ${is} where id = ${idOf(cleo)}`.execute(db);
    await confirm(false);
    const [line] = await runUserCommand(db, ["role", email, "coach"]);
    expect(line).toContain("has the role coach, which works once the address is confirmed, and");
    expect((await runUserCommand(db, ["role", email, "none"]))[0]).not.toContain("confirmed");
    await confirm(true);
    expect((await runUserCommand(db, ["role", email, "coach"]))[0]).not.toContain("confirmed");
    await runUserCommand(db, ["role", email, "none"]);
  });
});

const withToken = (access: string, options: object = {}) => ({
  ...options,
  headers: { authorization: `Bearer ${access}` },
});
