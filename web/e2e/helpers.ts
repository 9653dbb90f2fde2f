/** Accounts and tracks made through the API, and the checks that hold for every page. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type APIRequestContext, expect, type Locator, type Page, request, test } from "@playwright/test";
import { confirmationLink } from "./confirmation-link.mjs";
import { violationsOf, wordsOutsideOfButtons } from "./walk/faults";

const ROOT = join(import.meta.dirname, "../..");
const RECORDINGS = process.env.LEEBOW_RECORDINGS ?? join(ROOT, "../shared/recordings");

export const PASSWORD = "leeward";
const PRELOADED = "Everything this page needs is loaded. It now works without a network.";

/** How long the server may take to analyse a file on a busy machine, ms. */
const ANALYSIS_TIMEOUT_MS = 60_000;

let numbered = 0;

/** A number that is new in this worker, and the worker's, which is new in this run. */
function newNumber() {
  numbered += 1;
  return [test.info().workerIndex, numbered] as const;
}

/** Names and an e-mail address that no account has yet. */
export function newPerson(first = "Marta", last = "Vidal") {
  const email = `${first}.${last}.${Date.now()}.${newNumber().join(".")}@sail.example`.toLowerCase();
  return { first, last, email };
}

export type Person = ReturnType<typeof newPerson>;

/** A registered user with the token of a session. */
export interface Account extends Person {
  access: string;
  /** What the server answered to the registration; the browser stores it as its session. */
  session: unknown;
}

/** A network address of its own for each account: the server limits registrations by address. */
export function newAddress(): Record<string, string> {
  const [worker, number] = newNumber();
  return { "X-Forwarded-For": `10.${worker % 256}.${number >> 8}.${number % 256}` };
}

/** Registers a user through the API. */
export async function createAccount(person: Person = newPerson(), boat_class = "49er"): Promise<Account> {
  const { first: first_name, last: last_name, email } = person;
  const passwords = { password: PASSWORD, password_confirmation: PASSWORD };
  const data = { first_name, last_name, email, primary_boat_class: boat_class, ...passwords };
  return withApi(async (api) => {
    const response = await api.post("/api/users/register/", { data, headers: newAddress() });
    expect(response.ok(), await response.text()).toBe(true);
    const session = await response.json();
    return { ...person, access: session.access, session };
  });
}

/**
 * Opens the session of this account in the browser, without the login form. The page shows no page of ours then, and the
 * welcome counts as seen.
 */
export async function logIn(page: Page, account: Account): Promise<void> {
  await page.setExtraHTTPHeaders(newAddress());
  await page.goto("/favicon.svg");
  const { user } = account.session as { user: { id: number } };
  await page.evaluate(
    ([session, welcome]) => {
      localStorage.setItem("leebow.session", session!);
      localStorage.setItem("leebow.welcome", welcome!);
    },
    [JSON.stringify(account.session), JSON.stringify({ film: [user.id], boat_class: [] })],
  );
}

/** Chooses from an open list. The list has its place once the option under the pointer is marked: a click before may miss it. */
export async function chooseOption(option: Locator, within: { timeout?: number } = {}): Promise<void> {
  // A list may move from under the pointer after the first hover, and only a pointer that moves marks an option.
  let x = 8;
  await expect(async () => {
    x += 1;
    await option.hover({ ...within, position: { x, y: 8 } });
    await expect(option).toHaveAttribute("data-highlighted", "", { timeout: 1000 });
  }).toPass({ timeout: within.timeout ?? 15_000 });
  await option.click();
}

/** Closes the film that a user sees after the first login. */
export const skipFilm = (page: Page) =>
  page
    .getByRole("dialog", { name: /^Welcome to Leebow/ })
    .getByRole("button", { name: "Skip" })
    .click();

/** A browser logged in as a new user. */
export async function logInAsNew(page: Page): Promise<Account> {
  const account = await createAccount();
  await logIn(page, account);
  return account;
}

interface Upload {
  path: string;
  boat_class?: string;
  /** Without it the file at `path` is sent. */
  bytes?: Buffer;
}

/** Uploads a file through the API and waits until it is analysed. Returns the track's id. */
export async function uploadTrack(account: Account, { path, boat_class = "49er", bytes }: Upload): Promise<number> {
  const headers = { authorization: `Bearer ${account.access}` };
  const buffer = bytes ?? readFileSync(path);
  const file = { name: basename(path), mimeType: "application/octet-stream", buffer };
  return withApi(async (api) => {
    const multipart = { boat_name: boat_class, permissions: "PUBLIC", file };
    const response = await api.post("/api/tracks/", { headers, multipart });
    expect(response.status(), await response.text()).toBe(201);
    const { id } = await response.json();
    const status = async () =>
      (await (await api.get(`/api/tracks/${id}/?notrackpoints=true`, { headers })).json()).processing_status;
    await expect.poll(status, { timeout: ANALYSIS_TIMEOUT_MS, intervals: [100, 200, 400] }).toBe(3);
    return id;
  });
}

/** Confirms the e-mail address of an account by the link that was mailed to it. */
export async function confirmAddress({ email }: Pick<Account, "email">): Promise<void> {
  let link = "";
  await expect.poll(() => (link = confirmationLink(email)), { timeout: 60_000 }).not.toBe("");
  await withApi(async (api) => expect((await api.post(link, { headers: newAddress() })).status()).toBe(200));
}

/** The account, its address confirmed, with the coach's plan, paid at the embedded provider, and the tools that come with it. */
export async function asCoach(account: Account): Promise<Account> {
  const headers = { authorization: `Bearer ${account.access}` };
  await confirmAddress(account);
  return withApi(async (api) => {
    const begun = await api.get("/api/billing/init-checkout/?price_id=embedded_coach", { headers });
    const { id } = await begun.json();
    await api.post(`/api/billing/checkout/${id}/pay/`, { maxRedirects: 0 });
    const user = await (await api.get("/api/users/me/", { headers })).json();
    expect(user.enabled_features).toContain("coach_tools");
    return { ...account, session: { user, access: account.access } };
  });
}

/** Makes a race of these tracks through the API. Returns its id. */
export async function createRace(coach: Pick<Account, "access">, name: string, tracks: number[]): Promise<number> {
  const headers = { authorization: `Bearer ${coach.access}` };
  return withApi(async (api) => {
    const response = await api.post("/api/races/", { headers, data: { name, tracks } });
    expect(response.status(), await response.text()).toBe(201);
    return (await response.json()).id;
  });
}

const stored = new Map<string, Promise<{ account: Account; id: number }>>();

/**
 * A track of this file and class with its owner, for tests that do not change it: the tests of one worker share it.
 */
export function sharedTrack(path: string, boat_class: string): Promise<{ account: Account; id: number }> {
  const key = `${path} ${boat_class}`;
  const known = stored.get(key);
  if (known) return known;
  const made = createAccount().then(async (account) => ({
    account,
    id: await uploadTrack(account, { path, boat_class }),
  }));
  stored.set(key, made);
  return made;
}

export async function withApi<T>(use: (api: APIRequestContext) => Promise<T>): Promise<T> {
  const api = await request.newContext({ baseURL: test.info().project.use.baseURL });
  try {
    return await use(api);
  } finally {
    await api.dispose();
  }
}

/** Fills and sends the registration form; ends on the upload page. */
export async function register(page: Page, person: Person = newPerson(), boat_class = "49er"): Promise<Person> {
  await page.setExtraHTTPHeaders(newAddress());
  await page.goto("/register");
  await page.getByLabel("First name").fill(person.first);
  await page.getByLabel("Last name").fill(person.last);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByLabel("Primary boat class").click();
  await chooseOption(page.getByRole("option", { name: boat_class, exact: true }));
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page).toHaveURL(/\/upload$/);
  await skipFilm(page);
  return person;
}

/** Uploads one whole file by the form; ends on the list. */
export async function uploadByForm(page: Page, path: string, boat_class = "49er") {
  await sendByForm(page, path, boat_class);
  await expect(page).toHaveURL(/\/home$/);
}

/** Uploads one file by the form; ends where the form leads. */
export async function sendByForm(page: Page, path: string, boat_class = "49er") {
  await page.goto("/upload");
  await page.getByLabel("Boat class").click();
  await chooseOption(page.getByRole("option", { name: boat_class, exact: true }));
  await page.locator('input[type="file"]').setInputFiles(path);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
}

/** Opens files on the analyze page, when everything it needs is loaded; `name` is the one that is shown. */
export async function openInAnalyze(
  page: Page,
  files: Parameters<ReturnType<Page["getByLabel"]>["setInputFiles"]>[0],
  name: string,
) {
  await page.goto("/analyze");
  await expect(page.getByText(PRELOADED)).toBeAttached({ timeout: 80_000 });
  await page.getByLabel("Track files").setInputFiles(files);
  await expect(page.getByRole("heading", { name })).toBeVisible({ timeout: 30_000 });
}

/** Saves the report of the analyze page by an entry of its menu. */
export async function saveReport(page: Page, entry: string) {
  await page.getByRole("button", { name: "Save report" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: entry }).click(),
  ]);
  return download;
}

/** Path of a fixture. */
export const fixture = (name: string) => join(ROOT, "fixtures", name);

/** Path of a real recording; the test is skipped with a message on machines without it. */
export function recording(name: string): string {
  const path = join(RECORDINGS, name);
  // biome-ignore lint/suspicious/noSkippedTests: private recordings are not on every machine.
  test.skip(!existsSync(path), `The recording ${name} is not on this machine.`);
  return path;
}

/** The paths of the real recordings in a folder; skips the test where the folder is absent. */
export function recordingsIn(folder: string): string[] {
  const path = recording(folder);
  return readdirSync(path).map((name) => join(path, name));
}

/**
 * Expects no violation of axe's rules, for the few states that a flow alone reaches; all others are in walk.spec.ts.
 */
export async function accessible(page: Page) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await settled(page);
  expect(await violationsOf(page), page.url()).toEqual([]);
  await page.emulateMedia({ reducedMotion: null });
}

/** Expects no horizontal scrolling. */
export async function fitsTheScreen(page: Page) {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

/** Expects that every visible word of a button stands within the button. */
export async function wordsStayInButtons(page: Page) {
  expect(await wordsOutsideOfButtons(page), page.url()).toEqual([]);
}

/** Ends the colour transitions of a theme change; on a busy machine they begin some frames later. */
export async function settled(page: Page) {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let quiet = 0; quiet < 3; ) {
      await frame();
      const moving = document
        .getAnimations()
        .filter((one) => one instanceof CSSTransition && one.playState !== "finished");
      for (const one of moving) one.finish();
      quiet = moving.length === 0 ? quiet + 1 : 0;
    }
  });
}
