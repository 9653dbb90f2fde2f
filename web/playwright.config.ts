/**
 * Flows in a browser against the built product: one server with its own data folder, the installed Chromium.
 * Run by `npm test`; alone: `npx playwright test` in this folder after `node scripts/build.mjs`.
 */
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { CHROMIUM_LAUNCH, LOCALE, SCREEN } from "./chromium";

const PORT = Number(process.env.LEEBOW_E2E_PORT ?? 4390);
const ROOT = join(import.meta.dirname, "..");
const FIREFOX = [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"].find(
  (path) => path && existsSync(path),
);
if (FIREFOX) process.env.FIREFOX = FIREFOX;
// Workers evaluate this file again and need the folder of the first evaluation.
process.env.LEEBOW_E2E_DATA ??= mkdtempSync(join(tmpdir(), "leebow-e2e-"));

const FIREFOX_FLOWS = {
  name: "firefox",
  testMatch: "firefox/*.flow.ts",
  workers: 1,
  use: {
    browserName: "firefox" as const,
    channel: "moz-firefox",
    launchOptions: {
      executablePath: join(import.meta.dirname, "e2e/firefox/launch.mjs"),
      // Machines of tests have no graphics card.
      firefoxUserPrefs: { "webgl.force-enabled": true, "gfx.webrender.software": true },
    },
  },
};

const LONG_FLOWS = { name: "long", testMatch: "*.long.ts" };
/** Alone, after the long ones. */
const MEASURED_FLOWS = { name: "measured", testMatch: "*.measured.ts", workers: 1, dependencies: ["long"] };

export default defineConfig({
  testDir: join(import.meta.dirname, "e2e"),
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: true,
  projects: [
    { name: "flows", testMatch: "*.spec.ts" },
    // A few flows in the Firefox of the system, where there is one.
    ...(FIREFOX ? [FIREFOX_FLOWS] : []),
    // Long flows and those that measure times run on request: `npm run soak -- recordings`.
    ...(process.env.LEEBOW_LONG_FLOWS ? [LONG_FLOWS, MEASURED_FLOWS] : []),
  ],
  // With `--retries=1`, as `npm test` runs them, a flow that fails is tried once more, alone, after all others.
  retryStrategy: "isolated",
  forbidOnly: Boolean(process.env.CI),
  outputDir: join(ROOT, "test-results"),
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    viewport: SCREEN,
    ...LOCALE,
    // It would store 14 MB beside every flow that opens /analyze, and routes do not see what it asks for.
    serviceWorkers: "block",
    // A trace of every flow costs a fifth of its time: `LEEBOW_TRACE=1` records it. The second attempt always has one.
    trace: process.env.LEEBOW_TRACE ? "retain-on-failure" : "on-first-retry",
    screenshot: "only-on-failure",
    launchOptions: CHROMIUM_LAUNCH,
  },
  webServer: {
    command: "node web/e2e/server.mjs",
    cwd: ROOT,
    env: {
      PORT: String(PORT),
      LEEBOW_DATA: process.env.LEEBOW_E2E_DATA,
      TRUSTED_PROXIES: "127.0.0.1",
      NODE_ENV: "production",
    },
    url: `http://127.0.0.1:${PORT}/api/health/`,
    // After a change of the database the server starts twice, which takes a busy machine of two cores up to two minutes.
    timeout: 300_000,
  },
});
