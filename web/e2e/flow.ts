/**
 * `test` and `expect` of the flows. The flows of a worker share one browser context, which is emptied before each: pages,
 * cookies, storage, permissions. What the built product's files cost is paid once then: the caches of HTTP and of compiled
 * code remain. A layout that moves under the pointer fails the flow that pressed there.
 */
import { type BrowserContext, test as base, type Page } from "@playwright/test";
import { watchLayout } from "./moved-layout";
import { drawNoMaps } from "./undrawn-maps";

export * from "@playwright/test";

let shared: BrowserContext | undefined;
let moved: string[] = [];

export const test = base.extend<{ freshContext: boolean; drawnMaps: boolean; stillLayout: undefined }>({
  /** For files whose flows show what a browser does that has nothing of ours yet: first visits, losses of the network. */
  freshContext: [false, { option: true }],

  /** For files whose flows look at what a map draws. */
  drawnMaps: [false, { option: true }],

  context: async ({ browser, freshContext, drawnMaps, baseURL, viewport, hasTouch }, use, { project }) => {
    const usual = project.use;
    const isUsual = baseURL === usual.baseURL && viewport?.width === usual.viewport?.width && !hasTouch;
    const isShared = isUsual && !freshContext && !drawnMaps;
    const context = (isShared && shared) || (await newContext(() => browser.newContext(), drawnMaps));
    if (isShared) shared = context;
    moved = [];
    await use(context);
    // Playwright takes a picture of every page that a closing context has.
    await Promise.all(context.pages().map((page) => page.close()));
    if (!isShared || hasOwnClock.has(context)) {
      if (context === shared) shared = undefined;
      await context.close();
    }
  },

  page: async ({ context, baseURL }, use) => {
    const page = await context.newPage();
    if (context === shared) await empty(page, baseURL!);
    await use(page);
  },

  stillLayout: [
    async ({ context: _ }, use) => {
      await use(undefined);
      if (moved.length > 0) throw new Error(moved.join("\n"));
    },
    { auto: true },
  ],
});

/** Contexts whose clock a flow has set: nothing sets it back. */
const hasOwnClock = new WeakSet<BrowserContext>();

async function newContext(make: () => Promise<BrowserContext>, drawnMaps: boolean): Promise<BrowserContext> {
  const context = await make();
  if (!drawnMaps) await drawNoMaps(context);
  const clock = context.clock as unknown as Record<string, (time?: unknown) => Promise<void>>;
  for (const name of ["install", "setFixedTime", "setSystemTime"]) {
    const set = clock[name]!.bind(clock);
    clock[name] = (time) => {
      hasOwnClock.add(context);
      return set(time);
    };
  }
  await watchLayout(context, (one) => moved.push(one));
  return context;
}

/** What a browser stores for an address, without the caches of HTTP and of compiled code. */
const STORED = "cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage,storage_buckets";

/** Empties the context of this page, which is its only one, for the next flow. */
async function empty(page: Page, origin: string): Promise<void> {
  const context = page.context();
  const browser = await context.newCDPSession(page);
  await Promise.all([
    browser.send("Storage.clearDataForOrigin", { origin, storageTypes: STORED }),
    context.clearCookies(),
    context.clearPermissions(),
    context.setOffline(false),
    context.setExtraHTTPHeaders({}),
    context.unrouteAll(),
  ]);
  await browser.detach();
}
