#!/usr/bin/env node
import { existsSync } from "node:fs";
import { takeUnitEnvironment } from "./unit-environment.mjs";

const program = new URL("../dist/main.js", import.meta.url);
if (existsSync(program)) {
  takeUnitEnvironment();
  process.setSourceMapsEnabled(true);
  await import(program.href);
} else {
  process.stderr.write(
    "leebow-server: The server is not built yet. Run node scripts/build.mjs native api, or npm start, once.\n",
  );
  process.exitCode = 1;
}
