/** Each page as a visitor of the demonstration waits for it: its largest paint, the requests before it, its longest task. */
import { join } from "node:path";
import { openDemoServer } from "../../api/test/clients/demo-server.mjs";
import { openPage } from "./browser.mjs";
import { callerAt, makeRace, uploadFleet } from "./seed.mjs";

/** After this time nothing larger is painted. *guess* */
const PAINTED_MS = 1500;
const TIMEOUT_MS = 300_000;
const VISITS = 3;
const FLEET = 20;
const RACE_SECONDS = 3600;

/** What a page shows when it is of use. */
const byRole = (role, name) => (page) =>
  page
    .getByRole(role, name && { name })
    .first()
    .waitFor({ timeout: TIMEOUT_MS });
const drawnBoats = (page) => page.waitForFunction(() => window.bench.drawn_ms > 0, undefined, { timeout: TIMEOUT_MS });

/** Addresses by name; those of guests without a session. */
const pagesOf = ({ track, race }) => [
  { name: "/login", at: "/login", isGuest: true, seen: byRole("textbox") },
  { name: "/analyze", at: "/analyze", isGuest: true, seen: byRole("heading", "Drop a track here") },
  { name: "/home", at: "/home", seen: byRole("article") },
  { name: "/upload", at: "/upload", seen: byRole("heading") },
  { name: "/dashboard", at: "/dashboard", seen: byRole("heading") },
  { name: "/dashboard/season", at: "/dashboard/season", seen: byRole("heading") },
  { name: "/account", at: "/account", seen: byRole("textbox", "Email") },
  { name: "/reports/{id}", at: `/reports/${track}`, seen: byRole("tab", "Tacking") },
  { name: "/tracks/{id}", at: `/tracks/${track}`, seen: drawnBoats },
  { name: "/races/{id}/report", at: `/races/${race}/report`, seen: byRole("heading") },
];

const PAGES = pagesOf({ track: 0, race: 0 }).map(({ name }) => name);
const RACE_OPEN = `A race of ${FLEET} boats is open`;

/** What is required of each row. */
export const PAGE_BARS = Object.fromEntries([
  ...PAGES.flatMap((name) => [
    [`Largest paint of ${name}, first visit`, { most: 800, unit: "ms" }],
    [`Largest paint of ${name}, second visit`, { most: 800, unit: "ms" }],
    [`Requests before it on ${name}`, { most: Number.POSITIVE_INFINITY, unit: "" }],
    [`Longest task of ${name}`, { most: 200, unit: "ms" }],
  ]),
  [RACE_OPEN, { most: 2000, unit: "ms" }],
  [`Longest task of ${RACE_OPEN.toLowerCase()}`, { most: 200, unit: "ms" }],
]);

export async function measurePages(stage) {
  await measureRaceOf20(stage);
  const { browser, data, tell } = stage;
  const server = await openDemoServer(join(data, "demo"));
  try {
    const places = await whenSeeded(server);
    for (const place of pagesOf(places)) {
      const sailor = place.isGuest ? null : { access: server.token };
      const visits = [];
      for (let n = 0; n < VISITS; n++) visits.push(await visitTwice(browser, server.port, sailor, place));
      const middle = (of) => visits.map(of).sort((a, b) => a - b)[Math.floor(VISITS / 2)];
      tell(
        `Largest paint of ${place.name}, first visit`,
        middle(([first]) => first.paint_ms),
      );
      tell(
        `Largest paint of ${place.name}, second visit`,
        middle(([, second]) => second.paint_ms),
      );
      tell(
        `Requests before it on ${place.name}`,
        middle(([first]) => first.requests),
      );
      tell(
        `Longest task of ${place.name}`,
        middle((both) => Math.max(...both.map(({ longest_ms }) => longest_ms))),
      );
    }
  } finally {
    server.stop();
  }
}

/** Track and race of the demonstration, once all of it is there. */
async function whenSeeded({ port, token }) {
  const call = callerAt(port, { access: token });
  for (const end_ms = Date.now() + TIMEOUT_MS; Date.now() < end_ms; ) {
    const [race] = (await call("GET", "/races/?owner=mine")).results;
    const entries = (await call("GET", "/journals/")).results;
    const tracks = (await call("GET", "/tracks/?owner=mine")).results;
    const raced = tracks.find(({ file_name }) => file_name.includes("Race"));
    if (race && raced && entries.length > 0) return { track: raced.id, race: race.id };
    await new Promise((wake) => setTimeout(wake, 1000));
  }
  throw new Error("The demonstration was not there in time.");
}

/** A visit with an empty cache, and one after it. */
async function visitTwice(browser, port, sailor, { at, seen }) {
  const { page, close } = await openPage(browser, port, sailor);
  try {
    return [await visit(page, at, seen), await visit(page, at, seen)];
  } finally {
    await close();
  }
}

async function visit(page, at, seen) {
  await page.goto(at, { waitUntil: "commit" });
  await seen(page);
  await page.waitForTimeout(PAINTED_MS);
  return page.evaluate(waited);
}

/** Runs in the page. */
async function waited() {
  const paints = await new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries())).observe({
      type: "largest-contentful-paint",
      buffered: true,
    });
  });
  const paint_ms = Math.max(paints.at(-1).startTime, window.bench.drawn_ms);
  const requests = performance.getEntriesByType("resource").filter(({ responseEnd }) => responseEnd <= paint_ms);
  return { paint_ms, requests: 1 + requests.length, longest_ms: Math.max(0, ...window.bench.blocks_ms) };
}

async function measureRaceOf20({ browser, port, sailors, data, seeded, tell }) {
  const race = await seeded(data, "race-of-20", async () => {
    const tracks = await uploadFleet(port, sailors.slice(0, FLEET), { rate_hz: 1, seconds: RACE_SECONDS });
    return makeRace(port, sailors[0], tracks);
  });
  const visits = [];
  for (let n = 0; n < VISITS; n++) {
    const { page, close } = await openPage(browser, port, sailors[0]);
    visits.push(await visit(page, `/races/${race}`, drawnBoats));
    await close();
  }
  visits.sort((a, b) => a.paint_ms - b.paint_ms);
  const { paint_ms, longest_ms } = visits[Math.floor(VISITS / 2)];
  tell(RACE_OPEN, paint_ms);
  tell(`Longest task of ${RACE_OPEN.toLowerCase()}`, longest_ms);
}
