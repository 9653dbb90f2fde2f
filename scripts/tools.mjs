/** The tools that builds and tests need: found, installed, or requested in one sentence. */
import { accessSync, constants, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { digest } from "./stamp.mjs";
import { Failure, openLog, ROOT, run, step } from "./step.mjs";

const NODE = [20, 19];
const BINDGEN_TOOL = "scripts/wasm-bindgen";
const WASM_PACK = "0.15.1";
/** Longest time in which npm's wasm-pack fetches its program, ms (guess): the engine is compiled meanwhile. */
const FETCH_WITHIN_MS = 10_000;

/** Fails on a version of Node that is too old. */
export function node() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > NODE[0] || (major === NODE[0] && minor >= NODE[1])) return;
  throw new Failure(
    `Leebow needs Node ${NODE.join(".")} or newer and this is ${process.versions.node}: install it from nodejs.org.`,
  );
}

/** The environment for cargo: rustup's folder is on the path, also in a shell started before rustup was installed. */
export function cargoEnv() {
  const bin = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "bin");
  return { PATH: [bin, process.env.PATH].join(delimiter) };
}

/**
 * The environment of what `npm test` compiles for tests alone. Without incremental files and line tables the engine's
 * tests compile in three quarters of the processor's time; `cargo test` in a shell has both. The engine's unit tests are
 * optimised a little, which takes less time than it saves with mutated files.
 */
export function cargoTestEnv() {
  return { ...cargoEnv(), CARGO_INCREMENTAL: "0", CARGO_PROFILE_DEV_DEBUG: "0", CARGO_PROFILE_DEV_OPT_LEVEL: "1" };
}

/** Cargo's target folder. */
export function targetFolder() {
  return resolve(ROOT, process.env.CARGO_TARGET_DIR || "target");
}

let rustReady;

/** Installs the toolchain of rust-toolchain.toml where it is missing. Runs once a process. */
export function rust() {
  rustReady ??= prepareRust();
  return rustReady;
}

async function prepareRust() {
  process.env.PATH = cargoEnv().PATH;
  await linker();
  if ((await run("rustup", ["--version"])).code !== 0) {
    throw new Failure(
      "Leebow's engine is written in Rust, and rustup was not found: install it from https://rustup.rs and start again.",
    );
  }
  const channel = rustChannel();
  if (await hasRust(channel, ["lib/rustlib/wasm32-unknown-unknown/lib"])) return;
  const args = ["toolchain", "install", channel, "--profile", "minimal", "-t", "wasm32-unknown-unknown"];
  await step(`Install Rust ${channel}`, () =>
    run("rustup", args, {
      log: openLog("rustup"),
      remedy: `Rust ${channel} could not be installed: check the connection, or run "rustup toolchain install ${channel}" yourself.`,
    }),
  );
}

/** Installs rustfmt and clippy, which only `npm test` needs, where they are missing. */
export async function rustLints() {
  await rust();
  const channel = rustChannel();
  if (await hasRust(channel, ["bin/cargo-clippy", "bin/rustfmt"])) return;
  await step("Install rustfmt and clippy", () =>
    run("rustup", ["component", "add", "clippy", "rustfmt", "--toolchain", channel], {
      log: openLog("rustup-lints"),
      remedy: "rustfmt and clippy could not be installed: check the connection and start again.",
    }),
  );
}

const rustChannel = () => /channel = "(.+)"/.exec(readFileSync(join(ROOT, "rust-toolchain.toml"), "utf8"))[1];

/** Whether this toolchain is installed with these parts. */
async function hasRust(channel, parts) {
  const { code, stdout } = await run("rustup", ["run", channel, "rustc", "--print", "sysroot"]);
  return (
    code === 0 && parts.every((part) => [part, `${part}.exe`].some((name) => existsSync(join(stdout.trim(), name))))
  );
}

async function linker() {
  const ask = "Rust needs a C linker: install gcc (on macOS: xcode-select --install) and start again.";
  if (process.platform !== "win32" && !onPath("cc")) await apt("a C linker", ["gcc", "libc6-dev"], ask);
}

/** A C++ compiler: libFuzzer's runtime is C++. */
export async function cxx() {
  const ask = "The fuzzer needs a C++ compiler: install g++ (on macOS: xcode-select --install) and start again.";
  if (!onPath("c++")) await apt("a C++ compiler", ["g++"], ask);
}

/**
 * The path of wasm-bindgen: the one on the path when it has the version of the crate, else our build tool of the same
 * version with the same arguments, compiled once per user.
 */
export async function wasmBindgen() {
  const version = wasmBindgenVersion();
  const found = onPath("wasm-bindgen");
  if (found && (await run(found, ["--version"])).stdout.split(/\s+/)[1] === version) return found;
  const root = join(toolsFolder(), `wasm-bindgen-${version}-${digest([BINDGEN_TOOL]).slice(0, 8)}`);
  const tool = join(root, "bin", executable("wasm-bindgen"));
  if (!existsSync(tool)) await installBindgenTool(version, root);
  return tool;
}

/**
 * The path of wasm-pack: the one on the path, else one that was compiled for this user, else the program that npm's
 * package of that name fetches. With `compile` it is compiled where there is none of these. Undefined where there is none.
 */
export async function wasmPack({ compile = false } = {}) {
  const root = join(toolsFolder(), `wasm-pack-${WASM_PACK}`);
  const compiled = join(root, "bin", executable("wasm-pack"));
  const known = onPath("wasm-pack") ?? (existsSync(compiled) ? compiled : await fetchedWasmPack());
  if (known || !compile) return known;
  await compileWasmPack(root);
  return existsSync(compiled) ? compiled : undefined;
}

/** npm installs the package without running its script, which would fail or wait where its host cannot be reached. */
async function fetchedWasmPack() {
  const folder = join(ROOT, "node_modules", "wasm-pack");
  const tool = join(folder, "binary", executable("wasm-pack"));
  if (existsSync(tool)) return tool;
  const log = openLog("wasm-pack-fetch");
  const { code } = await run(process.execPath, [join(folder, "install.js")], { log, timeout: FETCH_WITHIN_MS });
  if (code === 0 && (await run(tool, ["--version"])).code === 0) return tool;
  rmSync(join(folder, "binary"), { recursive: true, force: true });
  return undefined;
}

async function compileWasmPack(root) {
  await rust();
  const args = ["install", `wasm-pack@${WASM_PACK}`, "--debug", "--force", "--root", root];
  await step(`Install wasm-pack ${WASM_PACK} (once)`, async () => {
    const { code } = await run("cargo", [...args, "--target-dir", join(ROOT, "target", "wasm-pack")], {
      log: openLog("wasm-pack"),
      env: { ...cargoEnv(), CARGO_PROFILE_DEV_DEBUG: "0", CARGO_INCREMENTAL: "0" },
    });
    return code === 0 ? undefined : "not possible here, and not needed";
  });
}

/** Where tools are that are installed once per user. */
export const toolsFolder = () => join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "leebow", "tools");
const executable = (name) => (process.platform === "win32" ? `${name}.exe` : name);

/** The version of the crate `wasm-bindgen`, which the tool's must equal. */
export function wasmBindgenVersion() {
  return /^wasm-bindgen = "=(.+)"$/m.exec(readFileSync(join(ROOT, "core/wasm/Cargo.toml"), "utf8"))[1];
}

async function installBindgenTool(version, root) {
  await rust();
  const args = ["install", "--path", BINDGEN_TOOL, "--debug", "--locked", "--force", "--root", root];
  await step(`Install wasm-bindgen ${version} (once)`, () =>
    run("cargo", [...args, "--target-dir", join(ROOT, "target", "wasm-bindgen")], {
      log: openLog("wasm-bindgen"),
      env: cargoEnv(),
      remedy: `wasm-bindgen ${version} could not be compiled: check the connection and start again.`,
    }),
  );
}

/** The folder of the programs of a package of PyPI, in an environment of its own. */
export async function pythonPrograms(name, version) {
  const root = join(toolsFolder(), `${name}-${version}`);
  const bin = join(root, "bin");
  if (existsSync(join(bin, "installed"))) return bin;
  await step(`Install ${name} ${version} (once)`, async () => {
    const log = openLog(`${name}-install`);
    const remedy = `${name} could not be installed: it needs Python 3.10 with venv, and a connection.`;
    await run("python3", ["-m", "venv", root], { log, remedy });
    await run(join(bin, "pip"), ["install", "-q", `${name}==${version}`], { log, remedy });
    writeFileSync(join(bin, "installed"), "");
  });
  return bin;
}

/**
 * The path of Chromium; the environment variable `CHROMIUM` replaces it. Its headless shell, the same engine without
 * windows, takes a sixth less of the processor; Debian has it as a package.
 */
export async function chromium() {
  const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
  const mac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
  const find = () => process.env.CHROMIUM || names.map(onPath).find(Boolean) || (existsSync(mac) && mac);
  const ask =
    "The tests need Chromium, which was not found: install it, or give its path in CHROMIUM, and start again.";
  if (!find()) await apt("Chromium", ["chromium-headless-shell"], ask);
  const path = find();
  if (!path || (await run(path, ["--version"])).code !== 0) throw new Failure(ask);
  return path;
}

/** The folder of PostgreSQL's programs, the newest version first. */
export async function postgres() {
  const debian = "/usr/lib/postgresql";
  const newest = () => {
    const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
    const path = (process.env.PATH ?? "").split(delimiter);
    const folders = [...versions.map((version) => join(debian, version, "bin")), ...path];
    return folders.find((folder) => ["initdb", "pg_ctl"].every((name) => existsSync(join(folder, name))));
  };
  const ask = "The tests need PostgreSQL, which was not found: install PostgreSQL 15 or newer and start again.";
  if (!newest()) await apt("PostgreSQL", ["postgresql"], ask);
  const folder = newest();
  if (!folder) throw new Failure(ask);
  return folder;
}

/** Installs Debian packages as root; elsewhere fails with `ask`, a sentence that asks for them. */
async function apt(what, packages, ask) {
  if (!onPath("apt-get") || process.getuid?.() !== 0) throw new Failure(ask);
  await step(`Install ${what}`, async () => {
    const log = openLog("apt");
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update"], { log, env });
    await run("apt-get", ["install", "-y", "--no-install-recommends", ...packages], { log, env, remedy: ask });
  });
}

/** The full path of a program on the path. npm adds the programs of the installed packages, which are left out. */
function onPath(name) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"));
  for (const folder of folders) {
    for (const file of process.platform === "win32" ? [`${name}.exe`, `${name}.cmd`] : [name]) {
      try {
        accessSync(join(folder, file), constants.X_OK);
        return join(folder, file);
      } catch {
        // Not in this folder.
      }
    }
  }
  return undefined;
}
