/** Two projects: the screens' code in Node, and the screens in Chromium, their calls answered by each test (test/screens). */
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { CHROMIUM_LAUNCH, LOCALE, SCREEN } from "./chromium.ts";
import * as commands from "./test/screens/commands.ts";

export default defineConfig({
  test: {
    // Read of the root alone, not of a project. A first start finds the dependencies of the screens meanwhile.
    browser: { connectTimeout: 240_000 },
    projects: [
      { extends: "./vite.config.ts", test: { name: "code", include: ["test/*.test.ts"], testTimeout: 90_000 } },
      {
        extends: "./vite.config.ts",
        // React as it is delivered: its development build takes several times longer.
        oxc: { jsx: { development: false } },
        optimizeDeps: {
          entries: ["src/main.tsx", "test/screens/*.test.ts"],
          rolldownOptions: { transform: { define: { "process.env.NODE_ENV": '"production"' } } },
        },
        test: {
          name: "screens",
          include: ["test/screens/*.test.ts"],
          setupFiles: ["test/screens/setup.ts"],
          // One page for all files: the code of the screens is loaded once.
          isolate: false,
          testTimeout: 90_000,
          // Of a busy machine.
          expect: { poll: { timeout: 30_000 } },
          fileParallelism: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: SCREEN,
            provider: playwright({ launchOptions: CHROMIUM_LAUNCH, contextOptions: { ...LOCALE, viewport: SCREEN } }),
            instances: [{ browser: "chromium" }],
            commands: { ...commands },
          },
        },
      },
    ],
  },
});
