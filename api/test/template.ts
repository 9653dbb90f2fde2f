import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import type { TestProject } from "vitest/node";
import { type OpenDatabase, openDatabase } from "../src/database/open.ts";
import { startJobs } from "../src/jobs/jobs.ts";
import { JOBS } from "../src/jobs/registry.ts";
import { onServer } from "./postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Path of an empty embedded database; "" where the tests run on PostgreSQL. */
    empty_template: string;
    /** Path of an embedded database with the server's tables and queues; on PostgreSQL the name of the database. */
    server_template: string;
    /** Folder of that embedded database, to copy; "" on PostgreSQL. */
    server_folder: string;
  }
}

/** Creates the databases that test files start from: creating one takes six times as long as copying it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL;
  return url ? createOnPostgres(project, url) : createEmbedded(project);
}

async function createEmbedded(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "leebow-template-"));
  const [empty, server, stored] = ["empty.tar", "server.tar", "db"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const created = await PGlite.create();
  await writeFile(empty, new Uint8Array(await (await created.dumpDataDir("none")).arrayBuffer()));
  await created.close();
  const template = new Blob([new Uint8Array(await readFile(empty))]);
  await fill(await openDatabase({ folder: stored, template }));
  const filled = await PGlite.create(stored);
  await writeFile(server, new Uint8Array(await (await filled.dumpDataDir("none")).arrayBuffer()));
  await filled.close();
  project.provide("empty_template", empty);
  project.provide("server_template", server);
  project.provide("server_folder", stored);
  return () => rm(folder, { recursive: true, force: true });
}

async function createOnPostgres(project: TestProject, address: string): Promise<() => Promise<void>> {
  const name = `leebow_template_${randomUUID().replaceAll("-", "")}`;
  await onServer(address, `create database ${name}`);
  const url = new URL(address);
  url.pathname = `/${name}`;
  await fill(await openDatabase({ url: url.href, folder: "" }));
  project.provide("empty_template", "");
  project.provide("server_template", name);
  project.provide("server_folder", "");
  return () => onServer(address, `drop database ${name} with (force)`);
}

/** Creates what a server creates when it starts, which takes most of that time. */
async function fill(database: OpenDatabase): Promise<void> {
  const jobs = await startJobs(database.boss, { error: console.error, info() {} }, JOBS);
  await jobs.stop();
  await database.close();
}
