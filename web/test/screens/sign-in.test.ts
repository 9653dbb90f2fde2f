/** The pages before the login, who is led there, and the pages that everybody may read. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { reportOf } from "../helpers";
import { answer, refusal } from "./answers";
import { answerJournal } from "./journal-answers";
import { onePage, raceOf, trackOf } from "./made";
import { focus, MARTA, mouse, onPhone, open, press, reload } from "./screen";
import { chooseOption, expectAddress, expectCount, expectNever, expectTexts, middleOf, never, openList } from "./shown";
import { answerTracks } from "./track-answers";

const GUEST = { user: null };
const PASSWORD = "leeward";
const email = page.getByLabelText("Email");
const password = page.getByLabelText("Password", { exact: true });
const logIn = page.getByRole("button", { name: "Log In" });
const signUp = page.getByRole("button", { name: "Sign Up" });

/** Fills the registration of Jon, who sails a Laser. */
async function fillRegistration() {
  for (const [label, value] of [
    ["First name", "Jon"],
    ["Last name", "Etxeberria"],
    ["Email", "jon@sail.example"],
    ["Password", PASSWORD],
    ["Confirm password", PASSWORD],
  ] as const)
    await page.getByLabelText(label, { exact: true }).fill(value);
  await openList(page.getByLabelText("Primary boat class"));
  await chooseOption("Laser");
}

test("the login has an email and a password, and leads to the registration and to a forgotten password", async () => {
  await open("/login", GUEST);
  await expect.element(email).toBeVisible();
  await expect.element(password).toBeVisible();
  await logIn.click();
  await expect.element(page.getByText("Email required")).toBeVisible();
  await expect.element(page.getByText("Password required")).toBeVisible();
  await email.fill("marta");
  await password.fill("le");
  await logIn.click();
  await expect.element(page.getByText("Email not valid")).toBeVisible();
  await expect.element(page.getByText("Password must be 6 characters")).toBeVisible();
  await page.getByRole("link", { name: "Sign Up" }).click();
  await expectAddress("/register");
  await page.getByRole("link", { name: "Already have an acount?" }).click();
  await expectAddress("/login");
  await page.getByRole("link", { name: "Forgot Password?" }).click();
  await expectAddress("/forgot");
});

test("a wrong password is reported, and the address stays in the form", async () => {
  answer("POST /users/login/", () => refusal(401, { detail: "The e-mail or the password is wrong." }));
  await open("/login", GUEST);
  await email.fill(MARTA.email);
  await password.fill("wrong-one");
  await logIn.click();
  await expect.element(page.getByRole("alert").first()).toHaveTextContent("The e-mail or the password is wrong.");
  await expect.element(email).toHaveValue(MARTA.email);
});

test("the registration asks for names, email, a password twice and one of its boat classes", async () => {
  await open("/register", GUEST);
  for (const label of ["First name", "Last name", "Email", "Confirm password"])
    await expect.element(page.getByLabelText(label)).toBeVisible();
  await expect.element(password).toBeVisible();
  await signUp.click();
  for (const text of [
    "First name required",
    "Last name required",
    "Email required",
    "Password required",
    "Primary Boat Class required",
  ])
    await expect.element(page.getByText(text)).toBeVisible();
  await page.getByLabelText("Primary boat class").click();
  await expectTexts(page.getByRole("option"), [
    ...["29er", "470", "49er", "49erFX", "C420", "CFJ", "Formula Kite", "i420", "J70", "Laser", "Nacra 17", "Other"],
  ]);
  await chooseOption("Laser");
  for (const [label, value] of [
    ["First name", "Jo"],
    ["Last name", "Li"],
    ["Email", "jo@"],
    ["Password", "ab"],
    ["Confirm password", "ac"],
  ] as const)
    await page.getByLabelText(label, { exact: true }).fill(value);
  await signUp.click();
  for (const text of [
    "First name must be 3 characters",
    "Last name must be 3 characters",
    "Email not valid",
    "Password must be 3 characters",
    "Password mismatch",
  ])
    await expect.element(page.getByText(text)).toBeVisible();
});

test("the list of classes asks for a choice only after it was left without one", async () => {
  await open("/register", GUEST);
  const required = page.getByText("Primary Boat Class required");
  const list = page.getByLabelText("Primary boat class");
  await list.click();
  await expect.element(page.getByRole("option", { name: "Laser" })).toBeVisible();
  await expectNever(required);
  await press("Escape");
  await expect.element(list).toHaveFocus();
  await expectNever(required);
  await press("Tab");
  await expect.element(required).toBeVisible();
});

test("an email that has an account is named under its field, a password error under the confirmation too", async () => {
  answer("POST /users/register/", () => refusal(400, { email: ["This e-mail has an account."] }));
  await open("/register", GUEST);
  await fillRegistration();
  await signUp.click();
  await expect.element(page.getByRole("alert").first()).toHaveTextContent("This e-mail has an account.");
  await expectAddress("/register");
  answer("POST /users/register/", () => refusal(400, { password: ["Too common"], last_name: ["Not a name"] }));
  await signUp.click();
  await expectCount(page.getByText("Too common"), 2);
  await expectCount(page.getByText("Not a name"), 1);
});

test("a reset link is confirmed for an unknown address too", async () => {
  answer("POST /users/forgot/", () => ({ detail: "A reset link was sent to your email" }));
  await open("/forgot", GUEST);
  await page.getByRole("button", { name: "Send a Reset Link" }).click();
  await expect.element(page.getByText("Email required")).toBeVisible();
  await email.fill("marta");
  await page.getByRole("button", { name: "Send a Reset Link" }).click();
  await expect.element(page.getByText("Email not valid")).toBeVisible();
  await email.fill("unknown.person@sail.example");
  await page.getByRole("button", { name: "Send a Reset Link" }).click();
  await expect.element(page.getByText("A reset link was sent to your email").first()).toBeVisible();
  await page.getByRole("link", { name: "Back to Login" }).click();
  await expectAddress("/login");
});

test("the first click on Forgot Password? follows it, though the field that it leaves is empty", async () => {
  await open("/login", GUEST);
  await email.click();
  const { x, y } = middleOf(page.getByRole("link", { name: "Forgot Password?" }));
  await mouse([{ move: [x, y] }, "down"]);
  await new Promise((next) => setTimeout(next, 200));
  await mouse(["up"]);
  await expectAddress("/forgot");
});

test("after the login the address that was asked for opens, and no address elsewhere", async () => {
  answerTracks([]);
  answer("POST /users/login/", () => ({ user: MARTA, access: "token", device: "device" }));
  await open("/home?tab=races", GUEST);
  await expectAddress(/^\/login\?next=/);
  await email.fill(MARTA.email);
  await password.fill(PASSWORD);
  await logIn.click();
  await expectAddress("/home?tab=races");
  await open("/login?next=//elsewhere.example/");
  await expectAddress("/home");
});

test("somebody who is logged in is led from the pages of the login to the home page", async () => {
  answerTracks([]);
  for (const path of ["/login", "/register", "/forgot", "/reset/abc"]) {
    await open(path);
    await expectAddress("/home");
  }
});

test("every page for members leads to the login without a session, and so does an unknown address", async () => {
  for (const path of [
    ...["/upload", "/wind", "/wind-report/1", "/dashboard", "/dashboard/journal", "/dashboard/reports"],
    ...["/reports/1", "/straight-analysis/1", "/account", "/account/garmin", "/account/plan", "/account/beta"],
    ...["/tracks/1", "/races/1", "/teams", "/teams/1"],
  ]) {
    await open(path, GUEST);
    await expectAddress(`/login?next=${encodeURIComponent(path)}`);
  }
  // Where the login leads anyway.
  for (const path of ["/home", "/tracks", "/no-such-page"]) {
    await open(path, GUEST);
    await expectAddress("/login");
  }
});

test("the pages on privacy, cookies and terms are open to everybody, the first with its date and no contact yet", async () => {
  await open("/cookie-policy", GUEST);
  await expect.element(page.getByText("leebow.session")).toBeVisible();
  const pages = page.getByRole("navigation", { name: "About this site" });
  for (const [name, path] of [
    ["Terms and Conditions", "/terms-and-conditions"],
    ["Cookie Policy", "/cookie-policy"],
    ["About", "/about"],
    ["Privacy Policy", "/privacy-policy"],
  ] as const) {
    await pages.getByRole("link", { name, exact: true }).click();
    await expectAddress(path);
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent(name);
  }
  await expect.element(page.getByText("Effective February 2020.")).toBeVisible();
  await expect.element(page.getByText(/OPERATOR_NAME.*OPERATOR_CONTACT/)).toBeVisible();
});

test("the film can be watched again from About, also on a phone", async () => {
  await onPhone();
  await open("/about", GUEST);
  await expect.element(page.getByLabelText("Film: from the file to the first tack")).toBeVisible();
});

const banner = page.getByRole("banner");
const main = page.getByRole("navigation", { name: "Main" });

test("the header names the track that is open, with its date in its own time zone, and no track elsewhere", async () => {
  // It began in the evening of the 27th in Weymouth, which is the 28th in the zone of the browser.
  const track = trackOf({ start_time: "2026-06-27T22:30:00.000Z", tz: "Europe/London" });
  answerTracks([track]);
  const files = [{ ...reportOf(), maneuvers: [], straights: [] }];
  answer("GET /tracks/{id}/analysis/", () => ({ engine: "1", parameters: {}, files, failed: [] }));
  answer("GET /tracks/{id}/debrief/", () => refusal(404));
  await open("/reports/7");
  await expect.element(banner).toHaveTextContent(/Track 7\s*27 Jun 2026, Marta Vidal/);
  await main.getByRole("link", { name: "Tracks" }).click();
  await expectAddress("/home");
  await expect.element(banner).not.toHaveTextContent("Track 7");
});

test("logging out forgets the tracks of the user and leads to the login", async () => {
  answerTracks([]);
  answer("POST /users/logout/", () => undefined);
  await open("/home");
  await page.getByPlaceholder(/Search/).fill("kiel");
  await banner.getByRole("button", { name: "Logout" }).click();
  await expectAddress("/login");
  expect(localStorage.getItem("leebow.session")).toBeNull();
  await open("/home", GUEST);
  await expectAddress(/^\/login/);
});

test("logging out leads to the login at once, also when the server does not answer", async () => {
  answerTracks([]);
  answer("POST /users/logout/", never);
  await open("/home");
  await banner.getByRole("button", { name: "Logout" }).click();
  await expectAddress("/login");
  await expect.element(email).toBeVisible();
});

test("a call that is answered with 401 logs out, clears the tracks and leads to the login", async () => {
  answerTracks([trackOf()]);
  answer("GET /windfiles/", () => refusal(401, { detail: "Log in to see this." }));
  await open("/home");
  await expectCount(page.getByRole("article"), 1);
  await main.getByRole("link", { name: "Wind" }).click();
  await expectAddress(/^\/login(\?.*)?$/);
  expect(localStorage.getItem("leebow.session")).toBeNull();
  // After the next login none of them is shown while the list is on its way.
  answer("GET /windfiles/", () => onePage([]));
  answer("GET /tracks/", never);
  answer("POST /users/login/", () => ({ user: MARTA, access: "token", device: "device" }));
  await email.fill(MARTA.email);
  await password.fill(PASSWORD);
  await logIn.click();
  await expectAddress(/^\/(wind|home)$/);
  await main.getByRole("link", { name: "Tracks", exact: true }).click();
  await expectAddress("/home");
  await expectNever(page.getByRole("article"));
});

test("a call that is answered with 403 leads to the home page", async () => {
  answerTracks([]);
  answer("GET /tracks/{id}/", () => refusal(403, { detail: "Not yours." }));
  await open("/tracks/7");
  await expectAddress("/home");
});

test("a stored session is restored, and the page that was asked for opens at once", async () => {
  answer("GET /users/me/", () => MARTA);
  await open("/account");
  await reload();
  await expect.element(page.getByRole("textbox", { name: "Email" })).toHaveValue(MARTA.email);
  await expectAddress("/account");
});

test("page views are reported by the kind of page, without ids", async () => {
  const seen: string[] = [];
  answer("POST /page-views/", ({ body }) => {
    seen.push((body as { page: string }).page);
    return undefined;
  });
  answerTracks([]);
  answer("GET /windfiles/", () => onePage([]));
  answer("GET /tracks/{id}/", () => refusal(404, { detail: "There is no such track." }));
  await open("/");
  await expect.poll(() => seen).toEqual(["/home"]);
  await main.getByRole("link", { name: "Wind" }).click();
  await expect.poll(() => seen).toEqual(["/home", "/wind"]);
  await open("/tracks/987654");
  await expect.poll(() => seen).toContain("/tracks/:track_id");
  expect(seen.join()).not.toContain("987654");
});

test("the addresses / and /tracks lead to the home page", async () => {
  answerTracks([]);
  for (const path of ["/", "/tracks"]) {
    await open(path);
    await expectAddress("/home");
  }
  await page.getByRole("tab", { name: "Races" }).click();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveText("Race List");
});

test("the header leads to every area, to the account and to the picture's menu; without a session to the login", async () => {
  answerTracks([], [raceOf()]);
  answerJournal();
  answer("GET /teams/", () => []);
  answer("GET /windfiles/", () => onePage([]));
  answer("GET /users/me/", () => MARTA);
  answer("POST /users/logout/", () => undefined);
  await open("/home");
  for (const [name, address] of [
    ["Teams", "/teams"],
    ["Dashboard", "/dashboard/journal"],
    ["Wind", "/wind"],
    ["Upload", "/upload"],
    ["Tracks", "/home"],
  ] as const) {
    await main.getByRole("link", { name, exact: true }).click();
    await expectAddress(address);
  }
  await banner.getByRole("link", { name: "My Account" }).click();
  await expectAddress("/account");
  await expect.element(banner.getByRole("button", { name: "Marta Vidal, account" })).toBeVisible();
  await banner.getByRole("button", { name: "Logout" }).click();
  await expectAddress("/login");
  await focus(page.getByLabelText("Email", { exact: true }));
  await open("/about", GUEST);
  await expect.element(banner.getByRole("link", { name: "Login" })).toBeVisible();
});

test("the tabs count what is in their lists, and the list is filtered by sailor", async () => {
  const teammates = [{ id: 61, first_name: "Iker", last_name: "Sanz" }];
  answerTracks([trackOf()]);
  await open("/home", { user: { ...MARTA, teammates } });
  await expect.element(page.getByRole("tab", { name: "Tracks 1" })).toBeVisible();
  await page.getByRole("tab", { name: "Races" }).click();
  await expect.element(page.getByRole("tab", { name: "Races 0" })).toBeVisible();
  await page.getByRole("tab", { name: "Tracks" }).click();

  await page.getByRole("button", { name: "Filter by sailor: all" }).click();
  const iker = page.getByRole("checkbox", { name: "Iker Sanz" });
  await iker.click();
  await expect.element(page.getByText("No Tracks Match Your Search")).toBeVisible();
  await expect.element(page.getByText("Please try another search.")).toBeVisible();
  await iker.click();
  await page.getByRole("checkbox", { name: "Marta Vidal" }).click();
  await expectCount(page.getByRole("article"), 1);
  await expect.element(page.getByRole("button", { name: "Filter by sailor: Marta Vidal" })).toBeInTheDocument();
});

test("who is no administrator any more is led from All Tracks back to the team's", async () => {
  answerTracks([trackOf()]);
  const { can } = MARTA;
  const listed: (string | null)[] = [];
  answer("GET /tracks/", ({ query }) => {
    const owner = query.get("owner");
    listed.push(owner);
    return owner === "all" ? refusal(403, { detail: "This is for administrators." }) : onePage([trackOf()]);
  });
  await open("/home", { user: { ...MARTA, can: { ...can, list_all_tracks: true } } });
  await expectCount(page.getByRole("article"), 1);
  await page.getByText("All Tracks", { exact: true }).click();
  await expect.poll(() => listed).toContain("all");
  await expectAddress("/home");
  await expectCount(page.getByRole("article"), 1);
  await expect.element(page.getByRole("radio", { name: "Team Tracks" })).toBeChecked();
});
