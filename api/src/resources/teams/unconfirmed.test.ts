import { readFixture } from "@leebow/fixtures";
import { beforeAll, expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import { findUser } from "../../platform/auth/users.ts";
import { LIMITS } from "../../platform/limits.ts";
import { mailConfirmation } from "../account/email-confirmation.ts";
import { grantFeatures } from "../account/features.ts";

onEveryDatabase("an account whose e-mail address is not confirmed", (at) => {
  const recording = readFixture("ilca-weymouth.gpx");
  let coach: Person;
  let athlete: Person;
  let team: { id: number };
  const url = (of = "") => `/api/teams/${team.id}/${of}`;
  const form = (name: string) => {
    const made = new FormData();
    made.set("name", name);
    return made;
  };
  const statusOf = async (person: Person, path: string) => (await person.call("GET", path)).status;
  const confirm = async (person: Person) => at().call("POST", await at().confirmationLink(person.session.user.email));
  const add = (person: Person) => coach.call("POST", url("members/"), { json: { email: person.session.user.email } });

  beforeAll(async () => {
    [coach, athlete] = [await at().signUp("Grace"), await at().signUp("Olympia")];
    await grantFeatures(at().context.db, coach.session.user.id, ["coach_tools"]);
    team = (await coach.call("POST", "/api/teams/", { form: form("Garda") })).body;
    expect((await add(athlete)).status).toBe(201);
    await athlete.call("PATCH", url("membership/"), { json: { permissions: "ALL" } });
  }, 120_000);

  it("is a pending member of the teams it is added to, which shows it nothing, and nobody anything of it", async () => {
    const ada = await at().signUpUnconfirmed();
    expect(ada.session.user.email_confirmed).toBe(false);
    const { body } = await add(ada);
    const { id } = ada.session.user;
    expect(body.athletes).toContainEqual(expect.objectContaining({ id, pending: true }));
    expect(body.athletes).toContainEqual(expect.objectContaining({ id: athlete.session.user.id, pending: false }));
    const secret = await athlete.upload("a.gpx", recording, { permissions: "PRIVATE" });
    const own = await ada.upload("b.gpx", recording, { permissions: "PRIVATE" });
    await coach.call("PATCH", url(`members/${id}/`), { json: { role: "COACH" } });
    expect(await statusOf(coach, `/api/tracks/${secret.id}/?notrackpoints=true`)).toBe(200);
    for (const path of [`tracks/${secret.id}/`, `tracks/${secret.id}/points/`, `teams/${team.id}/`])
      expect(await statusOf(ada, `/api/${path}`), path).toBe(404);
    expect((await ada.call("GET", "/api/teams/")).body).toEqual([]);
    expect((await ada.call("GET", "/api/users/me/")).body.teammates).toEqual([]);
    expect(
      (await ada.call("GET", "/api/tracks/?owner=team")).body.results.map((track: { id: number }) => track.id),
    ).toEqual([own.id]);
    const info = await ada.call("POST", "/api/users/info/", { json: { id: coach.session.user.id } });
    expect(info.status).toBe(404);
    const invited = await ada.call("POST", url("members/"), { json: { email: coach.session.user.email } });
    expect(invited.status).toBe(404);
    expect((await ada.call("PATCH", url("membership/"), { json: { permissions: "ALL" } })).status).toBe(404);
    expect(await statusOf(coach, `/api/tracks/${own.id}/`)).toBe(404);
    expect((await coach.call("GET", "/api/users/me/")).body.teammates).not.toContainEqual(
      expect.objectContaining({ id }),
    );
    // A coach who cannot act is none: the other one stays.
    expect((await coach.call("DELETE", url("membership/"))).status).toBe(409);

    expect((await confirm(ada)).status).toBe(200);
    expect((await ada.call("GET", "/api/users/me/")).body.email_confirmed).toBe(true);
    expect(await statusOf(ada, `/api/tracks/${secret.id}/`)).toBe(200);
    expect((await ada.call("GET", "/api/teams/")).body[0].coaches).toContainEqual(
      expect.objectContaining({ id, pending: false }),
    );
    expect(await statusOf(coach, `/api/tracks/${own.id}/`)).toBe(404);
    await ada.call("PATCH", url("membership/"), { json: { permissions: "ALL" } });
    expect(await statusOf(coach, `/api/tracks/${own.id}/`)).toBe(200);
    await coach.call("DELETE", url(`members/${id}/`));
  }, 120_000);

  it("gets no rights by a role", async () => {
    const ada = await at().signUpUnconfirmed();
    const secret = await athlete.upload("a.gpx", recording, { permissions: "PRIVATE" });
    const shown = await athlete.upload("b.gpx", recording);
    const setRole = (role: number) =>
      at().context.db.updateTable("users").set({ role }).where("id", "=", ada.session.user.id).execute();
    const rights = async () => [
      await statusOf(ada, `/api/tracks/${secret.id}/`),
      (await ada.call("GET", "/api/users/me/")).body.can.list_all_tracks,
      await statusOf(ada, `/api/download/track/source/${shown.id}/`),
    ];
    await setRole(1);
    expect(await rights()).toEqual([404, false, 403]);
    await setRole(2);
    expect(await rights()).toEqual([404, false, 403]);
    await confirm(ada);
    expect(await rights()).toEqual([404, false, 200]);
    await setRole(1);
    // 409: an administrator says why before a private track opens.
    expect(await rights()).toEqual([409, true, 200]);
  }, 120_000);

  it("has no mail sent to others", async () => {
    const ada = await at().signUpUnconfirmed();
    await grantFeatures(at().context.db, ada.session.user.id, ["coach_tools"]);
    const json = { email: "stranger@leebow.test", current_password: "lee bow" };
    const change = await ada.call("PATCH", "/api/users/", { json });
    expect([change.status, Object.keys(change.body)]).toEqual([400, ["email"]]);
    const created = await ada.call("POST", "/api/teams/", { form: form("Kiel") });
    expect(created).toMatchObject({ status: 403, body: { detail: expect.stringMatching(/^Confirm your e-mail/) } });
    expect((await ada.call("GET", "/api/users/me/")).body.can.create_team).toBe(false);
    const tracks = [(await ada.upload("a.gpx", recording)).id, (await athlete.upload("b.gpx", recording)).id];
    const race = (await ada.call("POST", "/api/races/", { json: { tracks } })).body.id;
    const asked = await ada.call("POST", `/api/races/${race}/share/boats/`, {
      json: { user_id: athlete.session.user.id },
    });
    expect(asked).toMatchObject({ status: 403, body: created.body });
    // A later mail has arrived, which always comes.
    await at().call("POST", "/api/users/forgot/", { json: { email: coach.session.user.email } });
    await at().mailsTo(coach.session.user.email);
    expect((await at().mails()).filter((mail) => mail.includes("stranger@"))).toEqual([]);
  });

  it("is not confirmed by opening the link, which a mail program does, but by the button behind it", async () => {
    const ada = await at().signUpUnconfirmed();
    const isConfirmed = async () => (await ada.call("GET", "/api/users/me/")).body.email_confirmed;
    const link = await at().confirmationLink(ada.session.user.email);
    const page = await at().call("GET", link);
    expect([page.status, await isConfirmed()]).toEqual([200, false]);
    const html = Buffer.from(page.bytes).toString();
    expect(html).toContain("Ada Lovelace");
    const action = /<form method="post" action="([^"]+)"/
      .exec(html)![1]!
      .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
    expect((await at().call("POST", `${action}x`)).status).toBe(410);
    expect((await at().call("POST", action)).status).toBe(200);
    expect(await isConfirmed()).toBe(true);
    expect((await ada.call("POST", "/api/users/confirm-email/resend/")).body).toEqual({
      detail: "Your address is confirmed.",
    });
  });

  it("is confirmed by a new password that was requested by mail", async () => {
    const ada = await at().signUpUnconfirmed();
    const { email } = ada.session.user;
    await at().call("POST", "/api/users/forgot/", { json: { email } });
    const uuid = /\/reset\/(\w+)/.exec((await at().mailsTo(email))[0]!)![1];
    await at().call("POST", "/api/users/reset/", { json: { uuid, password: "another one" } });
    const login = await at().call("POST", "/api/users/login/", { json: { email, password: "another one" } });
    expect(login.body.user.email_confirmed).toBe(true);
  });

  it("gets the mail again, some times an hour", async () => {
    const ada = await at().signUpUnconfirmed();
    const resend = async () => (await ada.call("POST", "/api/users/confirm-email/resend/")).status;
    for (let i = 0; i < LIMITS.confirmations_per_hour; i++) expect(await resend()).toBe(200);
    expect(await resend()).toBe(429);
  });

  it("that is opened and deleted again and again sends an address some mails a day, and no more", async () => {
    const { context } = at();
    const ada = await at().signUpUnconfirmed();
    const viewer = (await findUser(context.db, ada.session.user.id))!;
    let count = 0;
    const counted = { ...context, jobs: { ...context.jobs, enqueue: async () => void count++ } };
    for (let i = 0; i < LIMITS.confirmations_to_address_per_day + 5; i++) await mailConfirmation(counted, viewer);
    // The registration has sent the first.
    expect(count).toBe(LIMITS.confirmations_to_address_per_day - 1);
  });
});
