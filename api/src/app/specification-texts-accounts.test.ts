import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { listenTo, type Speaker, wrongSpeakers } from "../../test/heard-texts.ts";
import { onEveryDatabase, type Person } from "../../test/test-server.ts";
import type { Team } from "./contract.ts";

/** The texts of the specification on accounts, plans and teams, and who says them. */
const TEXTS: Record<string, Speaker> = {
  "Email required": "server",
  "Email not valid": "server",
  "Password required": "server",
  "Password must be 6 characters": "server",
  "Password must be 3 characters": "server",
  "First name required": "server",
  "First name must be 3 characters": "server",
  "Last name required": "server",
  "Last name must be 3 characters": "server",
  "Password mismatch": "server",
  "Primary Boat Class required": "server",
  "A reset link was sent to your email": "server",
  "Password changed": "server",
  "Subscription cancelled.": "server",
  "Payment failed. Please try another payment method.": "screens: status fail",
  "Subscription successful, thank you!": "screens: status success",
  "Could not set features. Please try again.": "screens: an error of PATCH /users/",
  "User Updated": "screens: 200 of PATCH /users/",
  "Wind report deleted successfully.": "screens: 204",
  "Team created.": "screens: 201",
  "Team Updated": "screens: 200 of the PUT",
  "Team Deleted.": "screens: 204",
  "Team member added successfully.": "screens: 201",
  "Team member removed successfully.": "screens: 204",
  "Team member role updated.": "screens: 200 of the PATCH",
  "Permissions have been updated.": "screens: 200 of the PATCH",
  "You have left the team successfully": "screens: 204",
};

const REGISTRATION = {
  first_name: "Grace",
  last_name: "Hopper",
  email: "grace@leebow.test",
  password: "lee bow",
  password_confirmation: "lee bow",
  primary_boat_class: "49er",
};
const LAST_COACH = { detail: "A team needs a coach. Promote somebody else to coach first.", code: "last_coach" };
const COACHES_ONLY = { detail: "Members are managed by the coaches of the team.", code: "forbidden" };
const CREATOR_ONLY = { detail: "A team is updated and deleted by its creator.", code: "forbidden" };
const NO_TEAM = { detail: "This team does not exist, or is not shared with you.", code: "not_found" };

onEveryDatabase("the texts on accounts, plans and teams", (at) => {
  const { heard, call, signUp } = listenTo(at);
  let ada: Person;
  let coach: Person;
  let bystander: Person;
  const idOf = (person: Person) => person.session.user.id;
  const emailOf = (person: Person) => person.session.user.email;
  const said = async (answer: ReturnType<Person["call"]>) => {
    const { status, body } = await answer;
    return [status, body];
  };
  const send = (person: Person | null, method: string, path: string, json?: unknown) =>
    said((person?.call ?? call)(method, `/api/${path}`, json === undefined ? {} : { json }));
  const formOf = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return form;
  };
  beforeAll(async () => {
    [ada, coach, bystander] = [await signUp("Ada"), await signUp("Coach"), await signUp("Bystander")];
    await sql`update users set enabled_features = '["athlete", "coach_tools"]' where id = ${idOf(coach)}`.execute(
      at().context.db,
    );
  });
  const createTeam = async (): Promise<Team> =>
    (await coach.call("POST", "/api/teams/", { form: formOf({ name: "Kiel Squad" }) })).body;
  const memberOf = (team: Team, person: Person) => `teams/${team.id}/members/${idOf(person)}/`;

  it.each([
    [{}, { email: ["Email required"], password: ["Password required"] }],
    [
      { email: " ", password: "" },
      { email: ["Email required"], password: ["Password required"] },
    ],
    [{ email: "ada@", password: "lee bow" }, { email: ["Email not valid"] }],
    // The specification's words: the message says 6 where the rule is 3.
    [{ email: "ada@leebow.test", password: "le" }, { password: ["Password must be 6 characters"] }],
  ])("refuse the login form %j field by field", async (json, errors) => {
    expect(await send(null, "POST", "users/login/", json)).toEqual([400, errors]);
  });

  it("check a password of 3 characters at the login, and say nothing of its length", async () => {
    const { email } = ada.session.user;
    const wrong = {
      detail: "This e-mail and password do not belong together. Check both and try again.",
      code: "wrong_credentials",
    };
    expect(await send(null, "POST", "users/login/", { email, password: "lee" })).toEqual([400, wrong]);
    expect(await send(null, "POST", "users/login/", { email, password: "lee bow" })).toEqual([
      200,
      { user: ada.session.user, access: expect.any(String), device: expect.any(String) },
    ]);
  });

  it("tell who registers with an empty form everything that is required", async () => {
    const required = {
      first_name: ["First name required"],
      last_name: ["Last name required"],
      email: ["Email required"],
      password: ["Password required"],
      primary_boat_class: ["Primary Boat Class required"],
    };
    expect(await send(null, "POST", "users/register/", {})).toMatchObject([400, required]);
    const blank = Object.fromEntries(Object.keys(REGISTRATION).map((field) => [field, ""]));
    expect(await send(null, "POST", "users/register/", blank)).toMatchObject([400, required]);
  });

  it("refuse short names, a short password and two different ones, each under its field", async () => {
    const short = { first_name: "Jo", last_name: "Li", password: "ab", password_confirmation: "ab" };
    expect(await send(null, "POST", "users/register/", { ...REGISTRATION, ...short })).toEqual([
      400,
      {
        first_name: ["First name must be 3 characters"],
        last_name: ["Last name must be 3 characters"],
        password: ["Password must be 3 characters"],
      },
    ]);
    const mismatch = { ...REGISTRATION, password_confirmation: "lee  bow" };
    expect(await send(null, "POST", "users/register/", mismatch)).toEqual([
      400,
      { password_confirmation: ["Password mismatch"] },
    ]);
    expect(await send(null, "POST", "users/register/", { ...REGISTRATION, email: emailOf(ada) })).toEqual([
      400,
      { email: ["There is an account with this e-mail already. Log in, or reset its password."] },
    ]);
  });

  it("take a password and names of 3 characters, and the boats of the registration list alone", async () => {
    const least = { first_name: "Amy", last_name: "Lee", password: "abc", password_confirmation: "abc" };
    const register = (json: object) => send(null, "POST", "users/register/", { ...REGISTRATION, ...least, ...json });
    for (const primary_boat_class of ["Moth", "Melges 24", "Viper 640", "Foil Pumping", "Kite Flying"]) {
      expect(await register({ primary_boat_class })).toEqual([
        400,
        { primary_boat_class: ["Primary Boat Class required"] },
      ]);
      // The list of the profile has them.
      expect(await send(bystander, "PATCH", "users/", { primary_boat_class })).toMatchObject([
        200,
        { primary_boat_class },
      ]);
    }
    expect(await register({ email: "amy@leebow.test" })).toMatchObject([201, { user: { first_name: "Amy" } }]);
  });

  it("send a reset link to a valid address, whoever has it", async () => {
    expect(await send(null, "POST", "users/forgot/", {})).toEqual([400, { email: ["Email required"] }]);
    expect(await send(null, "POST", "users/forgot/", { email: "ada" })).toEqual([400, { email: ["Email not valid"] }]);
    expect(await send(null, "POST", "users/forgot/", { email: "nobody@leebow.test" })).toEqual([
      200,
      { detail: "A reset link was sent to your email" },
    ]);
  });

  it("change a forgotten password of at least 3 characters, written twice, by a link that works once", async () => {
    const { email } = (await signUp("Forgetful")).session.user;
    await send(null, "POST", "users/forgot/", { email });
    const uuid = /\/reset\/(\w+)/.exec((await at().mailsTo(email))[0]!)![1]!;
    const reset = (json: object) => send(null, "POST", "users/reset/", { uuid, ...json });
    expect(await reset({})).toEqual([400, { password: ["Password required"] }]);
    expect(await reset({ password: "ab", password_confirmation: "ab" })).toEqual([
      400,
      { password: ["Password must be 3 characters"] },
    ]);
    expect(await reset({ password: "abc", password_confirmation: "abd" })).toEqual([
      400,
      { password_confirmation: ["Password mismatch"] },
    ]);
    const password = { password: "abc", password_confirmation: "abc" };
    expect(await reset(password)).toEqual([200, { detail: "Password changed" }]);
    expect(await reset(password)).toEqual([
      400,
      { detail: "This link was used already or has expired. Request a new one.", code: "link_void" },
    ]);
  });

  it.each([
    [{ first_name: "" }, { first_name: ["First name required"] }],
    [{ last_name: "Li" }, { last_name: ["Last name must be 3 characters"] }],
    [{ email: "" }, { email: ["Email required"] }],
    [{ email: "ada@leebow" }, { email: ["Email not valid"] }],
    [{ password: "12345" }, { password: ["Password must be 6 characters"] }],
    [{ primary_boat_class: "" }, { primary_boat_class: ["Primary Boat Class required"] }],
    [{ password: "123456" }, { current_password: ["Enter your current password to change your e-mail or password."] }],
  ])("refuse the profile form with %j, and keep the profile", async (change, errors) => {
    const before = await send(ada, "GET", "users/me/");
    expect(await send(ada, "PATCH", "users/", { email_notifications: false, ...change })).toEqual([400, errors]);
    expect(await send(ada, "GET", "users/me/")).toEqual(before);
  });

  it("save the profile, answer it whole, and take pictures alone for the picture", async () => {
    const json = { first_name: "Augusta", email_notifications: false, show_wind_arrow: true };
    expect(await send(ada, "PATCH", "users/", json)).toEqual([200, { ...ada.session.user, ...json }]);
    const form = new FormData();
    form.set("file", new File(["%PDF-1.7"], "me.pdf", { type: "application/pdf" }));
    expect(await said(ada.call("POST", "/api/users/profileimg/", { form }))).toEqual([
      400,
      { file: ["This is not a picture Leebow can read. Choose a JPEG, PNG or WebP file."] },
    ]);
    expect(await said(ada.call("POST", "/api/users/profileimg/", { form: new FormData() }))).toEqual([
      400,
      { file: ["Choose a picture. Nothing was changed."] },
    ]);
    expect(await send(ada, "DELETE", "users/profileimg/")).toEqual([204, null]);
  });

  it("switch auto segmentation for those alone whose plan has it", async () => {
    expect(await send(ada, "PATCH", "users/", { auto_segmentation_enabled: true })).toMatchObject([
      200,
      { auto_segmentation_enabled: true },
    ]);
    expect(await send(coach, "PATCH", "users/", { auto_segmentation_enabled: true })).toEqual([
      400,
      { auto_segmentation_enabled: ["Your plan has no Auto Segmentation. Choose another plan first."] },
    ]);
  });

  it("are 401 with a sentence for everybody without a session", async () => {
    for (const path of ["users/me/", "tracks/", "races/", "teams/", "windfiles/", "journals/", "billing/subs/"]) {
      expect(await send(null, "GET", path), path).toEqual([
        401,
        { detail: "Log in to see this.", code: "not_signed_in" },
      ]);
    }
  });

  it("follow a checkout: wait, then fail or success, and a cancelled subscription at its end", async () => {
    expect(await send(ada, "POST", "billing/cancel/")).toEqual([
      409,
      { detail: "You have no subscription to cancel.", code: "no_subscription" },
    ]);
    expect(await send(ada, "GET", "billing/init-checkout/?price_id=sailor")).toEqual([
      400,
      { price_id: ["The Sailor plan is free: cancel your subscription to return to it."] },
    ]);
    for (const [button, status] of [
      ["decline", "fail"],
      ["pay", "success"],
    ]) {
      const [, { id, url }] = await send(ada, "GET", "billing/init-checkout/?price_id=embedded_coach");
      const result = `billing/checkout-result/?checkout_session_id=${id}`;
      expect(await send(ada, "GET", result)).toEqual([200, { status: "wait", price_id: "embedded_coach" }]);
      await at().call("POST", `${new URL(url).pathname}${button}/`);
      expect(await send(ada, "GET", result)).toEqual([200, { status, price_id: "embedded_coach" }]);
      expect(await send(bystander, "GET", result)).toMatchObject([404, { detail: expect.any(String) }]);
    }
    expect(await send(ada, "GET", "billing/init-checkout/?price_id=embedded_coach")).toEqual([
      409,
      { detail: "This is your current plan.", code: "current_plan" },
    ]);
    expect(await send(ada, "POST", "billing/cancel/")).toEqual([200, { detail: "Subscription cancelled." }]);
    expect(await send(ada, "GET", "billing/subs/")).toMatchObject([200, [{ cancel_at_period_end: true }]]);
  });

  it("let those create a team whose plan has Coach Tools, with a name and one logo at most", async () => {
    const create = (person: Person, form: FormData) => said(person.call("POST", "/api/teams/", { form }));
    expect(await create(bystander, formOf({ name: "Mine" }))).toEqual([
      403,
      { detail: "Your plan has no Coach Tools. Choose another plan to create teams.", code: "plan_required" },
    ]);
    expect(await create(coach, formOf({ name: " " }))).toEqual([400, { name: ["Team Name required"] }]);
    const logos = formOf({ name: "Two logos" });
    for (const name of ["a.png", "b.png"]) logos.append("logo", new File(["x"], name));
    expect(await create(coach, logos)).toEqual([400, { logo: ["Choose one logo. Nothing was changed."] }]);
    expect(await create(coach, formOf({ name: "Kiel" }))).toMatchObject([
      201,
      { name: "Kiel", created_by: idOf(coach) },
    ]);
  });

  it("let coaches add, promote, demote and remove members", async () => {
    const team = await createTeam();
    const add = (person: Person, email: string) => send(person, "POST", `teams/${team.id}/members/`, { email });
    expect(await add(coach, "")).toEqual([400, { email: ["Email required"] }]);
    expect(await add(coach, "unknown@leebow.test")).toEqual([
      400,
      { email: ["There is no account with this e-mail. Ask the person to register first."] },
    ]);
    expect(await add(coach, emailOf(ada))).toMatchObject([201, { athletes: [{ id: idOf(ada) }] }]);
    expect(await add(coach, emailOf(ada))).toEqual([
      409,
      { detail: "This person is a member already.", code: "already_member" },
    ]);
    expect(await add(bystander, emailOf(bystander))).toEqual([404, NO_TEAM]);
    expect(await add(ada, emailOf(bystander))).toEqual([403, COACHES_ONLY]);
    expect(await send(ada, "PATCH", memberOf(team, ada), { role: "COACH" })).toEqual([403, COACHES_ONLY]);
    expect(await send(coach, "PATCH", memberOf(team, ada), { role: "OWNER" })).toEqual([
      400,
      { role: ["role is COACH or ATHLETE."] },
    ]);
    for (const [role, athletes] of [
      ["COACH", []],
      ["ATHLETE", [{ id: idOf(ada) }]],
    ]) {
      expect(await send(coach, "PATCH", memberOf(team, ada), { role })).toMatchObject([200, { athletes }]);
    }
    expect(await send(ada, "DELETE", memberOf(team, coach))).toEqual([403, COACHES_ONLY]);
    expect(await send(coach, "DELETE", memberOf(team, ada))).toEqual([204, null]);
    expect(await send(ada, "GET", `teams/${team.id}/`)).toEqual([404, NO_TEAM]);
  });

  it("keep the last coach: he cannot be demoted or removed, nor leave, until there is another", async () => {
    const team = await createTeam();
    await send(coach, "POST", `teams/${team.id}/members/`, { email: emailOf(ada) });
    expect(await send(coach, "PATCH", memberOf(team, coach), { role: "ATHLETE" })).toEqual([409, LAST_COACH]);
    expect(await send(coach, "DELETE", memberOf(team, coach))).toEqual([409, LAST_COACH]);
    expect(await send(coach, "DELETE", `teams/${team.id}/membership/`)).toEqual([409, LAST_COACH]);
    expect(await send(coach, "PATCH", memberOf(team, ada), { role: "COACH" })).toMatchObject([200, {}]);
    expect(await send(coach, "PATCH", memberOf(team, coach), { role: "ATHLETE" })).toMatchObject([
      200,
      { membership: { role: "ATHLETE" }, can: { manage_members: false, leave: true } },
    ]);
    expect(await send(coach, "DELETE", `teams/${team.id}/membership/`)).toEqual([204, null]);
  });

  it("leave name and end of a team to its creator, and to each member who sees his tracks", async () => {
    const team = await createTeam();
    const path = `teams/${team.id}/`;
    await send(coach, "POST", `${path}members/`, { email: emailOf(ada) });
    const update = (person: Person) => said(person.call("PUT", `/api/${path}`, { form: formOf({ name: "Squad" }) }));
    expect(await update(ada)).toEqual([403, CREATOR_ONLY]);
    expect(await update(coach)).toMatchObject([200, { name: "Squad" }]);
    for (const permissions of ["COACH_ONLY", "ALL"]) {
      expect(await send(ada, "PATCH", `${path}membership/`, { permissions })).toMatchObject([
        200,
        { membership: { permissions } },
      ]);
    }
    expect(await send(ada, "PATCH", `${path}membership/`, { permissions: "NOBODY" })).toEqual([
      400,
      { permissions: ["permissions is ALL or COACH_ONLY."] },
    ]);
    expect(await send(ada, "DELETE", path)).toEqual([403, CREATOR_ONLY]);
    expect(await send(coach, "DELETE", path)).toEqual([204, null]);
    expect(await send(ada, "GET", path)).toEqual([404, NO_TEAM]);
  });

  it("let coaches view the reports of their athletes, and nobody else's", async () => {
    const team = await createTeam();
    const path = `reports/user/?user=${idOf(bystander)}`;
    expect(await send(coach, "GET", path)).toMatchObject([403, { detail: expect.stringMatching(/\.$/) }]);
    await send(coach, "POST", `teams/${team.id}/members/`, { email: emailOf(bystander) });
    expect(await send(coach, "GET", path)).toMatchObject([200, { sessions: 0, water_time: 0 }]);
    expect(await send(bystander, "GET", `reports/user/?user=${idOf(coach)}`)).toMatchObject([403, {}]);
  });

  it("are all said by whom the table says", () => {
    expect(wrongSpeakers(TEXTS, heard)).toEqual([]);
  });
});
