import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Some tests analyse whole days, on both bindings: on a busy machine more than the usual five seconds.
    testTimeout: 60_000,
  },
});
