import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Some tests analyse a day of races twice: on a busy machine many seconds.
    testTimeout: 60_000,
  },
});
