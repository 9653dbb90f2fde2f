import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readFixture } from "@leebow/fixtures";
import { afterAll, expect, it, vi } from "vitest";
import { startGarminStub } from "../../../test/garmin-stub.ts";
import { onEveryDatabase, type Person, processed } from "../../../test/test-server.ts";
import { until } from "../../../test/until.ts";
import { EMBEDDED_PROVIDERS } from "../../app/providers.ts";
import { LIMITS } from "../../platform/limits.ts";
import { disconnect } from "./disconnect.ts";
import { accessToken, NotConnected } from "./tokens.ts";

// Some wait for jobs.
vi.setConfig({ testTimeout: 180_000 });
const client = { client_id: "client", client_secret: "keep quiet" };
const stub = await startGarminStub(client);
const WEBHOOK_SECRET = "hook-0123456789-0123456789";
const settings = {
  ...client,
  webhook_secret: WEBHOOK_SECRET,
  authorize_url: "https://connect.garmin.test/oauth2Confirm",
  token_url: `${stub.url}/token`,
  api_url: stub.url,
};
const FIT = readFixture("ilca-reach-only.fit");
/** Twenty minutes to the north at 90 km/h. */
const DRIVE = Buffer.from(
  `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${Array.from({ length: 1200 }, (_, s) => {
    const time = new Date(Date.parse("2026-06-13T10:00:00Z") + s * 1000).toISOString();
    return `<trkpt lat="${(54.5 + (s * 25) / 111_200).toFixed(7)}" lon="10.2"><time>${time}</time></trkpt>`;
  }).join("")}</trkseg></trk></gpx>`,
);

onEveryDatabase(
  "a Garmin account",
  (at) => {
    afterAll(() => stub.close());
    let made = 0;
    const db = () => at().context.db;
    const connected = async (person: Person) => (await person.call("GET", "/api/users/me/")).body.garmin_connected;
    const read = async (person: Person) => (await person.call("GET", "/api/garmin/")).body;
    const cookieOf = (headers: Headers) => headers.getSetCookie()[0]!.split(";")[0]!;
    const begin = async (person: Person) => {
      const { body, headers } = await person.call("GET", "/api/garmin/authorize/");
      return { address: body as string, cookie: cookieOf(headers) };
    };
    const back = (query: Record<string, string>, cookie: string) =>
      at().call("GET", `/api/garmin/callback/?${new URLSearchParams(query)}`, { headers: { cookie } });
    /** A person with a Garmin account of his own, and its id. */
    const sailor = async (name = "Ada") => {
      const person = await at().signUp(name);
      stub.user = `garmin-of-${++made}`;
      const { address, cookie } = await begin(person);
      expect((await back(stub.consent(address), cookie)).status).toBe(303);
      return { person, garmin: stub.user };
    };
    const notify = (json: unknown, { secret = WEBHOOK_SECRET, id = "client" } = {}) =>
      at().call("POST", `/api/garmin/webhook/${secret}/`, { json, headers: { "garmin-client-id": id } });
    const announced = (userId: string, summaryId: string, changes: object = {}) => ({
      activityFiles: [{ userId, summaryId, fileType: "FIT", callbackURL: `${stub.url}/${summaryId}`, ...changes }],
    });
    /** The activity when its job has ended. */
    const imported = (person: Person, summary_id: string) =>
      until(async () => {
        const { activities } = await read(person);
        const found = activities.find((one: { summary_id: string }) => one.summary_id === summary_id);
        return found?.status !== "waiting" && found;
      });

    it("is connected by consenting on Garmin's page, with PKCE", async () => {
      const ada = await at().signUp();
      expect(await connected(ada)).toBe(false);
      stub.user = "garmin-of-pkce";
      const { address, cookie } = await begin(ada);
      const { origin, pathname, searchParams } = new URL(address);
      expect(origin + pathname).toBe("https://connect.garmin.test/oauth2Confirm");
      expect(Object.fromEntries(searchParams)).toMatchObject({
        response_type: "code",
        client_id: "client",
        code_challenge_method: "S256",
        redirect_uri: "http://leebow.test/api/garmin/callback/",
      });
      const arrived = await back(stub.consent(address), cookie);
      expect([arrived.status, arrived.headers.get("location")]).toEqual([303, "http://leebow.test/account/garmin"]);
      expect(await connected(ada)).toBe(true);
      expect(await read(ada)).toMatchObject({
        garmin_connected: true,
        permissions: ["ACTIVITY_EXPORT"],
        activities: [],
      });
      expect((await ada.call("GET", "/api/garmin/authorize/")).status).toBe(409);
    });

    it("is not connected twice by one way back, nor in another browser, nor too late, nor by a decline", async () => {
      const ada = await at().signUp();
      stub.user = "garmin-of-strict";
      const one = await begin(ada);
      // The address was sent to another person, who has another cookie or none.
      expect((await back(stub.consent(one.address), (await begin(await at().signUp("Eve"))).cookie)).status).toBe(410);
      const two = await begin(ada);
      expect((await back(stub.consent(two.address), "")).status).toBe(410);
      const late = await begin(ada);
      await db()
        .updateTable("garmin_states")
        .set({ expires_at: new Date(Date.now() - 1) })
        .execute();
      expect((await back(stub.consent(late.address), late.cookie)).status).toBe(410);
      const declined = await begin(ada);
      const { state } = stub.consent(declined.address);
      expect((await back({ state, error: "access_denied" }, declined.cookie)).status).toBe(303);
      expect((await back({ state: "guessed", code: "x" }, declined.cookie)).status).toBe(410);
      const wrong_code = await begin(ada);
      expect((await back({ ...stub.consent(wrong_code.address), code: "x" }, wrong_code.cookie)).status).toBe(410);
      expect(await connected(ada)).toBe(false);
      const good = await begin(ada);
      const answer = stub.consent(good.address);
      const both = await Promise.all([back(answer, good.cookie), back(answer, good.cookie)]);
      expect(both.map(({ status }) => status).sort()).toEqual([303, 410]);
      expect(await connected(ada)).toBe(true);
      at().errors.splice(0);
    });

    it("belongs to one user", async () => {
      const { garmin } = await sailor();
      const ben = await at().signUp("Ben");
      stub.user = garmin;
      const { address, cookie } = await begin(ben);
      const page = await back(stub.consent(address), cookie);
      expect(at().errors).toEqual([]);
      expect([page.status, Buffer.from(page.bytes).toString()]).toEqual([
        409,
        expect.stringContaining("connected with another Leebow account"),
      ]);
      expect(await connected(ben)).toBe(false);
    });

    it("has its tokens stored so that the database alone does not give them away", async () => {
      const { person } = await sailor();
      const link = await db()
        .selectFrom("garmin_links")
        .selectAll()
        .where("user_id", "=", person.session.user.id)
        .executeTakeFirstOrThrow();
      expect(JSON.stringify(link)).not.toMatch(/access-|refresh-/);
      // Another user's row is of no use either.
      const { person: thief } = await sailor("Eve");
      const { access_token, refresh_token } = link;
      const user_id = thief.session.user.id;
      await db()
        .updateTable("garmin_links")
        .set({ access_token, refresh_token })
        .where("user_id", "=", user_id)
        .execute();
      await expect(accessToken(at().context, user_id)).rejects.toThrow(NotConnected);
    });

    it("sends its sessions as private tracks of the user's boat, each once", async () => {
      const { person, garmin } = await sailor();
      stub.files.set("/session-1", FIT);
      const notification = announced(garmin, "session-1", { activityId: 4711, activityName: "Sailing" });
      const answers = await Promise.all([0, 1, 2].map(() => notify(notification)));
      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
      expect(
        (await notify({ activityFiles: [...notification.activityFiles, ...notification.activityFiles] })).status,
      ).toBe(204);
      const { status, track, name } = await imported(person, "session-1");
      expect([status, name]).toEqual(["imported", "Sailing"]);
      expect(await processed(person.call, track)).toMatchObject({
        garmin_id: "4711",
        boat_name: "49er",
        permissions: "PRIVATE",
        processing_status: 3,
      });
      const own = (await person.call("GET", "/api/tracks/?owner=mine")).body.results;
      expect(own).toHaveLength(1);
      await person.call("DELETE", `/api/tracks/${track}/`);
      await notify(notification);
      expect(await imported(person, "session-1")).toMatchObject({ status: "imported", track: null });
      expect(stub.requests.filter(({ name: request }) => request === "GET /session-1")).toHaveLength(1);
    });

    it.each([
      ["the file has expired", { status: 410 }, /no longer offers this file/],
      ["it redirects", { status: 302, headers: { location: `${stub.url}/elsewhere` } }, /no longer offers this file/],
      ["it is empty", new Uint8Array(), /no longer offers this file/],
      ["it is a drive", DRIVE, /^No sailing found .* is a drive on roads\. If it is sailing, export it/],
      ["it is too large", new Uint8Array(LIMITS.upload_bytes + 1), /larger than 100 MB/],
    ])("sends no track when %s, and the user reads why", async (_, file, reason) => {
      const { person, garmin } = await sailor();
      const summary = `bad-${++made}`;
      stub.files.set(`/${summary}`, file);
      await notify(announced(garmin, summary));
      expect(await imported(person, summary)).toMatchObject({
        status: "failed",
        reason: expect.stringMatching(reason),
      });
      expect(stub.requests.some(({ name }) => name === "GET /elsewhere")).toBe(false);
    });

    it("is sent no token to other hosts", async () => {
      const reached: string[] = [];
      const other = createServer((request, response) => {
        reached.push(request.url!);
        response.end("secret of the inner network");
      });
      await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
      const { port } = other.address() as AddressInfo;
      const { person, garmin } = await sailor();
      const own = new URL(stub.url);
      const addresses = [
        `http://127.0.0.1:${port}/`,
        `http://localhost:${own.port}/x`,
        `http://${own.host}@127.0.0.1:${port}/`,
        `http://user:word@${own.host}/x`,
        `https://${own.host}/x`,
        `http://127.0.0.1:${port}#@${own.host}/`,
        `http://127.0.0.1:${port}\\@${own.host}/`,
        "http://169.254.169.254/latest/meta-data/",
        "http://[::1]/",
        "file:///etc/passwd",
        "data:text/plain,hello",
        "//evil.example/",
        "",
      ];
      for (const [i, callbackURL] of addresses.entries()) {
        await notify(announced(garmin, `sly-${i}`, { callbackURL }));
        const { status, reason } = await imported(person, `sly-${i}`);
        expect([callbackURL, status, reason]).toEqual([
          callbackURL,
          "failed",
          "The address of this file is not Garmin's.",
        ]);
      }
      await new Promise((done) => other.close(done));
      expect(reached).toEqual([]);
    }, 120_000);

    it("keeps what is not sailing, or in a form Leebow does not read", async () => {
      const { person, garmin } = await sailor();
      await notify(announced(garmin, "run", { activityType: "RUNNING" }));
      await notify(announced(garmin, "tcx", { fileType: "TCX" }));
      expect(await imported(person, "run")).toMatchObject({
        status: "ignored",
        reason: expect.stringMatching(/water/),
      });
      expect(await imported(person, "tcx")).toMatchObject({ status: "ignored" });
    });

    it("has its tokens refreshed once by several jobs, also when Garmin takes one back", async () => {
      stub.lifetime_s = 60;
      const { person, garmin } = await sailor();
      stub.lifetime_s = 86_400;
      const user_id = person.session.user.id;
      const before = stub.requests.filter(({ name }) => name === "POST /token").length;
      const tokens = await Promise.all([0, 1, 2, 3, 4].map(() => accessToken(at().context, user_id)));
      expect(new Set(tokens).size).toBe(1);
      expect(stub.requests.filter(({ name }) => name === "POST /token")).toHaveLength(before + 1);
      stub.access.delete(tokens[0]!);
      stub.files.set("/after-refresh", FIT);
      await notify(announced(garmin, "after-refresh"));
      expect(await imported(person, "after-refresh")).toMatchObject({ status: "imported" });
    });

    it("is disconnected when the user withdrew the consent at Garmin", async () => {
      stub.lifetime_s = 60;
      const [one, two] = [await sailor(), await sailor("Ben")];
      stub.lifetime_s = 86_400;
      stub.refresh.clear();
      await notify(announced(one.garmin, "withdrawn"));
      expect(await imported(one.person, "withdrawn")).toMatchObject({
        status: "failed",
        reason: expect.stringMatching(/connection to Garmin has ended/),
      });
      await notify({ deregistrations: [{ userId: two.garmin }] });
      for (const { person } of [one, two]) expect(await connected(person)).toBe(false);
    });

    it("is disconnected by the user, at Garmin too; its tracks stay, and it can be connected again", async () => {
      const { person, garmin } = await sailor();
      const ends = () =>
        stub.requests.filter(({ name }) => name === "DELETE /wellness-api/rest/user/registration").length;
      const before = ends();
      expect((await person.call("DELETE", "/api/garmin/")).status).toBe(204);
      expect(await connected(person)).toBe(false);
      await expect.poll(ends).toBe(before + 1);
      expect((await person.call("DELETE", "/api/garmin/")).status).toBe(204);
      // Nothing is imported for an account that is not connected.
      await notify(announced(garmin, "too-late"));
      expect((await read(person)).activities).toEqual([]);
      const { address, cookie } = await begin(person);
      stub.user = garmin;
      expect((await back(stub.consent(address), cookie)).status).toBe(303);
      expect(await connected(person)).toBe(true);
      await db()
        .transaction()
        .execute((trx) => disconnect(at().context, trx, person.session.user.id));
    });

    it("has the permissions of the last notification", async () => {
      const { person, garmin } = await sailor();
      await notify({ userPermissionsChange: [{ userId: garmin, permissions: [] }] });
      expect((await read(person)).permissions).toEqual([]);
    });

    it("is spoken for by Garmin alone", async () => {
      const { person, garmin } = await sailor();
      const end = { deregistrations: [{ userId: garmin }] };
      expect((await notify(end, { secret: "guessed" })).status).toBe(404);
      expect((await notify(end, { id: "another" })).status).toBe(404);
      expect(await connected(person)).toBe(true);
      const path = `/api/garmin/webhook/${WEBHOOK_SECRET}/`;
      const form = new FormData();
      expect((await at().call("POST", path, { form, headers: { "garmin-client-id": "client" } })).status).toBe(400);
    });

    it("is not changed by what is no notification; entries that are not understood do not keep others out", async () => {
      const { person, garmin } = await sailor();
      for (const json of [null, [], "text", { activityFiles: "x" }, { deregistrations: {} }]) {
        expect((await notify(json)).status).toBe(400);
      }
      const known = { userId: garmin, permissions: ["HISTORICAL_DATA_EXPORT"] };
      expect((await notify({ moveIQ: [1], userPermissionsChange: [null, { userId: 7 }, known] })).status).toBe(204);
      expect((await read(person)).permissions).toEqual(["HISTORICAL_DATA_EXPORT"]);
    });
  },
  { providers: { ...EMBEDDED_PROVIDERS, garmin: settings } },
);

onEveryDatabase("the simulated Garmin account", (at) => {
  const path = (url: string) => url.replace("http://leebow.test", "");

  it("is connected without any key, and sends a sample session", async () => {
    const ada = await at().signUp();
    const { body, headers } = await ada.call("GET", "/api/garmin/authorize/");
    const cookie = headers.getSetCookie()[0]!;
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);
    const page = await at().call("GET", path(body));
    const html = Buffer.from(page.bytes).toString();
    expect(html).not.toMatch(/<script/);
    const action = /action="([^"]*)"/.exec(html)![1]!.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
    const consented = await at().call("POST", action);
    expect(consented.status).toBe(303);
    const arrived = await at().call("GET", path(consented.headers.get("location")!), {
      headers: { cookie: cookie.split(";")[0]! },
    });
    expect([arrived.status, arrived.headers.get("location")]).toEqual([303, "http://leebow.test/account/garmin"]);
    const id = await until(async () => (await ada.call("GET", "/api/garmin/")).body.activities[0]?.track);
    expect(await processed(ada.call, id)).toMatchObject({ processing_status: 3, boat_name: "49er" });
  }, 120_000);

  it("sends nobody elsewhere", async () => {
    const { body } = await (await at().signUp()).call("GET", "/api/garmin/authorize/");
    const url = new URL(body);
    url.searchParams.set("redirect_uri", "https://evil.example/");
    for (const method of ["GET", "POST"]) expect((await at().call(method, path(url.href))).status).toBe(404);
  });
});

onEveryDatabase(
  "a server without Garmin",
  (at) => {
    it("says so", async () => {
      const ada = await at().signUp();
      expect((await ada.call("GET", "/api/garmin/authorize/")).status).toBe(409);
      expect((await at().call("POST", "/api/garmin/webhook/x/", { json: {} })).status).toBe(404);
      expect((await at().call("GET", "/api/garmin/callback/?state=x&code=y")).status).toBe(410);
    });
  },
  { providers: { ...EMBEDDED_PROVIDERS, garmin: "off" } },
);
