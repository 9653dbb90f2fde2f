import { expect, type Page, test } from "./flow";
import { type Account, createAccount, logIn, newAddress, PASSWORD, register, skipFilm } from "./helpers";

const film = (page: Page) => page.getByRole("dialog", { name: "Welcome to Leebow, Marta" });
const question = (page: Page) => page.getByRole("dialog", { name: "Which boat do you sail most?" });

async function logInByForm(page: Page): Promise<Account> {
  const account = await createAccount();
  await page.setExtraHTTPHeaders(newAddress());
  await page.goto("/login");
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log In" }).click();
  return account;
}

/** The session of a user without a primary boat class, as one of an imported account; the film was seen. */
async function logInWithoutBoatClass(page: Page) {
  const account = await createAccount();
  const session = account.session as { user: object };
  await logIn(page, { ...account, session: { ...session, user: { ...session.user, primary_boat_class: null } } });
}

test("a first-time logged-in user sees the intro video once, and dismissing it is remembered", async ({ page }) => {
  await logInByForm(page);
  await expect(film(page).getByRole("button", { name: "Play" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(film(page)).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Track List" })).toBeAttached();
  await expect(film(page)).toBeHidden();
});

test("the intro video shows again until it is dismissed, and plays with subtitles", async ({ page }) => {
  await logInByForm(page);
  await expect(film(page)).toBeVisible();
  await page.reload();
  await film(page).getByRole("button", { name: "Play" }).click();
  const video = film(page).locator("video");
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0.2);
  const cues = () => video.evaluate((one: HTMLVideoElement) => one.textTracks[0]?.cues?.length ?? 0);
  await expect.poll(cues).toBeGreaterThan(3);
  await video.evaluate((one: HTMLVideoElement) => {
    one.currentTime = one.duration - 0.1;
  });
  await film(page).getByRole("button", { name: "Close" }).last().click();
  await expect(film(page)).toBeHidden();
});

test("the boat class prompt shows after the video, and Save is disabled until a class is chosen", async ({ page }) => {
  await logInWithoutBoatClass(page);
  await page.evaluate(() => localStorage.removeItem("leebow.welcome"));
  await page.goto("/home");
  await expect(film(page)).toBeVisible();
  await expect(question(page)).toBeHidden();
  await skipFilm(page);
  await expect(question(page).getByRole("button", { name: "Save" })).toBeDisabled();
  const names = await question(page)
    .getByRole("radio")
    .evaluateAll((all) => all.map((one) => one.closest("label")!.innerText));
  expect(names.join(", ")).toBe(
    "29er, 470, 49er, 49erFX, C420, CFJ, Formula Kite, i420, J70, Laser, Melges 24, Moth, Nacra 17, Viper 640, Other",
  );
  await question(page).getByRole("radio").first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(question(page).getByRole("radio", { name: "470" })).toBeChecked();
  await question(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("User Updated")).toBeVisible();
  await expect(question(page)).toBeHidden();
  await page.goto("/account");
  await expect(page.getByRole("combobox", { name: "Primary boat class" })).toContainText("470");
});

test("a user who closes the boat class prompt is not asked again", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logInWithoutBoatClass(page);
  await page.goto("/home");
  await question(page).getByRole("button", { name: "Not now" }).click();
  await expect(question(page)).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Track List" })).toBeAttached();
  await expect(question(page)).toBeHidden();
});

test("a boat class that could not be saved is kept in the prompt with the reason", async ({ page }) => {
  await logInWithoutBoatClass(page);
  await page.route("**/api/users/", (route) => route.fulfill({ status: 500, json: { detail: "The disk is full." } }));
  await page.goto("/home");
  await question(page).getByText("Moth", { exact: true }).click();
  await question(page).getByRole("button", { name: "Save" }).click();
  await expect(question(page).getByText("The disk is full.")).toBeVisible();
  await expect(question(page).getByRole("radio", { name: "Moth" })).toBeChecked();
});

test("a user who registers has a boat class and sees the intro video alone", async ({ page }) => {
  await register(page);
  await expect(page.getByRole("button", { name: "Upload", exact: true })).toBeVisible();
  await expect(question(page)).toBeHidden();
});
