import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import type { OpenDatabase } from "../src/platform/db/open.ts";
import { onServer } from "./postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Path of an empty embedded database; "" where the tests run on PostgreSQL. */
    empty_template: string;
    /** Path of an embedded database with the server's tables and queues; on PostgreSQL the name of the database. */
    server_template: string;
    /** Folder of that embedded database, to copy; "" on PostgreSQL. */
    server_folder: string;
    /** With it begin the names of the databases and folders of this run's servers. */
    run: string;
  }
}

const SOURCES = fileURLToPath(new URL("../src/", import.meta.url));
/** Where the migrations and the opening of a database are. */
const DATABASE = join("platform", "db");
/** Templates by the hash of what they follow from. */
const STORED = fileURLToPath(new URL("../../target/server-templates/", import.meta.url));
const MODULES = ["pg-boss", "@electric-sql/pglite"];

/** Provides the databases that test files start from, which are created when their definitions have changed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL;
  const run = `leebow_${randomUUID().slice(0, 8)}`;
  project.provide("run", run);
  if (url) await provideOnPostgres(project, url);
  else await provideEmbedded(project);
  return async () => {
    for (const name of await readdir(tmpdir()))
      if (name.startsWith(run)) await rm(join(tmpdir(), name), { recursive: true, force: true });
    if (url) await dropDatabases(url, run);
  };
}

/** Of the migrations, the definitions of jobs, and the two libraries that create tables from them. */
async function hashOfDefinitions(): Promise<string> {
  const hash = createHash("sha256");
  const sources = (await readdir(SOURCES, { recursive: true })).sort();
  if (!sources.some((name) => name.startsWith(DATABASE))) throw new Error(`api/src has no folder ${DATABASE}.`);
  for (const name of sources) {
    if (!name.endsWith(".ts") || name.endsWith(".test.ts")) continue;
    const text = await readFile(join(SOURCES, name), "utf8");
    if (name.startsWith(DATABASE) || text.includes("defineJob")) hash.update(`${name}\n${text}\n`);
  }
  const lock = JSON.parse(await readFile(join(SOURCES, "../../package-lock.json"), "utf8"));
  for (const name of MODULES) hash.update(lock.packages[`node_modules/${name}`].version);
  return hash.digest("hex").slice(0, 16);
}

async function provideEmbedded(project: TestProject): Promise<void> {
  const folder = join(STORED, await hashOfDefinitions());
  if (!existsSync(folder)) {
    await rm(STORED, { recursive: true, force: true });
    const partial = join(STORED, randomUUID());
    await mkdir(partial, { recursive: true });
    await createEmbedded(partial);
    // Another run may have been quicker.
    await rename(partial, folder).catch(() => rm(partial, { recursive: true }));
  }
  project.provide("empty_template", join(folder, "empty.tar"));
  project.provide("server_template", join(folder, "server.tar"));
  project.provide("server_folder", join(folder, "db"));
}

async function createEmbedded(folder: string): Promise<void> {
  const { PGlite } = await import("@electric-sql/pglite");
  const { openDatabase } = await import("../src/platform/db/open.ts");
  const store = async (database: InstanceType<typeof PGlite>, name: string) => {
    const dump = await (await database.dumpDataDir("none")).arrayBuffer();
    await writeFile(join(folder, name), new Uint8Array(dump));
    await database.close();
    return new Blob([dump]);
  };
  const template = await store(await PGlite.create(), "empty.tar");
  await fill(await openDatabase({ folder: join(folder, "db"), template }));
  await store(await PGlite.create(join(folder, "db")), "server.tar");
}

async function provideOnPostgres(project: TestProject, address: string): Promise<void> {
  const name = `leebow_template_${await hashOfDefinitions()}`;
  const { rows } = await onServer(address, `select from pg_database where datname = '${name}'`);
  if (rows.length === 0) {
    const partial = `leebow_partial_${randomUUID().replaceAll("-", "")}`;
    await onServer(address, `create database ${partial}`);
    const url = new URL(address);
    url.pathname = `/${partial}`;
    const { openDatabase } = await import("../src/platform/db/open.ts");
    await fill(await openDatabase({ url: url.href, folder: "" }));
    await onServer(address, `alter database ${partial} rename to ${name}`).catch(() =>
      onServer(address, `drop database ${partial} with (force)`),
    );
  }
  project.provide("empty_template", "");
  project.provide("server_template", name);
  project.provide("server_folder", "");
}

/** Creates what a server creates when it starts, which takes most of that time. */
async function fill(database: OpenDatabase): Promise<void> {
  const { startJobs } = await import("../src/platform/jobs/jobs.ts");
  const { JOBS } = await import("../src/app/resources.ts");
  const jobs = await startJobs(database.boss, { error: console.error, info() {} }, JOBS);
  await jobs.stop();
  await database.close();
}

async function dropDatabases(address: string, run: string): Promise<void> {
  const { rows } = await onServer(address, `select datname from pg_database where starts_with(datname, '${run}')`);
  for (const { datname } of rows) await onServer(address, `drop database ${datname} with (force)`);
}
