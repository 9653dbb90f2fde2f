#!/usr/bin/env node
import { existsSync } from "node:fs";

const program = new URL("../dist/main.js", import.meta.url);
if (existsSync(program)) {
  await import(program.href);
} else {
  process.stderr.write(
    "leebow: The command line is not built yet. Run node scripts/build.mjs native cli, or npm start, once.\n",
  );
  process.exitCode = 1;
}
