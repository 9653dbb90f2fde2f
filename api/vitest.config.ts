import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { EMBEDDED, LONGEST, testFiles } from "./test/databases.ts";

const missing = [...EMBEDDED, ...LONGEST].find((file) => !existsSync(fileURLToPath(new URL(file, import.meta.url))));
if (missing) throw new Error(`test/databases.ts names ${missing}, which does not exist.`);

const { TEST_DATABASE_URL, DATABASE_URL, SERVER_TESTS } = process.env;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`));
      return place < 0 ? LONGEST.length : place;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    globalSetup: "test/template.ts",
    ...testFiles(TEST_DATABASE_URL || DATABASE_URL, SERVER_TESTS),
    // Password hashing alone takes 0.1 s, on a busy machine several times that; a database on the disk 10 s, and a minute.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    // Of a job on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: LongestFirst },
    maxWorkers: 3,
    isolate: false,
    // Modules as they are transformed, kept for the next run.
    experimental: { fsModuleCache: true, fsModuleCachePath: "../target/vitest" },
  },
});
