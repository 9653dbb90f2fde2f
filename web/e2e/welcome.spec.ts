import { expect, type Page, test } from "./flow";
import { type Account, createAccount, newAddress, PASSWORD } from "./helpers";

const film = (page: Page) => page.getByRole("dialog", { name: "Welcome to Leebow, Marta" });

async function logInByForm(page: Page): Promise<Account> {
  const account = await createAccount();
  await page.setExtraHTTPHeaders(newAddress());
  await page.goto("/login");
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log In" }).click();
  return account;
}

test("a first-time logged-in user sees the intro video until it is dismissed, which is remembered; it plays with subtitles", async ({
  page,
}) => {
  await logInByForm(page);
  await expect(film(page).getByRole("button", { name: "Play" })).toBeFocused();
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
  await page.reload();
  await expect(page.getByRole("heading", { name: "Track List" })).toBeAttached();
  await expect(film(page)).toBeHidden();
});
