import { readFileSync } from "node:fs";
import { join } from "node:path";
import semver from "semver";
import { expect, test } from "vitest";
import { lockedPackages } from "../release/locked-packages.mjs";
import { ROOT } from "../step.mjs";

const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), "utf8"));
const project = readJson("package.json");
const { packages } = readJson("package-lock.json");

test("every package has the version of the engine", () => {
  const engine = /^\[workspace\.package\][^[]*?^version = "([^"]+)"$/ms.exec(
    readFileSync(join(ROOT, "Cargo.toml"), "utf8"),
  )[1];
  for (const path of ["", ...project.workspaces]) {
    const own = readJson(join(path, "package.json"));
    const needed = Object.entries({ ...own.dependencies, ...own.devDependencies });
    const siblings = needed.filter(([name]) => name.startsWith("@leebow/")).map(([, version]) => version);
    expect([path, own.version, ...siblings]).toEqual([path, engine, ...siblings.map(() => engine)]);
    expect(packages[path].version).toBe(engine);
  }
});

/** What Node runs of the project; the screens run in a browser. */
const PROGRAMS = project.workspaces.filter((path) => !["web", "fixtures", "benches"].includes(path));

test.each(PROGRAMS)("all that %s needs runs on the oldest Node that it names", (path) => {
  const oldest = semver.minVersion((packages[path].engines ?? project.engines).node);
  // npm leaves out an optional library of one platform that does not fit, such as that of 32-bit Windows.
  const isNeeded = (name) => !(packages[name].optional && packages[name].os);
  const needs = lockedPackages(packages, path)
    .filter(isNeeded)
    .map((name) => [name, packages[name].engines?.node ?? "*"]);
  expect(needs.length).toBeGreaterThanOrEqual(path === "basemap" ? 0 : 1);
  expect(needs.filter(([, range]) => !semver.satisfies(oldest, range))).toEqual([]);
});

test("the README and the container name these versions of Node", () => {
  const { engines } = readJson("api/package.json");
  const oldest = (range) => range.replace(">=", "");
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  expect(readme).toContain(`Node ${oldest(project.engines.node)} or newer`);
  expect(readme).toContain(`(${oldest(engines.node)} for a server`);
  const image = /^FROM \S+:(\d+\.\d+)/m.exec(readFileSync(join(ROOT, "deploy/Containerfile"), "utf8"))[1];
  expect(semver.satisfies(`${image}.0`, engines.node)).toBe(true);
});
