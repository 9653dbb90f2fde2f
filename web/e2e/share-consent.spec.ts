/** The share link of a race: private tracks of others are in it with their owners' consent alone. */

import { fleetBoat } from "../../api/test/fleet-boat";
import { expectNotice } from "./account-pages";
import { expect, type Page, test } from "./flow";
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

test("a moment of a race with one boat in its link is not shared: the dialog says what is missing", async ({
  page,
}) => {
  const { coach, id } = await sailFleet({ alone: true });
  await logIn(page, coach);
  await page.goto(`/races/${id}`);
  await page.getByLabel("Reason").fill("for a question about the link");
  await page.getByRole("button", { name: "Open the race" }).click();
  await page.getByRole("button", { name: "Share moment" }).click({ timeout: 40_000 });
  await expect(page.getByRole("dialog", { name: "Share this moment" })).toContainText("A race needs two boats.");
});
