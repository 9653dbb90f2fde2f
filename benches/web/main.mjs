/** The table of `npm run bench:web`: what the screens cost in Chromium. */
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../scripts/step.mjs";
import { quantile } from "../api/load.mjs";
import { embedded } from "../api/seed.mjs";
import { startServer } from "../api/server.mjs";
import { framesCpuMs, heldAfterCollection, openBrowser, openPage, rendererPeakMb, scriptMs } from "./browser.mjs";
import { measureList } from "./list.mjs";
import { measurePages, PAGE_BARS } from "./pages.mjs";
import { tableOf } from "./recordings.mjs";
import { makeRace, seedSailors, uploadFleet } from "./seed.mjs";

const FLEET = 200;
const SMALL_FLEET = 10;
const FLEET_SECONDS = 20_000;
const LONG_TIMEOUT_MS = 180_000;
const PLAYED_MS = 8000;
const LEAST_FRAMES = 40;

/** What is required; `name` is the row in the table and in the history. */
const BARS = {
  "JS per frame p95, 10 boats": { most: 1, unit: "ms" },
  "JS per frame p95, 200 boats": { most: 4, unit: "ms" },
  "JS per frame p95 while panning, 10 full tracks": { most: 6, unit: "ms" },
  "JS until a race of 200 boats is open": { most: 3000, unit: "ms" },
  "JS to the first picture of 3 h at 1 Hz": { most: 300, unit: "ms" },
  "Results of 8 h at 25 Hz on /analyze": { most: 5000, unit: "ms" },
  "Longest block of the main thread meanwhile": { most: 200, unit: "ms" },
  "Memory of the page with 8 h at 25 Hz": { most: 500, unit: "MB" },
  "Growth of the heap over 40 more tracks": { most: 5, unit: "MB" },
  "Largest paint of /home on the local server, first visit": { most: 1000, unit: "ms" },
  "Largest paint of /home on the local server, second visit": { most: 1000, unit: "ms" },
  // *guess*: what is felt as a stall begins at three frames.
  "Longest task while scrolling 10,000 tracks": { most: 50, unit: "ms" },
  ...PAGE_BARS,
};

/** Added to the name of a row: the same in processor time, which other processes do not lengthen. */
const PROCESSOR = ", processor time";

/** `only`: the part to measure. `keep`: a folder for the tracks and races, which a later run finds there. */
export async function benchWeb({ chromium, only = "", keep = null }) {
  const data = keep ?? mkdtempSync(join(tmpdir(), "leebow-bench-web-"));
  if (keep) mkdirSync(keep, { recursive: true });
  const browser = await openBrowser(chromium);
  const rows = [];
  const tell = (name, measured) => {
    const { most, unit } = BARS[name.replace(PROCESSOR, "")];
    rows.push({ name, measured, most, unit });
    console.log(`${name.padEnd(64)} ${measured.toFixed(1).padStart(8)} ${unit.padEnd(3)} (${most})`);
  };
  try {
    console.log(`Load average ${loadavg()[0].toFixed(1)} before`);
    const sailors = await seeded(data, "sailors", async () => {
      await (await startServer({ data })).stop();
      return seedSailors(embedded(join(data, "db")), FLEET);
    });
    const server = await startServer({ data });
    try {
      const stage = { browser, port: server.port, sailors, data, seeded, tell };
      for (const [part, run] of PARTS) if (part.includes(only)) await run(stage);
    } finally {
      await server.stop();
    }
  } finally {
    await browser.close();
    if (!keep) rmSync(data, { recursive: true, force: true });
  }
  return rows;
}

/** What was made for the benchmark, as JSON in its folder; made where it is not there. */
async function seeded(data, name, make) {
  const path = join(data, `${name}.json`);
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8"));
  const made = await make();
  writeFileSync(path, JSON.stringify(made));
  return made;
}

const PARTS = [
  ["pages", measurePages],
  ["analyze", measureAnalyze],
  ["track", measureTracks],
  ["race", measureRaces],
  ["list", measureList],
];

async function measureAnalyze({ browser, port, data, tell }) {
  const path = join(data, "eight-hours.csv");
  writeFileSync(path, tableOf({ rate_hz: 25, seconds: 8 * 3600 }));
  const { page, close } = await openPage(browser, port, null);
  await page.goto("/analyze");
  await page.getByText("It now works without a network").waitFor({ state: "attached", timeout: LONG_TIMEOUT_MS });
  await page.evaluate(() => (window.bench.blocks_ms.length = 0));
  const began_ms = performance.now();
  await page.getByLabel("Track files").setInputFiles(path);
  await page.getByRole("button", { name: "Play", exact: true }).waitFor({ timeout: LONG_TIMEOUT_MS });
  await boatsDrawn(page);
  tell("Results of 8 h at 25 Hz on /analyze", performance.now() - began_ms);
  await page.waitForTimeout(2000);
  const blocks_ms = await page.evaluate(() => window.bench.blocks_ms);
  tell("Longest block of the main thread meanwhile", Math.max(0, ...blocks_ms));
  tell("Memory of the page with 8 h at 25 Hz", await rendererPeakMb(browser));
  await close();
}

async function measureTracks({ browser, port, sailors, data, tell }) {
  const [track] = await seeded(data, "track", () =>
    uploadFleet(port, sailors.slice(0, 1), { rate_hz: 1, seconds: 3 * 3600 }),
  );
  const { page, devtools, processor, close } = await openPage(browser, port, sailors[0]);
  const both = () => Promise.all([devtools, processor].map(scriptMs));
  let arrived_ms = [];
  const open = async () => {
    const columns = page.waitForResponse((response) => response.url().includes("/columns/"));
    await page.locator(`a[href="/tracks/${track}"]`).first().click();
    await (await columns).finished();
    arrived_ms = await both();
    await playable(page);
    await drawn(page);
  };
  const leave = async () => {
    await page.goBack();
    await page.locator(`a[href="/tracks/${track}"]`).first().waitFor();
  };
  await page.goto("/home");
  await open();
  const [script_ms, cpu_ms] = (await both()).map((now_ms, i) => now_ms - arrived_ms[i]);
  tell("JS to the first picture of 3 h at 1 Hz", script_ms);
  tell(`JS to the first picture of 3 h at 1 Hz${PROCESSOR}`, cpu_ms);
  await leave();
  for (let n = 1; n < 10; n++) await open().then(leave);
  const before = await heldAfterCollection(devtools);
  for (let n = 0; n < 40; n++) await open().then(leave);
  const after = await heldAfterCollection(devtools);
  console.log(`    nodes ${before.nodes} → ${after.nodes}, listeners ${before.listeners} → ${after.listeners}`);
  tell("Growth of the heap over 40 more tracks", after.mb - before.mb);
  await close();
}

async function measureRaces({ browser, port, sailors, data, tell }) {
  const { small, large } = await seeded(data, "races", () => makeRaces(port, sailors));
  const { page, devtools, processor, close } = await openPage(browser, port, sailors[0]);
  await page.goto(`/races/${small}`);
  await playable(page);
  await tellPlayed(page, processor, "JS per frame p95, 10 boats", tell);
  tell("JS per frame p95 while panning, 10 full tracks", await pannedP95(page));
  await page.goto("/favicon.svg");
  await page.goto(`/races/${large}`);
  await playable(page);
  await drawn(page);
  tell("JS until a race of 200 boats is open", await scriptMs(devtools));
  tell(`JS until a race of 200 boats is open${PROCESSOR}`, await scriptMs(processor));
  await tellPlayed(page, processor, "JS per frame p95, 200 boats", tell);
  await close();
}

async function makeRaces(port, sailors) {
  const began_ms = performance.now();
  const tracks = await uploadFleet(port, sailors, { rate_hz: 1, seconds: FLEET_SECONDS });
  const small = await makeRace(port, sailors[0], tracks.slice(0, SMALL_FLEET));
  const large = await makeRace(port, sailors[0], tracks);
  console.log(`    ${FLEET} tracks and their races made in ${((performance.now() - began_ms) / 1000).toFixed(0)} s`);
  return { small, large };
}

async function tellPlayed(page, processor, name, tell) {
  const { frames, result } = await framesCpuMs(processor, () => playedP95(page));
  tell(name, result);
  tell(`${name}${PROCESSOR}`, p95(frames));
}

const playable = (page) =>
  page.getByRole("button", { name: "Play", exact: true }).waitFor({ timeout: LONG_TIMEOUT_MS });

/** Resolves when boats have been drawn on the map. */
const boatsDrawn = (page) =>
  page.waitForFunction(() => window.leebow_replay?.frame_ms().length > 0, undefined, { timeout: LONG_TIMEOUT_MS });

/** Resolves when boats have been drawn on the map and nothing more is drawn by itself. */
async function drawn(page) {
  await boatsDrawn(page);
  await page.waitForTimeout(500);
}

/** JavaScript of the replay per frame while it plays. */
async function playedP95(page) {
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForTimeout(1000);
  await page.evaluate(() => window.leebow_replay.clearTimings());
  await page.waitForTimeout(PLAYED_MS);
  // On a loaded machine there are few frames.
  await page
    .waitForFunction((least) => window.leebow_replay.frame_ms().length > least, LEAST_FRAMES, { timeout: 60_000 })
    .catch(() => {});
  const frames = await page.evaluate(() => window.leebow_replay.frame_ms());
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  return p95(frames);
}

/** JavaScript of all animation callbacks per frame while the map is dragged to and fro. */
async function pannedP95(page) {
  const map = await page.locator(".maplibregl-canvas").boundingBox();
  const x = map.x + map.width / 2;
  const y = map.y + map.height / 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.evaluate(() => (window.bench.frames_ms.length = 0));
  for (let n = 0; n < 120; n++) {
    await page.mouse.move(x + 150 * Math.sin(n / 10), y + 80 * Math.cos(n / 10));
    await page.waitForTimeout(16);
  }
  const frames = await page.evaluate(() => window.bench.frames_ms);
  await page.mouse.up();
  return p95(frames);
}

function p95(times_ms) {
  if (times_ms.length < 20) throw new Error(`Only ${times_ms.length} frames were drawn.`);
  return quantile(
    [...times_ms].sort((a, b) => a - b),
    0.95,
  );
}

/** What of the requirements is not met, as sentences. */
export const shortcomings = (rows) =>
  rows
    .filter(({ measured, most }) => !(measured <= most))
    .map(({ name, measured, most, unit }) => `${name}: ${measured.toFixed(1)} ${unit}, allowed are ${most}.`);

/** Appends the table to the history of the benchmarks. */
export function record(rows) {
  const day = new Date().toISOString().slice(0, 10);
  const lines = rows.map(({ name, measured, most, unit }) => {
    return `${day},web,${name.replaceAll(",", "")},${measured.toFixed(1)},${unit},${most},\n`;
  });
  appendFileSync(join(ROOT, "benches/history.csv"), lines.join(""));
}
