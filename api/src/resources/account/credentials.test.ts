import { expect, it } from "vitest";
import { confirmationLinkIn, onEveryDatabase, type Person, personOf } from "../../../test/test-server.ts";
import { LIMITS, type Session } from "../../app/contract.ts";

const PASSWORD = "lee bow";

onEveryDatabase("a change of password", (at) => {
  const login = (email: string, password: string) =>
    at().call("POST", "/api/users/login/", { json: { email, password } });

  it("needs six characters and the current password, and ends the other sessions", async () => {
    const ada = await at().signUp("Changer");
    const { email } = ada.session.user;
    const elsewhere = personOf(at().call, (await login(email, PASSWORD)).body as Session);
    const change = async (json: object) => (await ada.call("PATCH", "/api/users/", { json })).body;
    expect(await change({ password: "short" })).toEqual({ password: ["Password must be 6 characters"] });
    expect(await change({ password: "longer one" })).toEqual({
      current_password: ["Enter your current password to change your e-mail or password."],
    });
    expect(await change({ password: "longer one", current_password: "lee bov" })).toEqual({
      current_password: ["This is not your current password."],
    });
    expect((await login(email, PASSWORD)).status).toBe(200);
    expect(await change({ password: "longer one", current_password: PASSWORD })).toMatchObject({ email });
    expect((await elsewhere.call("GET", "/api/users/me/")).status).toBe(401);
    expect((await ada.call("GET", "/api/users/me/")).status).toBe(200);
    expect((await login(email, PASSWORD)).status).toBe(400);
    expect((await login(email, "longer one")).status).toBe(200);
  });

  it("does not happen, nor any other change, when part of the profile is refused", async () => {
    const ada = await at().signUp("Atomic");
    const json = { first_name: "Other", password: "longer one", current_password: PASSWORD };
    expect((await ada.call("PATCH", "/api/users/", { json: { ...json, email: "no address" } })).body).toEqual({
      email: ["Email not valid"],
    });
    const wrong = { ...json, email: "new-address@leebow.test", current_password: "wrong" };
    expect((await ada.call("PATCH", "/api/users/", { json: wrong })).status).toBe(400);
    expect((await ada.call("GET", "/api/users/me/")).body).toEqual(ada.session.user);
    expect((await login(ada.session.user.email, PASSWORD)).status).toBe(200);
  });

  it("is limited, so that a stolen session cannot try out passwords", async () => {
    const ada = await at().signUp("Limited");
    const attempt = () =>
      ada.call("PATCH", "/api/users/", { json: { password: "longer one", current_password: "guess" } });
    for (let i = 0; i < LIMITS.credential_changes_per_hour; i++) expect((await attempt()).status).toBe(400);
    const stopped = await attempt();
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get("retry-after"))).toBeGreaterThan(60);
    expect((await ada.call("PATCH", "/api/users/", { json: { show_wind_arrow: false } })).status).toBe(200);
  });
});

onEveryDatabase("a change of e-mail", (at) => {
  const change = (person: Person, email: string, current_password?: string) =>
    person.call("PATCH", "/api/users/", { json: { email, current_password } });
  const open = (link: string) => at().call("POST", link);

  /** The link of the nth mail to an address. */
  const linkTo = async (address: string, nth = 1) => confirmationLinkIn((await at().mailsTo(address, nth))[nth - 1]!);

  const emailOf = async (person: Person) => (await person.call("GET", "/api/users/me/")).body.email;

  it("needs the current password, and no password when the address stays", async () => {
    const ada = await at().signUp();
    const { email } = ada.session.user;
    expect((await change(ada, "other@leebow.test")).body).toEqual({
      current_password: ["Enter your current password to change your e-mail or password."],
    });
    expect((await change(ada, email.toUpperCase())).status).toBe(200);
    expect(await emailOf(ada)).toBe(email);
  });

  it("takes effect when the mailed link is confirmed, once", async () => {
    const ada = await at().signUp();
    const former = ada.session.user.email;
    const answer = await change(ada, "Ada-New@leebow.test", PASSWORD);
    expect([answer.status, answer.body.email]).toEqual([200, former]);
    const link = await linkTo("ada-new@leebow.test");
    expect(await emailOf(ada)).toBe(former);
    expect((await at().call("GET", link)).status).toBe(200);
    expect(await emailOf(ada)).toBe(former);
    const page = await open(link);
    expect([page.status, Buffer.from(page.bytes).toString()]).toEqual([
      200,
      expect.stringContaining("ada-new@leebow.test"),
    ]);
    expect(await emailOf(ada)).toBe("ada-new@leebow.test");
    expect((await open(link)).status).toBe(410);
    expect((await at().mailsTo(former))[0]).toContain("was changed");
  });

  it("does not reveal whether an address has an account", async () => {
    const [ada, ben] = [await at().signUp(), await at().signUp("Ben")];
    const taken = await change(ben, ada.session.user.email, PASSWORD);
    const free = await change(ben, "nobody-here@leebow.test", PASSWORD);
    expect([taken.status, taken.body]).toEqual([free.status, free.body]);
    const page = await open(await linkTo(ada.session.user.email));
    expect([page.status, Buffer.from(page.bytes).toString()]).toEqual([
      410,
      expect.stringContaining("There is an account with this e-mail already."),
    ]);
    expect(await emailOf(ben)).toBe(ben.session.user.email);
  });

  it("to one address by two people at once is made by one of them", async () => {
    const [ada, ben] = [await at().signUp(), await at().signUp("Ben")];
    await change(ada, "shared@leebow.test", PASSWORD);
    const first = await linkTo("shared@leebow.test");
    await change(ben, "shared@leebow.test", PASSWORD);
    const second = await linkTo("shared@leebow.test", 2);
    const statuses = (await Promise.all([open(first), open(second)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 410]);
    expect(at().errors).toEqual([]);
  });

  it("is void after a change of the password, and with a token that was altered", async () => {
    const ada = await at().signUp();
    await change(ada, "late@leebow.test", PASSWORD);
    const link = await linkTo("late@leebow.test");
    const wrong = await open(`${link}x`);
    expect(wrong.status).toBe(410);
    expect(new TextDecoder().decode(wrong.bytes)).toContain("Profile under My Account sends you a new link");
    expect((await open("/api/users/confirm-email/")).status).toBe(410);
    await ada.call("PATCH", "/api/users/", { json: { password: "longer one", current_password: PASSWORD } });
    expect((await open(link)).status).toBe(410);
    expect(await emailOf(ada)).toBe(ada.session.user.email);
  });
});

onEveryDatabase("a link that confirms an address", (at) => {
  const press = (link: string) => at().call("POST", link);
  const change = async (person: Person, email: string, nth = 1) => {
    await person.call("PATCH", "/api/users/", { json: { email, current_password: PASSWORD } });
    return confirmationLinkIn((await at().mailsTo(email, nth))[nth - 1]!);
  };

  it("works once, and ends those that were mailed before", async () => {
    const ada = await at().signUpUnconfirmed("Once");
    const { email } = ada.session.user;
    const link = await at().confirmationLink(email);
    expect((await at().call("GET", link)).status).toBe(200);
    expect((await press(link)).status).toBe(200);
    for (const method of ["POST", "GET"]) expect((await at().call(method, link)).status).toBe(410);
    expect((await ada.call("GET", "/api/users/me/")).body).toMatchObject({ email, email_confirmed: true });
  });

  it("works once when it is pressed several times at once", async () => {
    const ada = await at().signUpUnconfirmed("Parallel");
    const link = await at().confirmationLink(ada.session.user.email);
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => press(link)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 410, 410, 410, 410]);
    expect(at().errors).toEqual([]);
  });

  it("of a change does not work again after the address was changed back", async () => {
    const ada = await at().signUp("Wanderer");
    const former = ada.session.user.email;
    const away = await change(ada, "wanderer-away@leebow.test");
    const elsewhere = await change(ada, "wanderer-elsewhere@leebow.test");
    expect((await press(away)).status).toBe(200);
    expect((await press(elsewhere)).status).toBe(410);
    const back = await change(ada, former, 2);
    expect((await press(back)).status).toBe(200);
    expect((await press(away)).status).toBe(410);
    expect((await ada.call("GET", "/api/users/me/")).body.email).toBe(former);
  });
});

onEveryDatabase("a link for a new password", (at) => {
  const LINK = /http:\/\/leebow\.test\/reset\/(\w+)/;

  /** The secret of the nth link that is mailed to this person, who asks for it. */
  async function asked({ session }: Person, nth = 1): Promise<string> {
    const { email } = session.user;
    await at().call("POST", "/api/users/forgot/", { json: { email } });
    const links = async () => (await at().mailsTo(email)).flatMap((mail) => LINK.exec(mail)?.[1] ?? []);
    await expect.poll(async () => (await links()).length).toBe(nth);
    return (await links())[nth - 1]!;
  }
  const reset = (uuid: string) => at().call("POST", "/api/users/reset/", { json: { uuid, password: "stolen one" } });
  const change = (person: Person, json: object) => person.call("PATCH", "/api/users/", { json });

  it("is void after another one was used", async () => {
    const ada = await at().signUp("Twice");
    const [first, second] = [await asked(ada), await asked(ada, 2)];
    expect((await reset(second)).status).toBe(200);
    expect((await reset(first)).status).toBe(400);
  });

  it("is void after a change of the password", async () => {
    const ada = await at().signUp("Careful");
    const uuid = await asked(ada);
    expect((await change(ada, { password: "longer one", current_password: PASSWORD })).status).toBe(200);
    expect((await reset(uuid)).status).toBe(400);
  });

  it("that was mailed to the former address is void after a change of the address", async () => {
    const ada = await at().signUp("Moved");
    const uuid = await asked(ada);
    const email = `moved-${Date.now()}@leebow.test`;
    await change(ada, { email, current_password: PASSWORD });
    const link = confirmationLinkIn((await at().mailsTo(email))[0]!);
    expect((await at().call("POST", link)).status).toBe(200);
    expect((await reset(uuid)).status).toBe(400);
  });
});
