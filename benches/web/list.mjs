/** Home with 10,000 tracks: its largest paint, and the longest task while its list is scrolled to the end. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { embedded, seedRows, TRACKS, uploadOriginals } from "../api/seed.mjs";
import { startServer } from "../api/server.mjs";
import { longestTaskMs, openPage } from "./browser.mjs";

const STEP_PX = 2500;
const SCROLL_TIMEOUT_MS = 1_200_000;
/** After this time nothing larger is painted. *guess* */
const PAINTED_MS = 4000;

/** A server of its own, whose first user is an administrator: All Tracks lists the tracks of everybody. */
export async function measureList({ browser, data, seeded, tell }) {
  const folder = join(data, "list-server");
  const { token } = await seeded(data, "list", () => seedTracks(folder));
  const server = await startServer({ data: folder });
  try {
    await measurePaints(browser, server.port, { access: token }, tell);
    await measureScrolling(browser, server.port, { access: token }, tell);
  } finally {
    await server.stop();
  }
}

async function seedTracks(folder) {
  mkdirSync(folder, { recursive: true });
  const server = await startServer({ data: folder });
  await uploadOriginals(server.port);
  await server.stop();
  const open = embedded(join(folder, "db"));
  const { tokens } = await seedRows(open);
  const { query, close } = await open();
  await query(`update users set role = 1, email_verified = true where id = ${tokens[0].id}`);
  await close();
  return tokens[0];
}

/** The first visit has an empty cache. */
async function measurePaints(browser, port, user, tell) {
  const { page, close } = await openPage(browser, port, user);
  for (const visit of ["first", "second"]) {
    await page.goto("/home");
    await page.getByRole("article").first().waitFor();
    await page.waitForTimeout(PAINTED_MS);
    tell(`Largest paint of /home on the local server, ${visit} visit`, await page.evaluate(largestPaintMs));
  }
  await close();
}

/** Runs in the page. */
function largestPaintMs() {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({
      type: "largest-contentful-paint",
      buffered: true,
    });
  });
}

async function measureScrolling(browser, port, user, tell) {
  const { page, devtools, close } = await openPage(browser, port, user);
  await page.goto("/home");
  await page.getByText("All Tracks", { exact: true }).first().click();
  await page.getByRole("article").first().waitFor();
  await page.mouse.move(500, 600);
  const began_ms = performance.now();
  const { longest_ms, longest_cpu_ms } = await longestTaskMs(devtools, () => scrollToEnd(page));
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  console.log(
    `    ${TRACKS} tracks scrolled in ${((performance.now() - began_ms) / 1000).toFixed(0)} s, ${nodes} elements then`,
  );
  tell("Longest task while scrolling 10,000 tracks", longest_ms);
  tell("Longest task while scrolling 10,000 tracks, processor time", longest_cpu_ms);
  await close();
}

async function scrollToEnd(page) {
  const end_ms = performance.now() + SCROLL_TIMEOUT_MS;
  for (;;) {
    await page.mouse.wheel(0, STEP_PX);
    await page.waitForTimeout(20);
    const { left_px, isMore } = await page.evaluate(() => ({
      left_px: document.documentElement.scrollHeight - window.innerHeight - window.scrollY,
      isMore: /Show more tracks|Loading more tracks/.test(document.querySelector("main").lastElementChild.textContent),
    }));
    if (left_px < 2 && !isMore) return;
    if (performance.now() > end_ms) throw new Error("The end of the list was not reached.");
  }
}
