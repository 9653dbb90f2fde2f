import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type OpenedTestServer,
  onOwnServer,
  openTestServer,
  type Person,
  personOf,
} from "../../../test/test-server.ts";
import { LIMITS } from "../limits.ts";

const ON_POSTGRES = Boolean(process.env.TEST_DATABASE_URL || process.env.DATABASE_URL);

onOwnServer("a session", (at) => {
  const me = async (person: Person) => (await person.call("GET", "/api/users/me/")).status;
  const password = { password: "new password", current_password: "lee bow" };
  const login = async ({ session }: Person) => {
    const json = { email: session.user.email, password: "lee bow" };
    return personOf(at().call, (await at().call("POST", "/api/users/login/", { json })).body);
  };
  const deleteUser = ({ session }: Person) =>
    at().context.db.deleteFrom("users").where("id", "=", session.user.id).execute();

  it("is looked up once for many calls", async () => {
    const ada = await at().signUp();
    expect(await me(ada)).toBe(200);
    const { sessions } = at().context;
    const header = `Bearer ${ada.session.access}`;
    expect(await sessions.find(header)).toBe(await sessions.find(header));
  });

  it("is refused at once after the logout, in other sessions not", async () => {
    const ada = await at().signUp();
    const other = await login(ada);
    expect([await me(ada), await me(other)]).toEqual([200, 200]);
    await ada.call("POST", "/api/users/logout/");
    expect([await me(ada), await me(other)]).toEqual([401, 200]);
  });

  it("is refused at once after another session changed the password", async () => {
    const ada = await at().signUp();
    const other = await login(ada);
    expect(await me(other)).toBe(200);
    expect((await ada.call("PATCH", "/api/users/", { json: password })).status).toBe(200);
    expect([await me(ada), await me(other)]).toEqual([200, 401]);
  });

  it("is refused at once after the account was deleted", async () => {
    const ada = await at().signUp();
    expect(await me(ada)).toBe(200);
    await deleteUser(ada);
    expect(await me(ada)).toBe(401);
  });

  it("is refused from the moment it expires, also within the time it is kept", async () => {
    const ada = await at().signUp();
    const until = new Date(Date.now() + 500);
    await sql`update sessions set expires_at = ${until} where user_id = ${ada.session.user.id}`.execute(
      at().context.db,
    );
    // In use for the last time: prolonged, as one of a month that has begun.
    expect(await me(ada)).toBe(200);
    await sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${ada.session.user.id}`.execute(
      at().context.db,
    );
    expect(await me(ada)).toBe(401);
  });

  it("shows what the account is now: profile, role and features", async () => {
    const ada = await at().signUp();
    expect(await me(ada)).toBe(200);
    await ada.call("PATCH", "/api/users/", { json: { first_name: "Augusta" } });
    expect((await ada.call("GET", "/api/users/me/")).body.first_name).toBe("Augusta");
    await sql`update users set role = 1 where id = ${ada.session.user.id}`.execute(at().context.db);
    expect((await ada.call("GET", "/api/users/me/")).body.can.list_all_tracks).toBe(true);
  });

  it.each(["", "Bearer", "Bearer x", "Bearer x.y", "Basic YTpi", "Bearer %", "Bearer a.b.c"])(
    "is none with the header %j",
    async (authorization) => {
      expect((await at().call("GET", "/api/users/me/", { headers: { authorization } })).status).toBe(401);
    },
  );

  it("is none with the signature of another, or with more after it", async () => {
    const [ada, bob] = [await at().signUp("Ada"), await at().signUp("Bob")];
    const [id] = decodeURIComponent(ada.session.access).split(".");
    const [, signature] = decodeURIComponent(bob.session.access).split(".");
    for (const token of [`${id}.${signature}`, `${id}`, `${ada.session.access}.x`]) {
      const headers = { authorization: `Bearer ${encodeURIComponent(token)}` };
      expect((await at().call("GET", "/api/users/me/", { headers })).status).toBe(401);
    }
  });

  it.each([(token: string) => `Bearer ${token}%`, (token: string) => `Bearer ${token}!`])(
    "is none with characters that are not of a signature: no change of the password fails by it",
    async (headerOf) => {
      const ada = await at().signUp();
      const headers = { authorization: headerOf(ada.session.access) };
      for (const [method, path, json] of [
        ["GET", "/api/users/me/", undefined],
        ["PATCH", "/api/users/", password],
      ] as const) {
        expect((await at().call(method, path, { headers, json })).status).toBe(401);
      }
      expect(at().errors).toEqual([]);
      expect(await me(ada)).toBe(200);
    },
  );

  it.each([
    (token: string) => `bearer   ${token}  `,
    (token: string) => `BEARER ${decodeURIComponent(token)}`,
    (token: string) => `Bearer ${encodeURIComponent(decodeURIComponent(token))}`,
  ])(
    "is the one that a new password leaves, in whatever form its header is, and ends with its logout",
    async (headerOf) => {
      const ada = await at().signUp();
      const headers = { authorization: headerOf(ada.session.access) };
      const other = await login(ada);
      expect((await at().call("PATCH", "/api/users/", { headers, json: password })).status).toBe(200);
      expect([await me(ada), await me(other)]).toEqual([200, 401]);
      expect((await at().call("POST", "/api/users/logout/", { headers })).status).toBe(204);
      expect(await me(ada)).toBe(401);
    },
  );

  it("is one of so many of an account: at a login over them the one ends that was used the longest time ago", async () => {
    const [ada, ben] = [await at().signUp("Ada"), await at().signUp("Ben")];
    const { db } = at().context;
    const user_id = ada.session.user.id;
    const before = Array.from({ length: LIMITS.sessions_per_user - 1 }, (_, n) => ({
      user_id,
      token: `of-${user_id}-${n}`,
      expires_at: new Date(Date.now() + (n + 1) * 3_600_000),
    }));
    await db.insertInto("sessions").values(before).execute();
    const count = async () => {
      const rows = await db.selectFrom("sessions").select("token").where("user_id", "=", user_id).execute();
      return [rows.length, rows.some(({ token }) => token === before[0]!.token)];
    };
    expect(await count()).toEqual([LIMITS.sessions_per_user, true]);
    const next = await login(ada);
    expect(await count()).toEqual([LIMITS.sessions_per_user, false]);
    expect([await me(ada), await me(next), await me(ben)]).toEqual([200, 200, 200]);
    await Promise.all([login(ada), login(ada), login(ada)]);
    expect((await count())[0]).toBe(LIMITS.sessions_per_user);
  });

  describe.skipIf(!ON_POSTGRES)("in another process", () => {
    let second: OpenedTestServer;
    beforeAll(async () => {
      second = await openTestServer({ database_url: at().config.database_url, data: at().config.data, role: "api" });
    });
    afterAll(() => second.context.events.close());
    const meThere = async ({ session }: Person) => {
      const headers = { authorization: `Bearer ${session.access}` };
      const app = second.app;
      return (await app.fetch(new Request("http://leebow.test/api/users/me/", { headers }))).status;
    };
    /** By an event: much earlier than what is kept of the session expires. */
    const refusedByEvent = async (person: Person) => {
      const end = Date.now() + (LIMITS.cached_session_s * 1000) / 3;
      while ((await meThere(person)) !== 401) {
        if (Date.now() > end) throw new Error("the session is still accepted");
        await new Promise((wake) => setTimeout(wake, 5));
      }
    };

    it("is refused by an event after the logout, a new password, the end of the account", async () => {
      const ends = [
        (person: Person) => person.call("POST", "/api/users/logout/"),
        async (person: Person) => (await login(person)).call("PATCH", "/api/users/", { json: password }),
        deleteUser,
      ];
      for (const end of ends) {
        const ada = await at().signUp();
        expect(await meThere(ada)).toBe(200);
        await end(ada);
        await refusedByEvent(ada);
      }
    });

    it("is not kept while the events of the others are missed", async () => {
      const ada = await at().signUp();
      expect(await meThere(ada)).toBe(200);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'leebow events' and datname = current_database()`.execute(at().context.db);
      await deleteUser(ada);
      await refusedByEvent(ada);
      // Connected again: the next end arrives as an event.
      while (!second.context.events.isConnected()) await new Promise((wake) => setTimeout(wake, 20));
      const bob = await at().signUp();
      expect(await meThere(bob)).toBe(200);
      await deleteUser(bob);
      await refusedByEvent(bob);
    });
  });
});
