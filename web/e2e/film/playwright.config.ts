/** Makes the film of the welcome from the product itself: `npx playwright test -c web/e2e/film`, after `npm run build`. */
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import flows from "../../playwright.config";

export const SIZE = { width: 1280, height: 720 };

export default defineConfig({
  ...flows,
  testDir: join(import.meta.dirname),
  testMatch: "*.film.ts",
  timeout: 30 * 60_000,
  workers: 1,
  projects: [{ name: "film" }],
  use: { ...flows.use, viewport: SIZE, colorScheme: "light", timezoneId: "Europe/Berlin" },
});
