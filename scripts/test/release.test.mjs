import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lockedPackages } from "../release/locked-packages.mjs";
import { packCommandLine, packServer } from "../release/packages.mjs";
import { ROOT } from "../step.mjs";

const folder = mkdtempSync(join(tmpdir(), "leebow-release-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }), 120_000);
/** A path with Node alone: neither npm nor a compiler. */
const PATH = join(folder, "path");
mkdirSync(PATH);
symlinkSync(process.execPath, join(PATH, "node"));

const NPM = process.env.npm_execpath ?? realpathSync(execFileSync("which", ["npm"], { encoding: "utf8" }).trim());
const npm = (args, options) => spawnSync(process.execPath, [NPM, ...args], { ...options, encoding: "utf8" });

test("a package takes along what its dependencies need, from where Node finds it", () => {
  const packages = {
    api: { dependencies: { a: "1", own: "1" }, devDependencies: { tool: "1" } },
    "node_modules/own": { link: true, resolved: "core" },
    core: { dependencies: { b: "1" } },
    "node_modules/a": { dependencies: { b: "2" }, optionalDependencies: { fast: "1" } },
    "node_modules/a/node_modules/b": {},
    "node_modules/b": { peerDependencies: { react: "1" }, peerDependenciesMeta: { react: { optional: true } } },
    "node_modules/react": {},
    "node_modules/tool": {},
  };
  const found = ["node_modules/a", "node_modules/a/node_modules/b", "node_modules/b", "node_modules/own"];
  expect(lockedPackages(packages, "api")).toEqual(found);
  expect(() => lockedPackages({ api: { dependencies: { a: "1" } } }, "api")).toThrow("The lock file has no a");
});

describe("the package of the command line", () => {
  test("installs without a compiler and without a connection, and analyses as the built one does", async () => {
    const file = await packCommandLine(folder);
    const prefix = join(folder, "prefix");
    const install = ["install", "--global", "--offline", "--prefix", prefix, "--cache", join(folder, "cache"), file];
    const { status, stderr } = npm(install, { env: { PATH } });
    expect(status, stderr).toBe(0);
    const args = ["analyze", join(ROOT, "fixtures/49er-kiel.fit"), "--boat", "49er", "--format", "json"];
    const env = { PATH, HOME: folder };
    const installed = execFileSync(join(prefix, "bin", "leebow"), args, { env, encoding: "utf8" });
    expect(JSON.parse(installed).files[0].summary.tacks).toBeGreaterThan(0);
    expect(installed).toBe(
      execFileSync(process.execPath, [join(ROOT, "cli/bin/leebow.mjs"), ...args], { encoding: "utf8" }),
    );
  }, 120_000);
});

describe("the package of the server", () => {
  const server = join(folder, "leebow-server");
  beforeAll(async () => {
    execFileSync("tar", ["-xzf", await packServer(folder), "-C", folder]);
    if (process.env.INSTALL_SERVER) installPackages(server);
    else linkPackages(server);
  }, 600_000);

  test("starts with Node alone, shows its screens and ends on a signal", async () => {
    const data = join(folder, "data");
    const env = { PATH, LEEBOW_DATA: data, PORT: "0" };
    const child = spawn(process.execPath, ["api/dist/main.js"], { cwd: server, env });
    const address = await readyAddress(child);
    const get = async (path) => {
      const answer = await fetch(address + path);
      return [answer.status, await answer.text()];
    };
    expect(await get("/api/health/ready/")).toEqual([200, expect.stringContaining('"status":"ready"')]);
    const [status, page] = await get("/analyze");
    expect(status).toBe(200);
    const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(page);
    expect((await get(script))[0]).toBe(200);
    expect(readdirSync(data)).toEqual(expect.arrayContaining(["db", "files", "secret"]));
    const ended = new Promise((done) => child.once("exit", (code) => done(code)));
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  }, 120_000);

  test("names in its lock file what it needs, and nothing of the tests", () => {
    const { packages } = JSON.parse(readFileSync(join(server, "package-lock.json"), "utf8"));
    expect(packages).toHaveProperty(["node_modules/hono"]);
    expect(packages).toHaveProperty(["node_modules/@leebow/core"]);
    for (const name of ["vitest", "react", "typescript", "leebow-web"])
      expect(packages).not.toHaveProperty([`node_modules/${name}`]);
  });
});

/** The address in the line that the server prints when it is ready. */
function readyAddress(child) {
  return new Promise((done, fail) => {
    let output = "";
    const read = (chunk) => {
      output += chunk;
      const address = /ready at (http:\S+)\./.exec(output)?.[1];
      if (address) done(address);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => fail(new Error(`The server has ended: ${output}`)));
  });
}

function installPackages(server) {
  const { status, stderr } = npm(["ci", "--omit=dev", "--ignore-scripts", "--prefer-offline"], { cwd: server });
  expect(status, stderr).toBe(0);
}

/** In seconds: links to the packages of others that the project has. `npm run soak -- release` installs them. */
function linkPackages(server) {
  const own = join(server, "node_modules", "@leebow");
  mkdirSync(own, { recursive: true });
  for (const name of readdirSync(join(ROOT, "node_modules"))) {
    if (name !== "@leebow" && !name.startsWith("."))
      symlinkSync(join(ROOT, "node_modules", name), join(server, "node_modules", name));
  }
  for (const [name, path] of [
    ["core", "core/js"],
    ["basemap", "basemap"],
    ["api", "api"],
  ])
    symlinkSync(join(server, path), join(own, name));
  const nested = join(ROOT, "api/node_modules");
  cpSync(nested, join(server, "api/node_modules"), { recursive: true });
}
