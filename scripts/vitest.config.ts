import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Some start the commands: on a busy machine more than the usual five seconds.
    testTimeout: 60_000,
  },
});
