/** The walk over the pages: a row is an address with its states, each of them at the widths it is checked at. */
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { type Account, newAddress, settled } from "../helpers";
import { drawNoMaps } from "../undrawn-maps";
import { faultsOfLayout, violationsOf } from "./faults";

export const DESK = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
/** Tablets and small windows, at which the layout alone of what is there on a phone and on a desk is checked. */
const BETWEEN = [600, 768, 834, 1024, 1180].map((width) => ({ width, height: 900 }));
export type Size = { width: number; height: number };

/** What is done on a page, until the state it leads to is there. */
export type Step = (page: Page) => Promise<unknown>;

/** A state is reached from the one before it. */
export interface State {
  name: string;
  reach?: Step[];
  /** All rules of axe, in the light theme, and the layout; a desk without them. */
  sizes?: Size[];
  /** The layout alone; a phone without them. */
  fits?: Size[];
  /** Links in cells and lists are lower than 24 px, and 24 px apart. */
  spaced?: true;
  /** The contrast in the dark theme, too, at the last size. */
  dark?: true;
}

export interface Row {
  name: string;
  at: string | (() => Promise<string>);
  /** Not signed in where it is absent. */
  as?: () => Promise<Account>;
  /** Calls that are answered otherwise than by the server. */
  answers?: Step;
  /** Size of the screen when the page opens. */
  opened?: Size;
  states: State[];
}

/** Pages of one context for all rows of a worker, which keeps what was fetched and compiled. */
export const test = base.extend<object, { shared: BrowserContext }>({
  shared: [
    async ({ browser }, use, { project }) => {
      const { baseURL, locale, timezoneId } = project.use;
      const context = await browser.newContext({
        baseURL,
        locale,
        timezoneId,
        viewport: DESK,
        reducedMotion: "reduce",
      });
      await drawNoMaps(context);
      await use(context);
      await context.close();
    },
    { scope: "worker" },
  ],
  page: async ({ shared }, use) => {
    const page = await shared.newPage();
    page.setDefaultTimeout(30_000);
    await page.setExtraHTTPHeaders(newAddress());
    await use(page);
    await page.close();
  },
});

/** Opens a page without anything stored in the browser but the session, and checks it in each of its states. */
export async function walk(page: Page, row: Row): Promise<void> {
  const account = await row.as?.();
  await forget(page);
  if (account) await beginSession(page, account);
  await row.answers?.(page);
  await page.setViewportSize(row.opened ?? DESK);
  await page.goto(typeof row.at === "string" ? row.at : await row.at());
  // The document is loaded before the code of its page: until that is there, it has no heading and no landmark.
  await expect(page.locator("h1").first()).toBeAttached({ timeout: 30_000 });
  for (const { name, reach = [], sizes = [DESK], fits = [PHONE], spaced, dark } of row.states)
    await test.step(name, async () => {
      await page.setViewportSize(sizes[0] ?? fits[0] ?? DESK);
      for (const step of reach) await step(page);
      for (const size of [...sizes, ...fits]) {
        await page.setViewportSize(size);
        const state = `${name}, ${size.width} × ${size.height}`;
        await check(page, state, (one) => faultsOfLayout(one, spaced));
        if (sizes.includes(size)) await check(page, state, (one) => violationsOf(one));
      }
      if (dark) await checkDark(page, name);
      const widths = [...sizes, ...fits].map(({ width }) => width);
      for (const size of widths.includes(DESK.width) && widths.includes(PHONE.width) ? BETWEEN : []) {
        await page.setViewportSize(size);
        await check(page, `${name}, ${size.width} px`, (one) => faultsOfLayout(one, spaced));
      }
    });
}

/** Layout may settle some frames after a change of its size: what is wrong then is wrong after a second, too. */
const SETTLING_MS = 1000;

async function check(page: Page, state: string, find: (page: Page) => Promise<string[]>) {
  await settled(page);
  let found = await find(page);
  if (found.length > 0) {
    await page.waitForTimeout(SETTLING_MS);
    found = await find(page);
  }
  expect.soft(found, state).toEqual([]);
}

async function checkDark(page: Page, state: string) {
  await page.emulateMedia({ colorScheme: "dark" });
  await check(page, `${state}, dark`, (one) => violationsOf(one, ["color-contrast"]));
  await page.emulateMedia({ colorScheme: "light" });
}

async function forget(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const storageTypes = "local_storage,indexeddb,file_systems,cache_storage,cookies";
  const origin = test.info().project.use.baseURL!;
  await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes });
  await devtools.detach();
}

/** Stores a session before the first document of this page; the welcome counts as seen. */
async function beginSession(page: Page, account: Account) {
  const { user } = account.session as { user: { id: number } };
  await page.addInitScript(
    ([session, welcome]) => {
      if (sessionStorage.getItem("walk")) return;
      sessionStorage.setItem("walk", "begun");
      localStorage.setItem("leebow.session", session!);
      localStorage.setItem("leebow.welcome", welcome!);
    },
    [JSON.stringify(account.session), JSON.stringify({ film: [user.id], boat_class: [] })],
  );
}
