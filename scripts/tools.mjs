/** The tools that builds and tests stand on: found, or installed, or asked for in one sentence. */
import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { Failure, openLog, ROOT, run, step } from "./step.mjs";

const NODE = [20, 19];
/** Pinned as the crate `wasm-bindgen` is: the two must be the same version. */
const WASM_BINDGEN = "0.2.130";
const WASM_PACK = "0.15.1";

/** Refuses a Node that is too old. */
export function node() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > NODE[0] || (major === NODE[0] && minor >= NODE[1])) return;
  throw new Failure(
    `Leebow needs Node ${NODE.join(".")} or newer and this is ${process.versions.node}: install it from nodejs.org.`,
  );
}

/** The environment for cargo: rustup's folder is on the path even in a shell from before it was installed. */
export function cargoEnv() {
  const bin = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "bin");
  return { PATH: [bin, process.env.PATH].join(delimiter) };
}

/** Where cargo puts what it makes. */
export function targetFolder() {
  return resolve(ROOT, process.env.CARGO_TARGET_DIR || "target");
}

/** How the engine is compiled for the browser, beside the release profile. */
export const WASM_ENV = {
  // Measured: a fifth smaller, a twelfth slower; a page on a phone's net waits for the bytes.
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "s",
  // A twentieth smaller, readers no slower: what they need inlined says so itself. Std marks nearly all of its own as
  // worth inlining, so that mark gets no more room than the rest. A file's sum is told by a loop: told step by step it
  // takes eight kilobytes.
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS:
    '-Cllvm-args=-inline-threshold=12 -Cllvm-args=-inlinehint-threshold=12 --cfg=sha2_backend_soft="compact"',
  // The section that names the features in use must stay: wasm-bindgen reads it.
  CARGO_PROFILE_RELEASE_STRIP: "debuginfo",
};

let rustReady;

/** The toolchain of rust-toolchain.toml with all its parts; rustup fetches what lacks. */
export function rust() {
  rustReady ??= prepareRust();
  return rustReady;
}

async function prepareRust() {
  process.env.PATH = cargoEnv().PATH;
  await linker();
  if ((await run("rustup", ["--version"])).code !== 0) {
    throw new Failure(
      "Leebow's engine is written in Rust and rustup is not here: install it from https://rustup.rs and start again.",
    );
  }
  const channel = /channel = "(.+)"/.exec(readFileSync(join(ROOT, "rust-toolchain.toml"), "utf8"))[1];
  if (await isComplete(channel)) return;
  await step(`Install Rust ${channel}`, () =>
    run(
      "rustup",
      [
        "toolchain",
        "install",
        channel,
        "--profile",
        "minimal",
        "-c",
        "clippy",
        "-c",
        "rustfmt",
        "-t",
        "wasm32-unknown-unknown",
      ],
      {
        log: openLog("rustup"),
        remedy: `Rust ${channel} could not be installed: check the connection, or run "rustup toolchain install ${channel}" yourself.`,
      },
    ),
  );
}

async function isComplete(channel) {
  const { code, stdout } = await run("rustup", ["run", channel, "rustc", "--print", "sysroot"]);
  const parts = ["lib/rustlib/wasm32-unknown-unknown/lib", "bin/cargo-clippy", "bin/rustfmt"];
  return (
    code === 0 && parts.every((part) => [part, `${part}.exe`].some((name) => existsSync(join(stdout.trim(), name))))
  );
}

async function linker() {
  if (process.platform === "win32" || onPath("cc")) return;
  await apt(
    "a C linker",
    ["gcc", "libc6-dev"],
    "Rust needs a C linker: install gcc (on macOS: xcode-select --install) and start again.",
  );
}

/** A C++ compiler: libFuzzer's runtime is C++. */
export async function cxx() {
  if (onPath("c++")) return;
  await apt(
    "a C++ compiler",
    ["g++"],
    "The fuzzer's runtime is C++ and there is no compiler for it: install g++ (on macOS: xcode-select --install) and start again.",
  );
}

/** Folders of wasm-bindgen and wasm-pack in the pinned versions. */
export async function wasmTools() {
  return [
    await cargoTool("wasm-bindgen", "wasm-bindgen-cli", WASM_BINDGEN),
    await cargoTool("wasm-pack", "wasm-pack", WASM_PACK),
  ];
}

/** The folder of a cargo tool: on the path, in our cache, or else compiled into it, once per user. */
async function cargoTool(name, crate, version) {
  const isRight = async (command) => (await run(command, ["--version"])).stdout.split(/\s+/)[1] === version;
  const found = onPath(name);
  if (found && (await isRight(found))) return join(found, "..");
  const root = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "leebow", "tools", `${name}-${version}`);
  const bin = join(root, "bin");
  if (await isRight(join(bin, name))) return bin;
  await rust();
  await step(`Install ${name} ${version} (once, some two minutes)`, () =>
    run("cargo", ["install", crate, "--version", version, "--root", root, "--force"], {
      log: openLog(name),
      remedy: `${name} ${version} could not be installed: check the connection and start again.`,
    }),
  );
  return bin;
}

/** Chromium's path. `CHROMIUM` names another one. */
export async function chromium() {
  const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
  const mac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
  const find = () => process.env.CHROMIUM || names.map(onPath).find(Boolean) || (existsSync(mac) && mac);
  const ask = "The tests drive Chromium and it is not here: install it, or name one in CHROMIUM, and start again.";
  if (!find()) await apt("Chromium", ["chromium"], ask);
  const path = find();
  if (!path || (await run(path, ["--version"])).code !== 0) throw new Failure(ask);
  return path;
}

/** The folder of PostgreSQL's programs. */
export async function postgres() {
  const debian = "/usr/lib/postgresql";
  const newest = () => {
    const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
    const folders = [
      ...versions.map((version) => join(debian, version, "bin")),
      ...(process.env.PATH ?? "").split(delimiter),
    ];
    return folders.find((folder) => ["initdb", "pg_ctl"].every((name) => existsSync(join(folder, name))));
  };
  const ask = "The tests run on PostgreSQL too and it is not here: install PostgreSQL 15 or newer and start again.";
  if (!newest()) await apt("PostgreSQL", ["postgresql"], ask);
  const folder = newest();
  if (!folder) throw new Failure(ask);
  return folder;
}

/** Installs Debian packages where that is possible; elsewhere asks for them. */
async function apt(what, packages, ask) {
  if (!onPath("apt-get") || process.getuid?.() !== 0) throw new Failure(ask);
  await step(`Install ${what}`, async () => {
    const log = openLog("apt");
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update"], { log, env });
    await run("apt-get", ["install", "-y", "--no-install-recommends", ...packages], { log, env, remedy: ask });
  });
}

/** The full path of a program on the path. */
function onPath(name) {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const file of process.platform === "win32" ? [`${name}.exe`, `${name}.cmd`] : [name]) {
      try {
        accessSync(join(folder, file), constants.X_OK);
        return join(folder, file);
      } catch {
        // not here
      }
    }
  }
  return undefined;
}
