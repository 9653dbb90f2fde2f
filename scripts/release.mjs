/**
 * `npm run release`: builds everything for deployment and packs the command line and the server for people without Rust,
 * into target/packages, with the files of `deploy/` that run the server.
 */
import { cpSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { bootstrap } from "./bootstrap.mjs";
import { build } from "./build.mjs";
import { packCommandLine, packServer } from "./release/packages.mjs";
import { Failure, main, ROOT, step } from "./step.mjs";
import { vitest } from "./suites.mjs";
import { wasmPack } from "./tools.mjs";

const FOLDER = join(ROOT, "target", "packages");

await main(async () => {
  await bootstrap(["rust"]);
  await wasmPack({ compile: true });
  await build();
  await step("wasm-pack and wasm-bindgen alone make the same bytes", async () => {
    const { failed, log } = await vitest("wasm-pack", "scripts", {}, ["wasm-pack"]);
    if (failed > 0) throw new Failure(`wasm-pack and wasm-bindgen alone make different modules: read ${log}.`);
  });
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  await step("Pack the command line", () => packCommandLine(FOLDER));
  await step("Pack the server", () => packServer(FOLDER));
  cpSync(join(ROOT, "deploy"), FOLDER, { recursive: true });
  console.log(`\nIn ${FOLDER}:`);
  for (const name of readdirSync(FOLDER)) console.log(`  ${size(name).padStart(8)}  ${name}`);
});

const size = (name) => `${(statSync(join(FOLDER, name)).size / 1e6).toFixed(1)} MB`;
