import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: "test/template.ts",
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    // Password hashing alone takes 0.1 s, on a busy machine several times that.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 3,
    isolate: false,
  },
});
