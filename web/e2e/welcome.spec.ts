import { expect, type Page, test } from "./flow";
import { type Account, createAccount, newAddress, PASSWORD, register } from "./helpers";

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

test("a user who registers has a boat class and sees the intro video alone", async ({ page }) => {
  await register(page);
  await expect(page.getByRole("button", { name: "Upload", exact: true })).toBeVisible();
  await expect(question(page)).toBeHidden();
});
