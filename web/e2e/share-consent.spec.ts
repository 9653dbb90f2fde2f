/** The share link of a race: private tracks of others are in it with their owners' consent alone. */

import { fleetBoat } from "../../api/test/fleet-boat";
import { expectNotice, failing } from "./account-pages";
import { expect, type Locator, type Page, test } from "./flow";
import {
  type Account,
  createAccount,
  createRace,
  logIn,
  newAddress,
  newPerson,
  PASSWORD,
  uploadTrack,
  withApi,
} from "./helpers";

interface Fleet {
  name: string;
  coach: Account;
  clara: Account;
  id: number;
}

const headers = ({ access }: Account) => ({ authorization: `Bearer ${access}` });

/** Who sees PRIVATE tracks without a team. */
function administrator(): Promise<Account> {
  return withApi(async (api) => {
    const person = { ...newPerson("Ada", "King"), email: "ada.king@sail.example" };
    const data = { email: person.email, password: PASSWORD };
    const session = await (await api.post("/api/users/login/", { data, headers: newAddress() })).json();
    return { ...person, access: session.access, session };
  });
}

/** A race of an administrator's: two PUBLIC tracks of others, and Clara's PRIVATE one. */
async function sailFleet({ alone = false } = {}): Promise<Fleet> {
  const coach = await administrator();
  const [jon, marta, clara] = [
    await createAccount(newPerson("Jon", "Roig")),
    await createAccount(newPerson("Marta", "Soler")),
    await createAccount(newPerson("Clara", "Puig")),
  ];
  const sent = (owner: Account, file: string, seed: number) =>
    uploadTrack(owner, { path: file, boat_class: "Laser", bytes: Buffer.from(fleetBoat({ seed })) });
  const others = alone ? [jon] : [jon, marta];
  const tracks = [];
  for (const [at, sailor] of others.entries()) tracks.push(await sent(sailor, `${at}.gpx`, at + 1));
  const private_track = await sent(clara, "clara.gpx", 3);
  const name = `Trofeo ${Date.now()} ${test.info().workerIndex}`;
  const id = await createRace(coach, name, [...tracks, private_track]);
  await withApi((api) =>
    api.patch(`/api/tracks/${private_track}/`, { headers: headers(clara), data: { permissions: "PRIVATE" } }),
  );
  return { name, coach, clara, id };
}

async function openShare(page: Page, name: string) {
  await page.goto("/home?tab=races");
  // The list of the search is another one: a menu that is open closes when it comes.
  const found = page.waitForResponse((response) => new URL(response.url()).searchParams.get("search") === name);
  await page.getByLabel(/Search race/).fill(name);
  await (await found).finished();
  await expect(page.getByRole("article")).toHaveCount(1);
  await page.getByRole("button", { name: `More for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Share Race" }).click();
  return page.getByRole("dialog", { name: "Share Race" });
}

const row = (page: Page, name: string) => page.getByRole("dialog").getByRole("listitem").filter({ hasText: name });

test("a private boat joins the link when its owner allows it, and leaves it when she takes that back", async ({
  page,
  browser,
}) => {
  const { name, coach, clara, id } = await sailFleet();
  await logIn(page, coach);
  const share = await openShare(page, name);
  await expect(share.getByText("2 of 3 boats are in the link")).toBeVisible();
  await expect(row(page, "Jon Roig")).toContainText("public track");
  await expect(row(page, "Clara Puig")).toContainText("private, not asked yet");
  await share.getByRole("button", { name: "Ask Clara Puig" }).click();
  await expect(row(page, "Clara Puig")).toContainText(/private, asked today, \d\d:\d\d/);
  await share.getByRole("button", { name: "Take back the question to Clara Puig" }).click();
  await share.getByRole("button", { name: "Ask Clara Puig" }).click();
  await expect(share.getByText("waiting")).toBeVisible();
  const link = await share.getByLabel("Link", { exact: true }).inputValue();
  expect(link).toMatch(/\/races\/\d+\?share_id=[\w-]{24}$/);
  const ids = () =>
    withApi(async (api) => {
      const { searchParams } = new URL(link);
      const answer = await api.get(`/api/races/info/${id}/?share_id=${searchParams.get("share_id")}`);
      return (await answer.json()).competitors.map(({ first_name }: { first_name: string }) => first_name).sort();
    });
  expect(await ids()).toEqual(["Jon", "Marta"]);

  const sailor = await (await browser.newContext()).newPage();
  await logIn(sailor, clara);
  await sailor.goto("/home");
  const notice = sailor.getByRole("region", { name: `Ada wants to share ${name} with your track` });
  await expect(notice).toBeVisible();
  await expect(notice.getByRole("button").first()).toHaveText("Not now");
  await sailor.keyboard.press("Escape");
  await expect(notice).toBeVisible();
  await notice.getByRole("button", { name: "Not now" }).click();
  await sailor.getByRole("button", { name: "Undo" }).click();
  await expect(notice).toBeVisible();
  await expectNotice(sailor, `Your boat is in the link of ${name}.`, () =>
    notice.getByRole("button", { name: "Allow" }).click(),
  );
  await expect(notice).toHaveCount(0);
  expect(await ids()).toEqual(["Clara", "Jon", "Marta"]);
  // The dialog that is still open finds it by itself.
  await expect(row(page, "Clara Puig")).toContainText("in the link", { timeout: 20_000 });
  await expect(row(page, "Clara Puig")).toContainText("agreed today");

  await sailor.goto("/account/privacy");
  await expect(sailor.getByText(/in the link since today/)).toBeVisible();
  await expectNotice(sailor, `Your boat is gone from the link of ${name}.`, () =>
    sailor.getByRole("button", { name: `Take back ${name}` }).click(),
  );
  await expect(sailor.getByRole("button", { name: `Allow ${name}` })).toBeVisible();
  expect(await ids()).toEqual(["Jon", "Marta"]);
  await expect(row(page, "Clara Puig")).toContainText("left out", { timeout: 20_000 });
});

/** Opens the list of the focused field, moves in it by one key and chooses: the focus is back on the field. */
async function chooseByKeys(field: Locator, key: string, name: string) {
  await field.press("Enter");
  const list = field.page().getByRole("listbox");
  await expect(list.getByRole("option", { selected: true })).toHaveAttribute("data-highlighted");
  await field.page().keyboard.press(key);
  await expect(list.getByRole("option", { name })).toHaveAttribute("data-highlighted");
  await field.page().keyboard.press("Enter");
  await expect(list).toBeHidden();
  await expect(field).toHaveText(name);
  await expect(field).toBeFocused();
}

test("the link ends after seven days unless another end is chosen; one without an end says so, and is ended by hand", async ({
  page,
  browser,
}) => {
  const { name, coach } = await sailFleet();
  await logIn(page, coach);
  let share = await openShare(page, name);
  const end = share.getByRole("combobox", { name: "End of the link" });
  await expect(end).toHaveText("Ends after 7 days");
  const link = await share.getByLabel("Link", { exact: true }).inputValue();
  await chooseByKeys(end, "ArrowUp", "Ends after 1 day");
  await expect(share.getByText("never ends")).toHaveCount(0);
  // The next end is chosen by keys while the server still answers to the last.
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/share/", async (route) => {
    await answered;
    await route.continue();
  });
  await chooseByKeys(end, "End", "Never ends");
  await chooseByKeys(end, "Home", "Ends after 1 day");
  await chooseByKeys(end, "End", "Never ends");
  answer();
  await expect(share.getByText("Whoever gets this link sees the race until somebody ends it.")).toBeVisible();
  await share.getByRole("button", { name: "Close" }).click();
  share = await openShare(page, name);
  await expect(end).toHaveText("Never ends");
  await expect(share.getByLabel("Link", { exact: true })).toHaveValue(link);

  await share.getByRole("button", { name: "End link" }).click();
  await page.getByRole("button", { name: "No", exact: true }).click();
  await share.getByRole("button", { name: "End link" }).click();
  await expectNotice(page, `The link of ${name} has ended.`, () =>
    page.getByRole("button", { name: "Yes", exact: true }).click(),
  );
  await expect(share).toHaveCount(0);
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(link);
  await expect(visitor.getByText("This race could not be opened")).toBeVisible();
});

test("a race with one boat in it has no link; failures keep the row and say why", async ({ page }) => {
  const { name, coach, id } = await sailFleet({ alone: true });
  await logIn(page, coach);
  const share = await openShare(page, name);
  await expect(share.getByText(/A race needs two boats\./)).toBeVisible();
  await expect(share.getByRole("button", { name: "Copy" })).toHaveCount(0);
  await failing(page, "**/share/boats/", 500);
  await share.getByRole("button", { name: "Ask Clara Puig" }).click();
  await expect(row(page, "Clara Puig").getByRole("alert")).toBeVisible();
  await expect(row(page, "Clara Puig")).toContainText("private, not asked yet");

  await page.goto(`/races/${id}`);
  await page.getByLabel("Reason").fill("for a question about the link");
  await page.getByRole("button", { name: "Open the race" }).click();
  await page.getByRole("button", { name: "Share moment" }).click({ timeout: 40_000 });
  await expect(page.getByRole("dialog", { name: "Share this moment" })).toContainText("A race needs two boats.");
});

test("the dialog waits for its boats with Copy off; nobody without private tracks in links is told so", async ({
  page,
}) => {
  const { name, coach } = await sailFleet();
  await logIn(page, coach);
  await page.route("**/share/boats/", () => undefined);
  const share = await openShare(page, name);
  await expect(share.getByRole("status", { name: "Loading the boats" })).toBeVisible();
  await expect(share.getByRole("button", { name: "Copy" })).toBeDisabled();
  await page.goto("/account/privacy");
  await expect(page.getByText("No race is shared with a private track of yours")).toBeVisible();
  await failing(page, "**/api/race-consents/", 503);
  await page.reload();
  await expect(page.getByText("The shared races could not be read")).toBeVisible();
});
