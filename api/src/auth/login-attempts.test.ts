import { expect, it } from "vitest";
import { onEveryDatabase } from "../../test/test-server.ts";
import { LIMITS } from "../limits.ts";
import { sweepLoginAttempts } from "./login-attempts.ts";

onEveryDatabase(
  "logins of one account",
  (at) => {
    let address = 0;
    /** Each attempt comes from an address of its own, so that the limit by address never applies. */
    const login = (email: string, password: string) =>
      at().call("POST", "/api/users/login/", {
        json: { email, password },
        headers: { "x-forwarded-for": `203.0.113.${++address % 250}` },
      });
    const fail = async (email: string, times: number) => {
      const statuses: number[] = [];
      for (let i = 0; i < times; i++) statuses.push((await login(email, "wrong password")).status);
      return statuses;
    };
    /** As if the delay had passed. */
    const wait = () =>
      at()
        .context.db.updateTable("login_attempts")
        .set({ blocked_until: new Date(0) })
        .execute();
    const free = LIMITS.login_free_failures;
    const refused = Array.from({ length: free }, () => 400);

    it("are delayed after some failures, from whatever address, the right password too", async () => {
      const { email } = (await at().signUp()).session.user;
      expect(await fail(email, free)).toEqual(refused);
      const blocked = await login(email.toUpperCase(), "lee bow");
      expect(blocked.status).toBe(429);
      const delay_s = Number(blocked.headers.get("retry-after"));
      expect(delay_s).toBeGreaterThan(0);
      expect(delay_s).toBeLessThanOrEqual(LIMITS.login_first_delay_s);
      expect(blocked.body.detail).toMatch(/^Too many failed logins for this account\. Try again in \d+ seconds\.$/);
    });

    it("are delayed twice as long after each further failure, up to the longest delay", async () => {
      const { email } = (await at().signUp()).session.user;
      await at().context.db.deleteFrom("login_attempts").execute();
      await fail(email, 1);
      const delayAfter = async (failures: number) => {
        await at()
          .context.db.updateTable("login_attempts")
          .set({ failures: failures - 1 })
          .execute();
        await wait();
        await fail(email, 1);
        const [row] = await at().context.db.selectFrom("login_attempts").selectAll().execute();
        return (row!.blocked_until.getTime() - row!.last_attempt.getTime()) / 1000;
      };
      const { login_first_delay_s: first, login_longest_delay_s: longest } = LIMITS;
      const delays = [await delayAfter(free - 1), await delayAfter(free), await delayAfter(free + 1)];
      expect([...delays, await delayAfter(free + 3), await delayAfter(10_000)]).toEqual([
        0,
        first,
        2 * first,
        8 * first,
        longest,
      ]);
    });

    it("start afresh after a success", async () => {
      const { email } = (await at().signUp()).session.user;
      await fail(email, free - 1);
      expect((await login(email, "lee bow")).status).toBe(200);
      expect(await fail(email, free)).toEqual(refused);
      expect((await login(email, "lee bow")).status).toBe(429);
    });

    it("are answered the same way when there is no such account", async () => {
      const { email } = (await at().signUp()).session.user;
      const answers = async (address_tried: string) => {
        const statuses = await fail(address_tried, free);
        const { status, body } = await login(address_tried, "wrong password");
        return { statuses, status, detail: body.detail.replace(/\d+/, "n") };
      };
      expect(await answers("no-one@leebow.test")).toEqual(await answers(email));
    });

    it("cannot pass the limit by arriving together", async () => {
      const { email } = (await at().signUp()).session.user;
      const attempts = await Promise.all(Array.from({ length: 20 }, () => login(email, "wrong password")));
      expect(attempts.filter(({ status }) => status === 400)).toHaveLength(free);
    });

    it("of one account do not delay another", async () => {
      const [ada, grace] = [await at().signUp(), await at().signUp("Grace")];
      await fail(ada.session.user.email, free);
      expect((await login(grace.session.user.email, "lee bow")).status).toBe(200);
    });

    it("are counted for a day", async () => {
      const { email } = (await at().signUp()).session.user;
      await fail(email, free);
      const yesterday = new Date(Date.now() - (LIMITS.login_failures_expire_s + 60) * 1000);
      await at().context.db.updateTable("login_attempts").set({ last_attempt: yesterday }).execute();
      await wait();
      expect(await fail(email, free)).toEqual(refused);
      await at().context.db.updateTable("login_attempts").set({ last_attempt: yesterday }).execute();
      await sweepLoginAttempts(at().context.db);
      expect(await at().context.db.selectFrom("login_attempts").selectAll().execute()).toEqual([]);
    });

    it("are free again after the password was reset by mail", async () => {
      const { email } = (await at().signUp()).session.user;
      await fail(email, free);
      await at().call("POST", "/api/users/forgot/", { json: { email } });
      let mail: string | undefined;
      for (let tries = 0; tries < 100 && !mail; tries++) {
        await new Promise((wake) => setTimeout(wake, 50));
        mail = (await at().mails()).find((text) => text.includes(email));
      }
      const uuid = /http:\/\/leebow\.test\/reset\/(\w+)/.exec(mail!)![1];
      const json = { uuid, password: "another one", password_confirmation: "another one" };
      expect((await at().call("POST", "/api/users/reset/", { json })).status).toBe(200);
      expect((await login(email, "another one")).status).toBe(200);
    });
  },
  { trusted_proxies: ["127.0.0.1"] },
);
