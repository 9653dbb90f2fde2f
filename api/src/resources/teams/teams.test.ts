import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import type { Team } from "../../app/contract.ts";
import { LIMITS } from "../../platform/limits.ts";

onEveryDatabase("a team", (at) => {
  const idOf = (person: Person) => person.session.user.id;
  async function signUpCoach(name = "Grace"): Promise<Person> {
    const person = await at().signUp(name);
    await at()
      .context.db.updateTable("users")
      .set({ enabled_features: '["athlete", "coach_tools"]' })
      .where("id", "=", idOf(person))
      .execute();
    return person;
  }
  const formOf = (fields: Record<string, string | Blob>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return form;
  };
  const picture = async (width = 900, height = 300) =>
    new File(
      [
        (await sharp({ create: { width, height, channels: 3, background: "#336699" } })
          .png()
          .toBuffer()) as BlobPart,
      ],
      "a.png",
    );
  async function createTeam(coach: Person, name = "Kiel Squad"): Promise<Team> {
    const { status, body } = await coach.call("POST", "/api/teams/", { form: formOf({ name }) });
    expect(status).toBe(201);
    return body;
  }
  const add = (coach: Person, team: Team, person: Person) =>
    coach.call("POST", `/api/teams/${team.id}/members/`, { json: { email: person.session.user.email } });
  const member = (coach: Person, method: string, team: Team, person: Person, json?: unknown) =>
    coach.call(method, `/api/teams/${team.id}/members/${idOf(person)}/`, json === undefined ? {} : { json });
  const read = async (person: Person, team: Team): Promise<Team> =>
    (await person.call("GET", `/api/teams/${team.id}/`)).body;
  const ids = (members: Team["coaches"]) => members.map(({ id }) => id);
  const LAST_COACH = { detail: "A team needs a coach. Promote somebody else to coach first.", code: "last_coach" };

  it("is created by whoever has coach_tools, who is its coach and creator", async () => {
    const grace = await signUpCoach();
    const { status, body } = await grace.call("POST", "/api/teams/", {
      form: formOf({ name: "  Kiel Squad ", logo: await picture() }),
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: "Kiel Squad",
      created_by: idOf(grace),
      coaches: [{ id: idOf(grace), email: grace.session.user.email, first_name: "Grace", last_name: "Lovelace" }],
      athletes: [],
      membership: { role: "COACH", permissions: "ALL", accepted: true },
      can: { edit: true, delete: true, manage_members: true, leave: false },
    });
    const logo = await at().call("GET", body.logo);
    expect(logo.headers.get("content-type")).toBe("image/webp");
    const { width, height } = await sharp(logo.bytes).metadata();
    expect([width, height]).toEqual([256, 85]);
    expect((await grace.call("GET", "/api/teams/")).body).toEqual([body]);
  });

  it("is not created without coach_tools, without a name, or with a logo that is no picture", async () => {
    const [ada, grace] = [await at().signUp(), await signUpCoach()];
    expect((await ada.call("GET", "/api/users/me/")).body.can.create_team).toBe(false);
    expect((await grace.call("GET", "/api/users/me/")).body.can.create_team).toBe(true);
    const create = (person: Person, form?: FormData) => person.call("POST", "/api/teams/", form ? { form } : {});
    expect(await create(ada, formOf({ name: "Kiel" }))).toMatchObject({
      status: 403,
      body: { detail: "Your plan has no Coach Tools. Choose another plan to create teams.", code: "plan_required" },
    });
    const refused = async (form: FormData) => (await create(grace, form)).body;
    expect(await refused(formOf({ name: " " }))).toEqual({ name: ["Team Name required"] });
    expect(await refused(formOf({ other: "x" }))).toEqual({ name: ["Team Name required"] });
    expect(await refused(formOf({ name: "x".repeat(101) }))).toEqual({
      name: ["A team name can have 64 characters at most"],
    });
    for (const name of ["a\nb", "a\u2028b", "a\u202eb", "a\u0085b"])
      expect(await refused(formOf({ name }))).toEqual({ name: ["A team name is one line of text"] });
    const svg = new File(["<svg xmlns='http://www.w3.org/2000/svg'/>"], "logo.png");
    expect(await refused(formOf({ name: "Kiel", logo: svg }))).toEqual({
      logo: [expect.stringMatching(/^This is not a picture/)],
    });
    expect((await create(grace)).body).toEqual({
      detail: "Send the team as a form (multipart/form-data).",
      code: "bad_request",
    });
    expect((await grace.call("GET", "/api/teams/")).body).toEqual([]);
    expect(await at().context.storage.listOlderThan("logos", -60_000)).toHaveLength(1);
  });

  it("is updated and deleted by its creator alone; parts that the form leaves out stay", async () => {
    const [grace, ben] = [await signUpCoach(), await at().signUp("Ben")];
    const team = await createTeam(grace);
    await add(grace, team, ben);
    await member(grace, "PATCH", team, ben, { role: "COACH" });
    const update = async (person: Person, fields: Record<string, string | Blob>) =>
      person.call("PUT", `/api/teams/${team.id}/`, { form: formOf(fields) });
    expect(await update(ben, { name: "Mine" })).toMatchObject({
      status: 403,
      body: { detail: "A team is updated and deleted by its creator.", code: "forbidden" },
    });
    const first = (await update(grace, { logo: await picture() })).body;
    expect([first.name, typeof first.logo]).toEqual(["Kiel Squad", "string"]);
    const second = (await update(grace, { name: "Kiel 2", logo: await picture(40, 40) })).body;
    expect(second.name).toBe("Kiel 2");
    await expect.poll(async () => (await at().call("GET", first.logo)).status).toBe(404);
    expect((await update(grace, { name: "Kiel 3" })).body.logo).toBe(second.logo);
    expect((await ben.call("DELETE", `/api/teams/${team.id}/`)).status).toBe(403);
    expect((await grace.call("DELETE", `/api/teams/${team.id}/`)).status).toBe(204);
    await expect.poll(async () => (await at().call("GET", second.logo)).status).toBe(404);
    expect((await ben.call("GET", "/api/teams/")).body).toEqual([]);
  });

  it("has a new member at once, who is told by mail; an unknown address is an error of the form", async () => {
    const [grace, ada] = [await signUpCoach(), await at().signUp()];
    const team = await createTeam(grace, "Kiel <b>Squad</b>");
    expect((await ada.call("GET", `/api/teams/${team.id}/`)).status).toBe(404);
    const json = { email: ada.session.user.email.toUpperCase() };
    const added = await grace.call("POST", `/api/teams/${team.id}/members/`, { json });
    expect([added.status, ids(added.body.athletes)]).toEqual([201, [idOf(ada)]]);
    expect(await read(ada, team)).toMatchObject({
      membership: { role: "ATHLETE", permissions: "ALL", accepted: false },
      can: { edit: false, delete: false, manage_members: false, leave: true },
    });
    const mail = (await at().mailsTo(ada.session.user.email)).at(-1)!;
    expect(mail).toContain("Grace Lovelace added you to the team");
    expect(await add(grace, team, ada)).toMatchObject({
      status: 409,
      body: { detail: "This person is a member already.", code: "already_member" },
    });
    const unknown = await grace.call("POST", `/api/teams/${team.id}/members/`, {
      json: { email: "no-one@leebow.test" },
    });
    expect([unknown.status, unknown.body]).toEqual([
      400,
      { email: ["There is no account with this e-mail. Ask the person to register first."] },
    ]);
    const empty = await grace.call("POST", `/api/teams/${team.id}/members/`, { json: { email: "" } });
    expect(empty.body).toEqual({ email: ["Email required"] });
  });

  it("cannot be used to try out addresses", async () => {
    const grace = await signUpCoach();
    const team = await createTeam(grace);
    const attempt = () =>
      grace.call("POST", `/api/teams/${team.id}/members/`, { json: { email: `${randomUUID()}@leebow.test` } });
    for (let i = 0; i < LIMITS.members_added_per_hour; i++) expect((await attempt()).status).toBe(400);
    expect((await attempt()).status).toBe(429);
  });

  it("is managed by its coaches; athletes see it and choose for themselves", async () => {
    const [grace, ada, ben] = [await signUpCoach(), await at().signUp(), await at().signUp("Ben")];
    const team = await createTeam(grace);
    await add(grace, team, ada);
    const COACHES = {
      status: 403,
      body: { detail: "Members are managed by the coaches of the team.", code: "forbidden" },
    };
    expect(await add(ada, team, ben)).toMatchObject(COACHES);
    expect(await member(ada, "PATCH", team, ada, { role: "COACH" })).toMatchObject(COACHES);
    expect(await member(ada, "DELETE", team, grace)).toMatchObject(COACHES);
    const promoted = await member(grace, "PATCH", team, ada, { role: "COACH" });
    expect([promoted.status, ids(promoted.body.coaches)]).toEqual([200, [idOf(grace), idOf(ada)]]);
    expect((await add(ada, team, ben)).status).toBe(201);
    expect((await member(ada, "DELETE", team, ben)).status).toBe(204);
    expect((await ben.call("GET", `/api/teams/${team.id}/`)).status).toBe(404);
    expect((await member(ada, "PATCH", team, ben, { role: "COACH" })).status).toBe(404);
    expect((await member(ada, "PATCH", team, grace, { role: "OWNER" })).body).toEqual({
      role: ["role is COACH or ATHLETE."],
    });
    const own = await ada.call("PATCH", `/api/teams/${team.id}/membership/`, { json: { permissions: "COACH_ONLY" } });
    expect(own.body.membership).toEqual({ role: "COACH", permissions: "COACH_ONLY", accepted: true });
    expect((await read(grace, team)).membership.permissions).toBe("ALL");
  });

  it("keeps its last coach: demoting, removing and leaving are refused; demoting oneself beside another is allowed", async () => {
    const [grace, ada] = [await signUpCoach(), await at().signUp()];
    const team = await createTeam(grace);
    await add(grace, team, ada);
    const leave = (person: Person) => person.call("DELETE", `/api/teams/${team.id}/membership/`);
    expect(await member(grace, "PATCH", team, grace, { role: "ATHLETE" })).toMatchObject({
      status: 409,
      body: LAST_COACH,
    });
    expect(await member(grace, "DELETE", team, grace)).toMatchObject({ status: 409, body: LAST_COACH });
    expect(await leave(grace)).toMatchObject({ status: 409, body: LAST_COACH });
    await member(grace, "PATCH", team, ada, { role: "COACH" });
    expect((await member(grace, "PATCH", team, grace, { role: "ATHLETE" })).status).toBe(200);
    expect(await read(grace, team)).toMatchObject({
      membership: { role: "ATHLETE" },
      can: { edit: true, leave: true },
    });
    expect((await leave(ada)).status).toBe(409);
  });

  it("passes to the coach of longest standing when its creator leaves", async () => {
    const [grace, ada] = [await signUpCoach(), await at().signUp()];
    const team = await createTeam(grace);
    await add(grace, team, ada);
    await member(grace, "PATCH", team, ada, { role: "COACH" });
    expect((await grace.call("DELETE", `/api/teams/${team.id}/membership/`)).status).toBe(204);
    expect((await grace.call("GET", "/api/teams/")).body).toEqual([]);
    expect(await read(ada, team)).toMatchObject({ created_by: idOf(ada), can: { edit: true } });
  });

  it("has one coach left when all of them are demoted at the same time", async () => {
    const coaches = await Promise.all([
      signUpCoach(),
      ...["Ada", "Ben", "Cleo", "Dora"].map((name) => at().signUp(name)),
    ]);
    const grace = coaches[0]!;
    const team = await createTeam(grace);
    for (const coach of coaches.slice(1)) {
      await add(grace, team, coach);
      await member(grace, "PATCH", team, coach, { role: "COACH" });
    }
    const demotions = coaches.map((coach) => member(coach, "PATCH", team, coach, { role: "ATHLETE" }));
    const statuses = (await Promise.all(demotions)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 200, 200, 200, 409]);
    expect((await read(grace, team)).coaches).toHaveLength(1);
    expect(at().errors).toEqual([]);
  });

  it("has a coach left when its two coaches leave, remove and demote each other at the same time", async () => {
    const [grace, ada] = [await signUpCoach(), await at().signUp()];
    const team = await createTeam(grace);
    await add(grace, team, ada);
    await member(grace, "PATCH", team, ada, { role: "COACH" });
    await Promise.all([
      grace.call("DELETE", `/api/teams/${team.id}/membership/`),
      ada.call("DELETE", `/api/teams/${team.id}/membership/`),
      member(grace, "DELETE", team, ada),
      member(ada, "PATCH", team, grace, { role: "ATHLETE" }),
    ]);
    const { db } = at().context;
    const left = await db.selectFrom("team_members").select("role").where("team_id", "=", team.id).execute();
    expect(left.map(({ role }) => role)).toContain("COACH");
    expect(at().errors).toEqual([]);
  });

  it("names its members to each other as teammates, each once", async () => {
    const [grace, ada, ben] = [await signUpCoach(), await at().signUp(), await at().signUp("Ben")];
    for (const name of ["One", "Two"]) {
      const team = await createTeam(grace, name);
      await add(grace, team, ada);
      await add(grace, team, ben);
    }
    const teammates = async (person: Person) => (await person.call("GET", "/api/users/me/")).body.teammates;
    expect(await teammates(ada)).toEqual([
      { id: idOf(ben), first_name: "Ben", last_name: "Lovelace" },
      { id: idOf(grace), first_name: "Grace", last_name: "Lovelace" },
    ]);
    expect(await teammates(await at().signUp())).toEqual([]);
  });

  it("shows PRIVATE tracks once their owner has agreed, as the permission says, and no more when a member has gone", async () => {
    const people = { grace: await signUpCoach(), ada: await at().signUp(), ben: await at().signUp("Ben") };
    const { grace, ada, ben } = people;
    const team = await createTeam(grace);
    await add(grace, team, ada);
    await add(grace, team, ben);
    const track = await at()
      .context.db.insertInto("tracks")
      .values({
        user_id: idOf(ada),
        boat_name: "49er",
        permissions: "PRIVATE",
        file_name: "a.gpx",
        source_key: `sources/${randomUUID()}.gpx`,
        source_bytes: 1,
        processing_status: 2,
        sort_time: new Date(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const seenBy = async () => {
      const seen: string[] = [];
      for (const [name, person] of Object.entries(people)) {
        const { status } = await person.call("GET", `/api/tracks/${track.id}/?notrackpoints=true`);
        const listed = (await person.call("GET", "/api/tracks/?owner=team")).body.results;
        expect(listed.some(({ id }: { id: number }) => id === track.id)).toBe(status === 200);
        if (status === 200) seen.push(name);
      }
      return seen;
    };
    // Whoever adds a person sees nothing private by that.
    expect(await seenBy()).toEqual(["ada"]);
    await ada.call("PATCH", `/api/teams/${team.id}/membership/`, { json: { permissions: "ALL" } });
    expect(await seenBy()).toEqual(["grace", "ada", "ben"]);
    await ada.call("PATCH", `/api/teams/${team.id}/membership/`, { json: { permissions: "COACH_ONLY" } });
    expect(await seenBy()).toEqual(["grace", "ada"]);
    await member(grace, "PATCH", team, ben, { role: "COACH" });
    expect(await seenBy()).toEqual(["grace", "ada", "ben"]);
    await member(grace, "DELETE", team, ben);
    expect(await seenBy()).toEqual(["grace", "ada"]);
    await ada.call("DELETE", `/api/teams/${team.id}/membership/`);
    expect(await seenBy()).toEqual(["ada"]);
  });
});
