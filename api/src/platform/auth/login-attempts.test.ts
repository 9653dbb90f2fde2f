import { sql } from "kysely";
import { expect, it } from "vitest";
import { onEveryDatabase, POSTGRES } from "../../../test/test-server.ts";
import { until } from "../../../test/until.ts";
import { LIMITS } from "../limits.ts";
import { limitLogins, sweepLoginAttempts } from "./login-attempts.ts";

onEveryDatabase(
  "logins of one account",
  (at) => {
    let addresses = 0;
    /** An address that no other test has used. */
    const newAddress = () => `198.51.${++addresses >> 8}.${addresses % 256}`;
    const login = (email: string, password: string, from: string, devices?: string[]) =>
      at().call("POST", "/api/users/login/", {
        json: { email, password, devices },
        headers: { "x-forwarded-for": from },
      });
    const fail = async (email: string, times: number, from: string) => {
      const statuses: number[] = [];
      for (let i = 0; i < times; i++) statuses.push((await login(email, "wrong password", from)).status);
      return statuses;
    };
    /** As if the delay had passed. */
    const wait = () =>
      at()
        .context.db.updateTable("login_attempts")
        .set({ blocked_until: new Date(0) })
        .execute();
    /** As if every counter had so many failures. */
    const haveFailed = (failures: number) => at().context.db.updateTable("login_attempts").set({ failures }).execute();
    const free = LIMITS.login_free_failures;
    const refused = Array.from({ length: free }, () => 400);

    it("are delayed after some failures from one address, the right password too, and not from another", async () => {
      const { email } = (await at().signUp()).session.user;
      const guesser = newAddress();
      expect(await fail(email, free, guesser)).toEqual(refused);
      const blocked = await login(email.toUpperCase(), "lee bow", guesser);
      expect(blocked.status).toBe(429);
      const delay_s = Number(blocked.headers.get("retry-after"));
      expect(delay_s).toBeGreaterThan(0);
      expect(delay_s).toBeLessThanOrEqual(LIMITS.login_first_delay_s);
      expect(blocked.body.detail).toMatch(/^Too many failed logins for this account\. Try again in \d+ seconds\.$/);
      expect((await login(email, "lee bow", newAddress())).status).toBe(200);
      expect((await login(email, "lee bow", guesser)).status).toBe(429);
    });

    it("are delayed twice as long after each further failure, up to the longest delay", async () => {
      const { email } = (await at().signUp()).session.user;
      const { db } = at().context;
      await db.deleteFrom("login_attempts").execute();
      const guesser = newAddress();
      await fail(email, 1, guesser);
      const [account, pair] = (
        await db.selectFrom("login_attempts").select("account").orderBy(sql`length(account)`).execute()
      ).map((row) => row.account);
      const delayAfter = async (key: string, failures: number) => {
        await db
          .updateTable("login_attempts")
          .set({ failures: 0, blocked_until: new Date(0) })
          .execute();
        await db
          .updateTable("login_attempts")
          .set({ failures: failures - 1 })
          .where("account", "=", key)
          .execute();
        await fail(email, 1, guesser);
        const row = await db
          .selectFrom("login_attempts")
          .selectAll()
          .where("account", "=", key)
          .executeTakeFirstOrThrow();
        return Math.max(0, (row.blocked_until.getTime() - row.last_attempt.getTime()) / 1000);
      };
      const delays = async (key: string, free: number) => {
        const found: number[] = [];
        for (const failures of [free - 1, free, free + 1, free + 3, 10_000])
          found.push(await delayAfter(key, failures));
        return found;
      };
      const first = LIMITS.login_first_delay_s;
      const wanted = [0, first, 2 * first, 8 * first];
      expect(await delays(pair!, free)).toEqual([...wanted, LIMITS.login_longest_address_delay_s]);
      expect(await delays(account!, LIMITS.login_free_account_failures)).toEqual([
        ...wanted,
        LIMITS.login_longest_account_delay_s,
      ]);
    });

    it("start afresh after a success", async () => {
      const { email } = (await at().signUp()).session.user;
      const from = newAddress();
      await fail(email, free - 1, from);
      expect((await login(email, "lee bow", from)).status).toBe(200);
      expect(await fail(email, free, from)).toEqual(refused);
      expect((await login(email, "lee bow", from)).status).toBe(429);
    });

    it("are delayed when many addresses guess, on every device but those that have logged in before", async () => {
      const ada = await at().signUp();
      const { email } = ada.session.user;
      const at_home = (await login(email, "lee bow", newAddress())).body.device as string;
      expect(at_home).not.toBe(ada.session.device);
      await fail(email, 1, newAddress());
      await haveFailed(LIMITS.login_free_account_failures - 2);
      expect(await fail(email, 1, newAddress())).toEqual([400]);
      expect(await fail(email, 1, newAddress())).toEqual([400]);
      expect((await login(email, "lee bow", newAddress())).status).toBe(429);
      const other = await at().signUp("Eve");
      const tokens = [other.session.device, `${at_home}x`, "x", ""];
      expect((await login(email, "lee bow", newAddress(), tokens)).status).toBe(429);
      const known = await login(email, "lee bow", newAddress(), [...tokens, at_home]);
      expect([known.status, known.body.device]).toEqual([200, at_home]);
      expect((await login(email, "lee bow", newAddress(), [ada.session.device])).status).toBe(200);
      // Its success does not free the guessers.
      expect((await login(email, "guess", newAddress())).status).toBe(429);
    });

    it("of a known device are delayed by its own failures alone, and others are not delayed by them", async () => {
      const ada = await at().signUp();
      const { email } = ada.session.user;
      const devices = [ada.session.device];
      const from = newAddress();
      await fail(`other-${email}`, 1, from);
      // As if others had used up what the address has.
      await sql`update rate_limits set count = ${LIMITS.logins_per_minute} where key = ${`logIn ${from}`}`.execute(
        at().context.db,
      );
      expect((await login(email, "lee bow", from)).status).toBe(429);
      expect((await login(email, "lee bow", from, devices)).status).toBe(200);
      expect((await login(email, "guess", newAddress(), devices)).status).toBe(400);
      await haveFailed(free - 1);
      expect((await login(email, "guess", newAddress(), devices)).status).toBe(400);
      expect((await login(email, "lee bow", newAddress(), devices)).status).toBe(429);
      expect((await login(email, "lee bow", newAddress())).status).toBe(200);
    });

    it("know no device any more after a change of the password", async () => {
      const ada = await at().signUp();
      const { email } = ada.session.user;
      await ada.call("PATCH", "/api/users/", { json: { password: "longer one", current_password: "lee bow" } });
      const guesser = newAddress();
      await fail(email, 1, guesser);
      await haveFailed(free - 1);
      await fail(email, 1, guesser);
      expect((await login(email, "longer one", guesser, [ada.session.device])).status).toBe(429);
    });

    it("are answered the same way when there is no such account", async () => {
      const { email } = (await at().signUp()).session.user;
      const answers = async (address_tried: string) => {
        const from = newAddress();
        const statuses = await fail(address_tried, free, from);
        const { status, body } = await login(address_tried, "wrong password", from);
        return { statuses, status, detail: body.detail.replace(/\d+/, "n") };
      };
      expect(await answers("no-one@leebow.test")).toEqual(await answers(email));
    });

    it("cannot pass the limit by arriving together", async () => {
      const { email } = (await at().signUp()).session.user;
      const from = newAddress();
      const attempts = await Promise.all(Array.from({ length: 20 }, () => login(email, "wrong password", from)));
      const statuses = attempts.map(({ status }) => status);
      const checked = statuses.filter((status) => status === 400);
      expect(checked, statuses.join(" ")).toHaveLength(free);
    });

    it.skipIf(!POSTGRES)("are not delayed by one that began later and was counted first", async () => {
      const { email } = (await at().signUp()).session.user;
      const [client_address, { context }] = [newAddress(), at()];
      await context.db.transaction().execute(async (db) => {
        await sql`select now()`.execute(db);
        await fail(email, 1, client_address);
        const login = { email, client_address, device_id: null };
        await expect(limitLogins({ ...context, db }, login, async () => "checked")).resolves.toBe("checked");
      });
    });

    it("of one account do not delay another", async () => {
      const [ada, grace] = [await at().signUp(), await at().signUp("Grace")];
      const from = newAddress();
      await fail(ada.session.user.email, free, from);
      expect((await login(grace.session.user.email, "lee bow", from)).status).toBe(200);
    });

    it("are counted for a day", async () => {
      const { email } = (await at().signUp()).session.user;
      const from = newAddress();
      await fail(email, free, from);
      const yesterday = new Date(Date.now() - (LIMITS.login_failures_expire_s + 60) * 1000);
      await at().context.db.updateTable("login_attempts").set({ last_attempt: yesterday }).execute();
      await wait();
      expect(await fail(email, free, from)).toEqual(refused);
      await at().context.db.updateTable("login_attempts").set({ last_attempt: yesterday }).execute();
      await sweepLoginAttempts(at().context.db);
      expect(await at().context.db.selectFrom("login_attempts").selectAll().execute()).toEqual([]);
    });

    it("are free again after the password was reset by mail", async () => {
      const { email } = (await at().signUp()).session.user;
      const from = newAddress();
      await fail(email, free, from);
      await at().call("POST", "/api/users/forgot/", { json: { email } });
      const mail = await until(async () => (await at().mails()).find((text) => text.includes(email)));
      const uuid = /http:\/\/leebow\.test\/reset\/(\w+)/.exec(mail!)![1];
      const json = { uuid, password: "another one", password_confirmation: "another one" };
      expect((await at().call("POST", "/api/users/reset/", { json })).status).toBe(200);
      expect((await login(email, "another one", from)).status).toBe(200);
    });
  },
  { trusted_proxies: ["127.0.0.1"] },
);
