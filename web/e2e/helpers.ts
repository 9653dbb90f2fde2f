/** What a sailor does again and again in these flows, and what we look at on every page. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

const ROOT = join(import.meta.dirname, "../..");
const RECORDINGS = process.env.LEEBOW_RECORDINGS ?? join(ROOT, "../shared/recordings");

export const PASSWORD = "leeward";

/** An account nobody has yet. */
export function newSailor(first = "Marta", last = "Vidal") {
  const email = `${first}.${last}.${Date.now()}.${Math.floor(Math.random() * 1e6)}@sail.example`.toLowerCase();
  return { first, last, email };
}

export type Sailor = ReturnType<typeof newSailor>;

/** Fills the sign-up form; ends on the upload page. */
export async function register(page: Page, sailor: Sailor = newSailor(), boat_class = "49er"): Promise<Sailor> {
  // Each sailor signs up from an address of his own: the server limits how many come from one.
  const [a, b, c] = [0, 0, 0].map(() => Math.floor(Math.random() * 250) + 1);
  await page.setExtraHTTPHeaders({ "X-Forwarded-For": `10.${a}.${b}.${c}` });
  await page.goto("/register");
  await page.getByLabel("First name").fill(sailor.first);
  await page.getByLabel("Last name").fill(sailor.last);
  await page.getByLabel("Email").fill(sailor.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByLabel("Primary boat class").click();
  await page.getByRole("option", { name: boat_class, exact: true }).click();
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page).toHaveURL(/\/upload$/);
  return sailor;
}

/** Uploads one file as the form takes it, and waits until the list shows its figures. Answers its row. */
export async function upload(page: Page, path: string, boat_class = "49er") {
  await page.goto("/upload");
  await page.getByLabel("Boat class").click();
  await page.getByRole("option", { name: boat_class, exact: true }).click();
  await page.locator('input[type="file"]').setInputFiles(path);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page).toHaveURL(/\/home$/);
}

/** Path of a fixture. */
export const fixture = (name: string) => join(ROOT, "fixtures", name);

/** Path of a real recording; the test is skipped, and says so, where there is none. */
export function recording(name: string): string {
  const path = join(RECORDINGS, name);
  // biome-ignore lint/suspicious/noSkippedTests: private recordings are not on every machine.
  test.skip(!existsSync(path), `The recording ${name} is not on this machine.`);
  return path;
}

/** No violation that axe can see, in both themes. */
export async function accessible(page: Page) {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await settled(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
    expect(told, `${page.url()} (${colorScheme})`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** Nothing sticks out sideways. */
export async function fitsTheScreen(page: Page) {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

/** The colours of another theme come through transitions, some frames later on a busy machine. */
async function settled(page: Page) {
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
