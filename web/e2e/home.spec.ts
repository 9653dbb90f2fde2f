/** The list of tracks: its journal, whose tracks it shows, and how many. */
import { readFileSync } from "node:fs";
import { expect, type Page, test } from "./flow";
import { type Account, createAccount, fixture, logIn, logInAsNew, uploadTrack } from "./helpers";

const FILE = fixture("49er-cross-current.fit");
const ready = { timeout: 30_000 };

/** Logs in, with these changes to the user that the server gives: a team, a role. */
async function logInAs(page: Page, account: Account, changes: Record<string, unknown>) {
  await page.route("**/api/users/me/", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...changes } });
  });
  const session = account.session as { user: Record<string, unknown> };
  await logIn(page, { ...account, session: { ...session, user: { ...session.user, ...changes } } });
}

async function openJournal(page: Page) {
  await page.getByRole("button", { name: /^Journal of Marta Vidal's track/ }).click();
  return page.getByRole("dialog", { name: "Journal" });
}

test("a note about a track is changed and deleted, and one that is not saved is asked about", async ({ page }) => {
  const account = await logInAsNew(page);
  await uploadTrack(account, { path: FILE });
  await page.goto("/home");
  const journal = await openJournal(page);
  await journal.getByRole("textbox", { name: "Notes" }).fill("Jib too loose upwind.");
  await journal.getByRole("button", { name: "Save" }).click();
  const entry = journal.getByRole("article");
  await expect(entry).toContainText("Jib too loose upwind.");

  await entry
    .getByRole("button", { name: /^More for/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const form = journal.getByRole("region", { name: "Change the entry" });
  await form.getByRole("textbox", { name: "Notes" }).fill("Jib one hole tighter upwind.");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(entry).toContainText("Jib one hole tighter upwind.");
  await expect(entry).not.toContainText("too loose");

  await journal.getByRole("textbox", { name: "Notes" }).fill("Gybed too early.");
  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "Leave the journal?" });
  await expect(question).toContainText("What you have written is not saved.");
  await question.getByRole("button", { name: "No" }).click();
  await expect(journal.getByRole("textbox", { name: "Notes" })).toHaveValue("Gybed too early.");

  await entry
    .getByRole("button", { name: /^More for/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete this entry?" }).getByRole("button", { name: "Yes" }).click();
  await expect(journal.getByText("No entries yet")).toBeVisible();
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(journal).toBeHidden();
  await expect(page.getByRole("button", { name: /track: no entry/ })).toBeVisible();
});

test("the tabs count what is in their lists, and the list is filtered by sailor", async ({ page }) => {
  const account = await createAccount();
  await uploadTrack(account, { path: FILE });
  const mate = await createAccount();
  const { id } = (mate.session as { user: { id: number } }).user;
  const teammates = [{ id, first_name: "Iker", last_name: "Sanz" }];
  await logInAs(page, account, { teammates });
  await page.goto("/home");
  await expect(page.getByRole("tab", { name: "Tracks 1" })).toBeVisible(ready);
  await page.getByRole("tab", { name: "Races" }).click();
  await expect(page.getByRole("tab", { name: "Races 0" })).toBeVisible(ready);
  await page.getByRole("tab", { name: "Tracks" }).click();

  await page.getByRole("button", { name: "Filter by sailor: all" }).click();
  await page.getByRole("checkbox", { name: "Iker Sanz" }).click();
  await expect(page.getByText("No Tracks Match Your Search")).toBeVisible();
  await expect(page.getByText("Please try another search.")).toBeVisible();
  await page.getByRole("checkbox", { name: "Iker Sanz" }).click();
  await page.getByRole("checkbox", { name: "Marta Vidal" }).click();
  await expect(page.getByRole("article")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Filter by sailor: Marta Vidal" })).toBeVisible();
});

test("tracks that are dropped on the list come to the upload", async ({ page }) => {
  const account = await logInAsNew(page);
  await uploadTrack(account, { path: fixture("49er-every-five-seconds.gpx") });
  await page.goto("/home");
  await expect(page.getByRole("article")).toHaveCount(1, ready);
  const bytes = [...readFileSync(FILE)];
  const drop = (type: string) =>
    page.evaluate(
      ({ type, bytes }) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([new Uint8Array(bytes)], "49er-cross-current.fit"));
        const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
        document.body.dispatchEvent(event);
      },
      { type, bytes },
    );
  await drop("dragover");
  await expect(page.getByText("Let go to upload these tracks")).toBeVisible();
  await drop("drop");
  await expect(page).toHaveURL(/\/upload$/);
  const row = page.getByRole("list", { name: "Files to upload" }).getByRole("listitem");
  await expect(row).toContainText("49er-cross-current.fit");
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page).toHaveURL(/\/home$/, ready);
  await page.getByText("My Tracks", { exact: true }).click();
  await expect(page.getByRole("article")).toHaveCount(2, ready);
});

test("who is no administrator any more is led from All Tracks back to the team's", async ({ page }) => {
  const account = await createAccount();
  await uploadTrack(account, { path: FILE });
  await logInAs(page, account, { can: { list_all_tracks: true } });
  await page.goto("/home");
  await expect(page.getByRole("article")).toHaveCount(1, ready);
  const refused = page.waitForResponse((response) => response.status() === 403);
  await page.getByText("All Tracks", { exact: true }).click();
  await refused;
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole("article")).toHaveCount(1, ready);
  await expect(page.getByRole("radio", { name: "Team Tracks" })).toBeChecked();
});
