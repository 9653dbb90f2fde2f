/** Chromium as the benchmarks of the screens use it: a page with a session, and what its scripts cost. */
import { readFileSync } from "node:fs";
import { chromium } from "@playwright/test";

const ARGS = ["--no-sandbox", "--disable-background-networking", "--enable-unsafe-swiftshader", "--disable-quic"];

export const openBrowser = (executablePath) => chromium.launch({ executablePath, args: ARGS });

/** A page of this sailor, or of nobody. What it counts is in `window.bench` of the page. */
export async function openPage(browser, port, sailor) {
  const context = await browser.newContext({
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await page.addInitScript(count);
  if (sailor) {
    const headers = { authorization: `Bearer ${sailor.access}` };
    const user = await (await fetch(`http://127.0.0.1:${port}/api/users/me/`, { headers })).json();
    await page.goto("/favicon.svg");
    const session = JSON.stringify({ user, access: sailor.access });
    const welcome = JSON.stringify({ film: [user.id], boat_class: [user.id] });
    await page.evaluate((stored) => Object.assign(localStorage, stored), {
      "leebow.session": session,
      "leebow.welcome": welcome,
    });
  }
  const devtools = await context.newCDPSession(page);
  await devtools.send("Performance.enable");
  // Processor time beside it: a machine that is shared does not lengthen it.
  const processor = await context.newCDPSession(page);
  await processor.send("Performance.enable", { timeDomain: "threadTicks" });
  return { page, devtools, processor, close: () => context.close() };
}

/** Runs in the page: the time of all callbacks of each animation frame, tasks of more than 50 ms, the first boats drawn, ms. */
function count() {
  const native = window.requestAnimationFrame.bind(window);
  window.bench = { frames_ms: [], blocks_ms: [], drawn_ms: 0 };
  const lookForBoats = () => {
    if (window.leebow_replay?.frame_ms().length > 0) window.bench.drawn_ms = performance.now();
    else native(lookForBoats);
  };
  native(lookForBoats);
  let frame_at = -1;
  window.requestAnimationFrame = (run) =>
    native((now) => {
      const began = performance.now();
      run(now);
      const took_ms = performance.now() - began;
      const { frames_ms } = window.bench;
      if (now === frame_at) frames_ms[frames_ms.length - 1] += took_ms;
      else frames_ms.push(took_ms);
      frame_at = now;
    });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.bench.blocks_ms.push(duration);
  }).observe({ type: "longtask", buffered: true });
}

/** Time of the main thread's scripts since the page was opened, ms; processor time in the session `processor`. */
export async function scriptMs(devtools) {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "ScriptDuration").value * 1000;
}

/**
 * Processor time of each animation callback while `run` runs, ms; calls of WebGL are part of it. It is that of a frame
 * only where a frame has one callback: while a replay plays, not while the map is dragged.
 */
export async function framesCpuMs(devtools, run) {
  const frames = [];
  const collect = ({ value }) => {
    for (const { name, tdur } of value)
      if (name === "FireAnimationFrame" && tdur !== undefined) frames.push(tdur / 1000);
  };
  const result = await traced(devtools, "devtools.timeline", collect, run);
  return { frames, result };
}

/** The longest task of the pages' main threads while `run` runs: by the clock, and its processor time, ms. */
export async function longestTaskMs(devtools, run) {
  const main = new Set();
  const longest = new Map();
  const collect = ({ value }) => {
    for (const { name, pid, tid, args, dur = 0, tdur = 0 } of value) {
      const thread = `${pid}.${tid}`;
      if (name === "thread_name" && args.name === "CrRendererMain") main.add(thread);
      if (name !== "ThreadControllerImpl::RunTask") continue;
      const [clock = 0, cpu = 0] = longest.get(thread) ?? [];
      longest.set(thread, [Math.max(clock, dur / 1000), Math.max(cpu, tdur / 1000)]);
    }
  };
  await traced(devtools, "toplevel", collect, run);
  const ofMain = [...longest].filter(([thread]) => main.has(thread)).map(([, times]) => times);
  const most = (at) => Math.max(0, ...ofMain.map((times) => times[at]));
  return { longest_ms: most(0), longest_cpu_ms: most(1) };
}

/** Runs `run` and gives the events of a category to `collect`. Returns what `run` returned. */
async function traced(devtools, category, collect, run) {
  devtools.on("Tracing.dataCollected", collect);
  const traceConfig = { includedCategories: [category], excludedCategories: ["*"] };
  await devtools.send("Tracing.start", { transferMode: "ReportEvents", traceConfig });
  const result = await run();
  const complete = new Promise((resolve) => devtools.once("Tracing.tracingComplete", resolve));
  await devtools.send("Tracing.end");
  await complete;
  devtools.off("Tracing.dataCollected", collect);
  return result;
}

/** Memory of the page's objects and its DOM after a garbage collection. */
export async function heldAfterCollection(devtools) {
  for (let n = 0; n < 3; n++) await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 } = await devtools.send("Runtime.getHeapUsage");
  const { nodes, jsEventListeners } = await devtools.send("Memory.getDOMCounters");
  return { mb: (usedSize + embedderHeapUsedSize + backingStorageSize) / 1e6, nodes, listeners: jsEventListeners };
}

/** The most memory that one renderer of this browser has held, MB; NaN where the system does not tell. */
export async function rendererPeakMb(browser) {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
  const peaks = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => peakMb(id));
  return Math.max(...peaks);
}

function peakMb(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
