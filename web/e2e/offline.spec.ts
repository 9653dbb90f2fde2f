/** The service worker of /analyze: the page opens again without a network, and changes to another version as a whole. */
import { createHash } from "node:crypto";
import { cpSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { expect, type Page, test } from "./flow";
import { createAccount, fixture, logIn } from "./helpers";

test.use({ freshContext: true, serviceWorkers: "allow" });

const BUILT = join(import.meta.dirname, "../dist");
const STORED = "You need no account and no network, also to open this page again.";

/** Opens the page as a new visitor, and waits until its files are in the browser. */
async function openStored(page: Page, address = "/analyze"): Promise<void> {
  await page.goto(address);
  await expect(page.getByText(STORED)).toBeVisible({ timeout: 80_000 });
}

const isControlled = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller !== null);

async function seeResult(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("heading", { name })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
  await expect(page.locator(".maplibregl-map")).toBeVisible();
}

/** Addresses of everything that the browser keeps for this site beside its own cache. */
const storedAddresses = (page: Page) =>
  page.evaluate(async () => {
    const requests = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
    return (await Promise.all(requests)).flat().map(({ url }) => new URL(url).pathname);
  });

test("without a network the page is loaded again, and a file is read and shown, also after another reload", async ({
  page,
  context,
}) => {
  await openStored(page);
  await context.setOffline(true);
  // A browser that has nothing but what was stored.
  await (await context.newCDPSession(page)).send("Network.clearBrowserCache");
  await page.reload();
  expect(await isControlled(page)).toBe(true);
  await page.getByLabel("Track files").setInputFiles(fixture("49er-kiel.fit"));
  await seeResult(page, "49er-kiel.fit");
  await page.getByRole("radio", { name: "Report" }).click();
  await expect(page.getByRole("tab", { name: "Tacking" })).toBeVisible();
  await page.reload();
  await seeResult(page, "49er-kiel.fit");
  await expect(page.getByText("could not be loaded")).toHaveCount(0);
});

test("a sailor who is logged in: no answer of the server is stored, and all other pages come from the server", async ({
  page,
  context,
}) => {
  await logIn(page, await createAccount());
  await openStored(page);
  await page.reload();
  expect(await isControlled(page)).toBe(true);
  await expect(page.getByText(STORED)).toBeVisible();
  await page.getByRole("link", { name: "Tracks", exact: true }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole("tab", { name: "Races" })).toBeVisible();
  expect(await isControlled(page)).toBe(false);
  const stored = await storedAddresses(page);
  expect(stored.filter((path) => path.startsWith("/api/"))).toEqual([]);
  expect(stored).toContain("/index.html");
  expect(stored.filter((path) => path.endsWith(".wasm"))).toHaveLength(3);
  // Without a network the header stays, and the way back leads to the page that works.
  await page.goBack();
  await expect(page.getByText(STORED)).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(STORED)).toBeVisible({ timeout: 30_000 });
});

test("the page can be installed", async ({ page, context }) => {
  await openStored(page);
  const devtools = await context.newCDPSession(page);
  const { url, errors, data } = await devtools.send("Page.getAppManifest");
  expect([new URL(url).pathname, errors]).toEqual(["/analyze.webmanifest", []]);
  const { start_url, icons } = JSON.parse(data!) as { start_url: string; icons: { src: string }[] };
  expect(start_url).toBe("/analyze");
  for (const { src } of icons) expect((await page.request.get(src)).headers()["content-type"]).toBe("image/png");
});

test("a new version takes over with all of its files or not at all, when it is told to", async ({ page }, testInfo) => {
  const [first, second] = ["first", "second"].map((name) => testInfo.outputPath(name)) as [string, string];
  makeVersion(first, "first");
  makeVersion(second, "second");
  const site = await serve(first);
  const version = () => page.locator("meta[name=version]").getAttribute("content");
  const parts = async () => (await storedAddresses(page)).filter((path) => path.includes("/piece-of-"));
  const offer = page.getByText("A new version of this page is on this computer. Your files stay open.");
  try {
    await openStored(page, site.address);
    await page.getByLabel("Track files").setInputFiles(fixture("49er-kiel.fit"));
    await seeResult(page, "49er-kiel.fit");

    // Half of the new version is on the server: the file that is missing is asked for, and the first version stays.
    const missing = join(second, partOf("second"));
    renameSync(missing, `${missing}.later`);
    site.show(second);
    const refused = site.refusal();
    await page.reload();
    await refused;
    await page.reload();
    await seeResult(page, "49er-kiel.fit");
    expect([await version(), await parts()]).toEqual(["first", [partOf("first")]]);
    await expect(offer).toHaveCount(0);

    renameSync(`${missing}.later`, missing);
    await page.reload();
    await expect(offer).toBeVisible({ timeout: 60_000 });
    // Until the button is pressed, the browser answers from its store of the first version: the server no longer has that file.
    await page.reload();
    await seeResult(page, "49er-kiel.fit");
    expect(await version()).toBe("first");
    await page.getByRole("button", { name: "Use the new version" }).click();
    await expect.poll(version).toBe("second");
    await seeResult(page, "49er-kiel.fit");
    await expect(offer).toHaveCount(0);
    await expect.poll(parts).toEqual([partOf("second")]);
  } finally {
    site.close();
  }
});

const partOf = (version: string) => `/assets/piece-of-${version}.js`;
const integrityOf = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

/** The built pages as another version: its shell is another, and it has a file that others do not have. */
function makeVersion(folder: string, version: string): void {
  cpSync(BUILT, folder, { recursive: true });
  const shell = readFileSync(join(folder, "index.html"), "utf8");
  const next = shell.replace("<head>", `<head><meta name="version" content="${version}">`);
  const part = `export default "${version}";`;
  writeFileSync(join(folder, "index.html"), next);
  writeFileSync(join(folder, partOf(version)), part);
  const list = readFileSync(join(folder, "service-worker.js"), "utf8");
  const entry = JSON.stringify({ url: partOf(version), revision: null, integrity: integrityOf(part) });
  const digests = [shell, next].map((text) => integrityOf(text).slice("sha256-".length)) as [string, string];
  const changed = list.replaceAll(...digests).replace("[{url:", `[${entry},{url:`);
  expect(changed).toContain(partOf(version));
  writeFileSync(join(folder, "service-worker.js"), changed);
}

const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** A site with the files of a folder. */
async function serve(first: string) {
  let folder = first;
  let onRefusal = () => {};
  const server = createServer(({ url }, answer) => {
    const path = new URL(url!, "http://site").pathname;
    const name = extname(path) ? path : "index.html";
    try {
      const bytes = readFileSync(join(folder, name));
      answer.setHeader("content-type", TYPES[extname(name)] ?? "application/octet-stream");
      answer.setHeader("cache-control", "no-cache");
      answer.end(bytes);
    } catch {
      answer.writeHead(404).end();
      onRefusal();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/analyze`,
    show: (next: string) => {
      folder = next;
    },
    /** Resolves when a file was asked for that is not there. */
    refusal: () =>
      new Promise<void>((resolve) => {
        onRefusal = resolve;
      }),
    close: () => server.close(),
  };
}
