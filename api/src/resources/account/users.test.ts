import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { expect, it } from "vitest";
import { onEveryDatabase, personOf } from "../../../test/test-server.ts";
import { until } from "../../../test/until.ts";
import { waitForJobs } from "../../../test/world.ts";
import { LIMITS, type Session } from "../../app/contract.ts";
import { sweepExpired } from "../../platform/auth/sweep.ts";
import { enqueueReset } from "../../platform/mail/request-reset.ts";

const grace = {
  first_name: "Grace",
  last_name: "Hopper",
  email: "grace@leebow.test",
  password: "abc",
  password_confirmation: "abc",
  primary_boat_class: "470",
};

onEveryDatabase("an account", (at) => {
  it("is opened by registering, and its token identifies the user", async () => {
    const { status, body } = await at().call("POST", "/api/users/register/", { json: grace });
    expect(status).toBe(201);
    expect(body.user).toMatchObject({
      first_name: "Grace",
      last_name: "Hopper",
      email: grace.email,
      primary_boat_class: "470",
      role: null,
    });
    const me = await personOf(at().call, body as Session).call("GET", "/api/users/me/");
    expect(me.body).toEqual(body.user);
  });

  it("has the features athlete and auto_segmentation at first", async () => {
    const { body } = await (await at().signUp()).call("GET", "/api/users/me/");
    expect(body).toMatchObject({
      enabled_features: ["athlete", "auto_segmentation"],
      auto_segmentation_enabled: true,
      show_wind_arrow: true,
    });
  });

  it("is logged into with the e-mail in any case of letters", async () => {
    const json = { email: "GRACE@leebow.test", password: "abc" };
    const { status, body } = await at().call("POST", "/api/users/login", { json });
    expect(status).toBe(200);
    expect(body.user.email).toBe(grace.email);
  });

  it("answers a wrong password and an unknown address with the same words", async () => {
    const wrong = await at().call("POST", "/api/users/login/", { json: { email: grace.email, password: "abd" } });
    const unknown = await at().call("POST", "/api/users/login/", {
      json: { email: "nobody@leebow.test", password: "abd" },
    });
    expect(wrong.status).toBe(400);
    expect(unknown.status).toBe(400);
    expect(wrong.body).toEqual(unknown.body);
    expect(wrong.body.detail).toMatch(/do not belong together/);
  });

  it("is not opened twice for one address", async () => {
    const { status, body } = await at().call("POST", "/api/users/register/", {
      json: { ...grace, email: "Grace@Leebow.test" },
    });
    expect(status).toBe(400);
    expect(body.email[0]).toMatch(/already/);
  });

  it.each([
    [{ first_name: "" }, { first_name: ["First name required"] }],
    [{ first_name: "Al" }, { first_name: ["First name must be 3 characters"] }],
    [{ last_name: "Li" }, { last_name: ["Last name must be 3 characters"] }],
    [{ first_name: "Ada\n\nYour account is closed" }, { first_name: ["First name must be one line of text"] }],
    [{ last_name: "x".repeat(65) }, { last_name: ["Last name can have 64 characters at most"] }],
    [{ last_name: "a\u2028b" }, { last_name: ["Last name must be one line of text"] }],
    [{ last_name: "a\u202eb" }, { last_name: ["Last name must be one line of text"] }],
    [{ email: "" }, { email: ["Email required"] }],
    [{ email: "grace" }, { email: ["Email not valid"] }],
    [{ password: "ab", password_confirmation: "ab" }, { password: ["Password must be 3 characters"] }],
    [{ password_confirmation: "abd" }, { password_confirmation: ["Password mismatch"] }],
    [{ primary_boat_class: "" }, { primary_boat_class: ["Primary Boat Class required"] }],
    [{ primary_boat_class: "Moth" }, { primary_boat_class: ["Primary Boat Class required"] }],
  ])("refuses %j in the specification's words", async (change, expected) => {
    const { status, body } = await at().call("POST", "/api/users/register/", {
      json: { ...grace, email: "new@leebow.test", ...change },
    });
    expect(status).toBe(400);
    expect(body).toEqual(expected);
  });

  it("reports errors of the login form in the specification's words", async () => {
    const { body } = await at().call("POST", "/api/users/login/", { json: { email: "x", password: "ab" } });
    expect(body).toEqual({ email: ["Email not valid"], password: ["Password must be 6 characters"] });
  });

  it("cannot give itself a role or features", async () => {
    const extra = { role: 1, enabled_features: ["coach_tools"], email_verified: true };
    const registered = await at().call("POST", "/api/users/register/", {
      json: { ...grace, email: "sly@leebow.test", ...extra },
    });
    expect(registered.body.user).toMatchObject({ role: null, enabled_features: ["athlete", "auto_segmentation"] });
    const sly = personOf(at().call, registered.body as Session);
    const patched = await sly.call("PATCH", "/api/users/", { json: { first_name: "Slyer", ...extra } });
    expect(patched.body).toMatchObject({
      first_name: "Slyer",
      role: null,
      enabled_features: ["athlete", "auto_segmentation"],
    });
  });

  it("ends one session by logging out and leaves the others", async () => {
    const json = { email: grace.email, password: "abc" };
    const [one, other] = await Promise.all(
      [0, 1].map(async () => {
        const { body } = await at().call("POST", "/api/users/login/", { json });
        return personOf(at().call, body as Session);
      }),
    );
    expect((await one!.call("POST", "/api/users/logout/")).status).toBe(204);
    expect((await one!.call("GET", "/api/users/me/")).status).toBe(401);
    expect((await other!.call("GET", "/api/users/me/")).status).toBe(200);
  });

  it("accepts no token without the server's signature", async () => {
    const ada = await at().signUp();
    const [token] = ada.session.access.split(".");
    const raw = await at().context.db.selectFrom("sessions").select("token").executeTakeFirstOrThrow();
    for (const access of [token!, raw.token, `${token}.AAAA`, "", "x"]) {
      const forged = await at().call("GET", "/api/users/me/", { headers: { authorization: `Bearer ${access}` } });
      expect(forged.status).toBe(401);
    }
  });

  it("accepts no cookie, only the token in the header", async () => {
    const ada = await at().signUp();
    const cookie = `better-auth.session_token=${encodeURIComponent(ada.session.access)}`;
    expect((await at().call("GET", "/api/users/me/", { headers: { cookie } })).status).toBe(401);
  });
});

onEveryDatabase("a session", (at) => {
  it("expires and is then deleted; the others stay", async () => {
    const [ada, ben] = [await at().signUp(), await at().signUp("Ben")];
    const { db } = at().context;
    const past = new Date(Date.now() - 1000);
    await db.updateTable("sessions").set({ expires_at: past }).where("user_id", "=", ada.session.user.id).execute();
    expect((await ada.call("GET", "/api/users/me/")).status).toBe(401);
    await sweepExpired(db);
    const left = await db.selectFrom("sessions").select("user_id").execute();
    expect(left.map((row) => row.user_id)).toEqual([ben.session.user.id]);
    expect((await ben.call("GET", "/api/users/me/")).status).toBe(200);
  });
});

onEveryDatabase("a profile", (at) => {
  it("changes names, boat and switches, and the full name of the tracks with them", async () => {
    const ada = await at().signUp();
    const json = {
      first_name: "Augusta",
      primary_boat_class: "Foil Pumping",
      show_wind_arrow: false,
      email_notifications: false,
    };
    const { status, body } = await ada.call("PATCH", "/api/users/", { json });
    expect(status).toBe(200);
    expect(body).toMatchObject(json);
    expect((await ada.call("GET", "/api/users/me/")).body).toEqual(body);
  });

  it("keeps the boat class of a profile by its usual name, in whatever spelling it is typed", async () => {
    const ada = await at().signUp();
    const typed = async (primary_boat_class: string) =>
      (await ada.call("PATCH", "/api/users/", { json: { primary_boat_class } })).body;
    expect(await typed("5o5")).toMatchObject({ primary_boat_class: "505" });
    const sentence = '"Ark" is not a boat class Leebow knows. Choose "Other" for it.';
    expect(await typed("Ark")).toEqual({ primary_boat_class: [sentence] });
    expect((await ada.call("GET", "/api/users/me/")).body).toMatchObject({ primary_boat_class: "505" });
  });

  it("has the units of the specification until others are chosen, and changes nobody else's", async () => {
    const [ada, ben] = [await at().signUp(), await at().signUp("Ben")];
    const standard = { distance: null, speed: null, length: null };
    expect(ada.session.user.units).toEqual(standard);
    const units = { distance: "km", speed: "km/h", length: "ft" };
    const { status, body } = await ada.call("PATCH", "/api/users/", { json: { units } });
    expect([status, body.units]).toEqual([200, units]);
    expect((await ada.call("GET", "/api/users/me/")).body.units).toEqual(units);
    expect((await ben.call("GET", "/api/users/me/")).body.units).toEqual(standard);
    expect((await at().call("PATCH", "/api/users/", { json: { units: standard } })).status).toBe(401);
    expect((await ada.call("PATCH", "/api/users/", { json: { units: standard } })).body.units).toEqual(standard);
  });

  it.each([
    [{ distance: "furlong", speed: null, length: null }, "Choose mi, nm or km."],
    [{ distance: null, speed: "mph", length: null }, "Choose kn, m/s or km/h."],
    [{ distance: null, speed: null, length: 3 }, "Choose m or ft."],
    [{ distance: "km", speed: "kn" }, "Choose m or ft."],
  ])("refuses units that nobody can read: %j", async (units, message) => {
    const ada = await at().signUp();
    const { status, body } = await ada.call("PATCH", "/api/users/", { json: { units } });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(message);
    expect((await ada.call("GET", "/api/users/me/")).body.units).toEqual(ada.session.user.units);
  });

  it("refuses the segmentation switch without its feature", async () => {
    const ada = await at().signUp();
    await at()
      .context.db.updateTable("users")
      .set({ enabled_features: "[]" })
      .where("id", "=", ada.session.user.id)
      .execute();
    const { status, body } = await ada.call("PATCH", "/api/users/", { json: { auto_segmentation_enabled: true } });
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual(["auto_segmentation_enabled"]);
  });
});

onEveryDatabase("a profile picture", (at) => {
  const form = (bytes: Uint8Array, name = "me.jpg") => {
    const made = new FormData();
    made.set("file", new File([bytes as BlobPart], name, { type: "image/jpeg" }));
    return made;
  };
  const portrait = () =>
    sharp({ create: { width: 900, height: 600, channels: 3, background: "#336699" } })
      .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "45/1 51/1 0/1" } })
      .jpeg()
      .toBuffer();

  it("is kept small and square, without the place it was taken at, and replaces the one before", async () => {
    const ada = await at().signUp();
    const first = await ada.call("POST", "/api/users/profileimg/", { form: form(await portrait()) });
    expect(first.status).toBe(200);
    const picture = await at().call("GET", first.body.profile_img);
    expect(picture.headers.get("content-type")).toBe("image/webp");
    const { width, height, exif } = await sharp(picture.bytes).metadata();
    expect([width, height, exif]).toEqual([256, 256, undefined]);
    const second = await ada.call("POST", "/api/users/profileimg/", { form: form(await portrait()) });
    expect(second.body.profile_img).not.toBe(first.body.profile_img);
    await expect.poll(async () => (await at().call("GET", first.body.profile_img)).status).toBe(404);
    expect((await ada.call("DELETE", "/api/users/profileimg/")).status).toBe(204);
    expect((await ada.call("GET", "/api/users/me/")).body.profile_img).toBeNull();
    await expect.poll(async () => (await at().call("GET", second.body.profile_img)).status).toBe(404);
  });

  it.each([
    ["text", Buffer.from("hello"), /not a picture/],
    ["nothing", Buffer.alloc(0), /Choose a picture/],
    [
      "a page in disguise",
      Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script>"),
      /not a picture/,
    ],
    [
      "a vector graphic",
      Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>"),
      /not a picture/,
    ],
    ["more than 10 MB", Buffer.alloc(LIMITS.image_bytes + 1), /larger than 10 MB/],
  ])("is not taken from %s", async (_, bytes, message) => {
    const ada = await at().signUp();
    const { status, body } = await ada.call("POST", "/api/users/profileimg/", { form: form(bytes) });
    expect([status, body]).toEqual([400, { file: [expect.stringMatching(message)] }]);
    expect((await ada.call("GET", "/api/users/me/")).body.profile_img).toBeNull();
  });
});

onEveryDatabase("a forgotten password", (at) => {
  it("is replaced through the mailed link, once, and every session ends", async () => {
    const ada = await at().signUp("Forgetful");
    const { email } = ada.session.user;
    const asked = await at().call("POST", "/api/users/forgot/", { json: { email, redirect: "https://evil.example/" } });
    expect(asked).toMatchObject({ status: 200, body: { detail: "A reset link was sent to your email" } });
    const [mail] = await at().mailsTo(email);
    expect(mail).not.toContain("evil");
    const uuid = /http:\/\/leebow\.test\/reset\/(\w+)/.exec(mail!)![1];
    const reset = (password: string) => at().call("POST", "/api/users/reset/", { json: { uuid, password } });
    expect((await reset("ab")).body).toEqual({ password: ["Password must be 3 characters"] });
    expect((await reset("new one")).status).toBe(200);
    expect((await reset("third one")).status).toBe(400);
    expect((await ada.call("GET", "/api/users/me/")).status).toBe(401);
    expect((await at().call("POST", "/api/users/login/", { json: { email, password: "new one" } })).status).toBe(200);
  });

  it("has the same answer when the mail cannot be sent; it is sent as soon as it can be", async () => {
    const { email } = (await at().signUp("Unreachable")).session.user;
    const outbox = join(at().config.data, "outbox");
    // The mail of her registration has been sent.
    await waitForJobs(at());
    await rm(outbox, { recursive: true, force: true });
    await writeFile(outbox, "not a folder");
    const { status } = await at().call("POST", "/api/users/forgot/", { json: { email } });
    await until(() => at().errors.length > 0);
    expect([status, at().errors.splice(0)]).toEqual([200, [expect.objectContaining({ event: "mail" })]]);
    await rm(outbox);
    // The next attempt is due 10 to 20 s after the first.
    const dueNow = async () => {
      const { rows } = await sql`
        update pgboss.job set start_after = now() where name = 'send-mail' and state = 'retry' returning id`.execute(
        at().context.db,
      );
      return rows.length;
    };
    await expect.poll(dueNow, { timeout: 20_000 }).toBe(1);
    expect(await at().mailsTo(email)).toHaveLength(1);
  }, 60_000);

  it("does the same for an address without an account, but that no mail is sent", async () => {
    const [email, known] = ["nobody@leebow.test", (await at().signUp()).session.user.email];
    for (const each of [email, known]) {
      const { status, body } = await at().call("POST", "/api/users/forgot/", { json: { email: each } });
      expect({ status, body }).toEqual({ status: 200, body: { detail: "A reset link was sent to your email" } });
    }
    await at().mailsTo(known);
    expect((await at().mails()).some((mail) => mail.includes(email))).toBe(false);
  });

  it("floods no mailbox, from however many addresses it is requested", async () => {
    const { email } = (await at().signUp("Flooded")).session.user;
    const { db } = at().context;
    for (let i = 0; i < LIMITS.reset_mails_per_hour + 3; i++) await enqueueReset(at().context, db, email);
    await at().mailsTo(email, LIMITS.reset_mails_per_hour);
    const waiting = sql`select from pgboss.job where name in ('request-reset', 'send-mail') and state < 'completed'`;
    await until(async () => (await waiting.execute(db)).rows.length === 0);
    expect(await at().mailsTo(email)).toHaveLength(LIMITS.reset_mails_per_hour);
  }, 60_000);

  it("leaves nothing in the queue from which the link could be read", async () => {
    const { email } = (await at().signUp("Sealed")).session.user;
    await at().call("POST", "/api/users/forgot/", { json: { email } });
    await at().mailsTo(email);
    const { rows } = await sql<{ data: string }>`
      select data::text as data from pgboss.job where name in ('request-reset', 'send-mail')`.execute(at().context.db);
    expect(rows.length).toBeGreaterThan(0);
    for (const { data } of rows) expect(data).not.toMatch(/reset\/|@/);
  });
});

onEveryDatabase(
  "guessing passwords",
  (at) => {
    let forged = 0;
    const from = (address: string) =>
      at().call("POST", "/api/users/login/", {
        // Another account each time: attempts on one are limited by themselves.
        json: { email: `${randomUUID()}@leebow.test`, password: "guess" },
        headers: { "x-forwarded-for": address, "x-leebow-client-address": `10.0.0.${++forged}` },
      });

    it("is limited per client address, and the answer says for how long", async () => {
      const tries = Array.from({ length: LIMITS.logins_per_minute }, () => from("203.0.113.7"));
      for (const answer of await Promise.all(tries)) expect(answer.status).toBe(400);
      const stopped = await from("203.0.113.7");
      expect(stopped.status).toBe(429);
      expect(Number(stopped.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(stopped.body.detail).toMatch(/Try again in \d+ seconds/);
      // Thirty password hashes at once.
    }, 180_000);

    it("is limited per network of an IPv6 subscriber, who has as many addresses as he wants", async () => {
      const forgot = (address: string) =>
        at().call("POST", "/api/users/forgot/", {
          json: { email: `${randomUUID()}@leebow.test` },
          headers: { "x-forwarded-for": address },
        });
      const statuses: number[] = [];
      for (let i = 0; i <= LIMITS.resets_per_minute; i++) statuses.push((await forgot(`2001:db8:1:2:${i}::1`)).status);
      expect(statuses).toEqual([...Array.from({ length: LIMITS.resets_per_minute }, () => 200), 429]);
      expect((await forgot("2001:db8:1:3::1")).status).toBe(200);
    });

    it("does not limit other addresses", async () => {
      expect((await from("203.0.113.8")).status).toBe(400);
    });

    it("gains nothing from an invented address in front of the proxy's", async () => {
      // The minute goes on, however long the tests before took.
      await sql`update rate_limits set last_request = ${Date.now()}`.execute(at().context.db);
      expect((await from("198.51.100.1, 203.0.113.7")).status).toBe(429);
    });
  },
  { trusted_proxies: ["127.0.0.1"] },
);
