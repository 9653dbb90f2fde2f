import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { EMBEDDED, testFiles } from "./test/databases.ts";

const missing = EMBEDDED.find((file) => !existsSync(fileURLToPath(new URL(file, import.meta.url))));
if (missing) throw new Error(`test/databases.ts names ${missing}, which does not exist.`);

const { TEST_DATABASE_URL, DATABASE_URL, SERVER_TESTS } = process.env;

export default defineConfig({
  test: {
    globalSetup: "test/template.ts",
    ...testFiles(TEST_DATABASE_URL || DATABASE_URL, SERVER_TESTS),
    // Password hashing alone takes 0.1 s, on a busy machine several times that.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Of a job on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 3,
    isolate: false,
    // Modules as they are transformed, kept for the next run.
    experimental: { fsModuleCache: true, fsModuleCachePath: "../target/vitest" },
  },
});
