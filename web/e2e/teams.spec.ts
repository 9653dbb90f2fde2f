import { expectNotice, PICTURE, TEXT_FILE } from "./account-pages";
import { confirmationLink } from "./confirmation-link.mjs";
import { expect, type Page, test } from "./flow";
import { type Account, asCoach, confirmAddress, createAccount, logIn, newPerson, withApi } from "./helpers";

async function createTeam(coach: Account, name: string, athletes: readonly Account[] = []): Promise<number> {
  const headers = { authorization: `Bearer ${coach.access}` };
  return withApi(async (api) => {
    const made = await api.post("/api/teams/", { headers, multipart: { name } });
    expect(made.status(), await made.text()).toBe(201);
    const { id } = await made.json();
    for (const { email } of athletes) {
      await confirmAddress({ email });
      expect((await api.post(`/api/teams/${id}/members/`, { headers, data: { email } })).status()).toBe(201);
    }
    return id;
  });
}

/** The row of a member in a card. */
const row = (page: Page, card: "Coaches" | "Athletes", name: string) =>
  page.getByRole("region", { name: card }).getByRole("listitem", { name });

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test("a coach creates a team with a name and one logo, and it appears under My Teams", async ({ page }) => {
  await logIn(page, await asCoach(await createAccount(newPerson("Ana", "Ferrandis"))));
  await page.goto("/teams");
  await expect(page.getByRole("heading", { name: "Manage Teams" })).toBeVisible();
  await press(page, "+ New Team");
  const dialog = page.getByRole("dialog", { name: "Create a New Team" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Team Name required")).toBeVisible();
  await expect(dialog.getByLabel("Team Name")).toBeFocused();
  await dialog.locator('input[type="file"]').setInputFiles(TEXT_FILE);
  await expect(dialog.getByText(/This is not a picture Leebow can read/)).toBeVisible();
  await dialog.getByLabel("Team Name").fill("Snipe Valencia");
  await dialog.locator('input[type="file"]').setInputFiles(PICTURE);
  await expect(dialog.locator("img")).toHaveAttribute("src", /^blob:/);
  await expectNotice(page, "Team created.", () => dialog.getByRole("button", { name: "Save" }).click());
  const team = page.getByRole("table", { name: "My Teams" }).getByRole("row", { name: /Snipe Valencia/ });
  await expect(team).toContainText("Ana Ferrandis");
  await expect(team.getByRole("cell").last()).toHaveText(/^0/);
  await expect(team.locator("img")).toBeVisible();
  await team.getByRole("link", { name: "Snipe Valencia" }).click();
  await expect(page).toHaveURL(/\/teams\/\d+$/);
  await expect(page.getByRole("heading", { name: "Snipe Valencia" })).toBeVisible();
});

test("a person with an unconfirmed address is pending in the team, sees how to confirm it, and is a member then", async ({
  page,
}) => {
  const coach = await asCoach(await createAccount(newPerson("Ana", "Ferrandis")));
  const athlete = await createAccount(newPerson("Jon", "Etxeberria"));
  const id = await createTeam(coach, "Waiting");
  await logIn(page, coach);
  await page.goto(`/teams/${id}`);
  await press(page, "Add");
  await page.getByLabel("Enter athlete's email address").fill(athlete.email);
  await expectNotice(page, "Team member added successfully.", () => page.keyboard.press("Enter"));
  await expect(row(page, "Athletes", "Jon Etxeberria")).toContainText("Pending");
  await logIn(page, athlete);
  for (const path of ["/upload", "/account", "/teams"]) {
    await page.goto(path);
    await expect(page.getByRole("region", { name: "Confirm your address" })).toContainText(athlete.email);
  }
  await expect(page.getByText("You aren't a member of any teams.", { exact: false })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const resend = page.getByRole("button", { name: "Resend" });
  await resend.focus();
  await expectNotice(page, `A link was sent to ${athlete.email}.`, () => page.keyboard.press("Enter"));
  let link = "";
  await expect.poll(() => (link = confirmationLink(athlete.email)), { timeout: 60_000 }).not.toBe("");
  await page.goto(link);
  await expect(page.getByRole("heading", { name: `Is ${athlete.email} your address?` })).toBeVisible();
  await press(page, "Confirm");
  await expect(page.getByRole("heading", { name: /is confirmed as the e-mail address/ })).toBeVisible();
  await page.goto("/teams");
  await expect(page.getByRole("link", { name: "Waiting" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Confirm your address" })).toHaveCount(0);
});

test("who of the team sees the private tracks is chosen in Team Permissions, by athletes before anybody does", async ({
  page,
}) => {
  const [coach, athlete] = [await asCoach(await createAccount(newPerson("Ana", "Ferrandis"))), await createAccount()];
  const id = await createTeam(coach, "Seen", [athlete]);
  await logIn(page, athlete);
  await page.goto(`/teams/${id}`);
  for (const name of ["Manage Permissions", "Update Team", "Delete Team", "Add"])
    await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
  await expect(
    page.getByText("Your private tracks are not shown to this team yet. Choose who can see them."),
  ).toBeVisible();
  await press(page, "Choose");
  const dialog = page.getByRole("dialog", { name: "Team Permissions" });
  await expect(dialog.getByText("Who can see my tracks on this team?")).toBeVisible();
  await expect(dialog.getByRole("radio", { name: "All Teammates" })).toBeVisible();
  await dialog.getByRole("radio", { name: "Coaches Only" }).click();
  await expectNotice(page, "Permissions have been updated.", () =>
    dialog.getByRole("button", { name: "Save" }).click(),
  );
  await expect(page.getByText("Only the coaches can see your private tracks.")).toBeVisible();
  await logIn(page, coach);
  await page.goto(`/teams/${id}`);
  await press(page, "Manage Permissions");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
});

test("the creator updates the team and deletes it after a question; a member leaves it after one", async ({ page }) => {
  const [coach, athlete] = [await asCoach(await createAccount()), await createAccount()];
  const id = await createTeam(coach, "Before", [athlete]);
  await logIn(page, athlete);
  await page.goto(`/teams/${id}`);
  await press(page, "Leave Team");
  await expect(page.getByRole("dialog", { name: "Are you sure you want to leave this team?" })).toBeVisible();
  await expectNotice(page, "You have left the team successfully", () => press(page, "Yes"));
  await expect(page).toHaveURL(/\/teams$/);
  await expect(page.getByText("You aren't a member of any teams.", { exact: false })).toBeVisible();
  await logIn(page, coach);
  await page.goto(`/teams/${id}`);
  await expect(page.locator('[data-logo="default"]')).toBeVisible();
  await press(page, "Update Team");
  const dialog = page.getByRole("dialog", { name: "Update Team" });
  await dialog.getByLabel("Team Name").fill("After");
  await dialog.locator('input[type="file"]').setInputFiles(PICTURE);
  await expectNotice(page, "Team Updated", () => dialog.getByRole("button", { name: "Save" }).click());
  await expect(page.getByRole("heading", { name: "After" })).toBeVisible();
  await expect(page.locator('[data-logo="default"]')).toHaveCount(0);
  await press(page, "Delete Team");
  const question = "Are you sure you want to delete this team? This action cannot be undone.";
  await expect(page.getByRole("dialog", { name: question })).toBeVisible();
  await expectNotice(page, "Team Deleted.", () => press(page, "Yes"));
  await expect(page).toHaveURL(/\/teams$/);
  await page.goto(`/teams/${id}`);
  await expect(page.getByText("This team does not exist, or is not shared with you.")).toBeVisible();
});
