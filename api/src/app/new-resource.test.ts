import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { z } from "zod";
import { onOwnServer } from "../../test/test-server.ts";
import type { AppContext } from "../platform/context.ts";
import { jsonEntry } from "../platform/files/archive.ts";
import { keysOfResults, remakeMissing } from "../platform/files/results.ts";
import { openapiDocument } from "../platform/http/openapi.ts";
import { route } from "../platform/http/route.ts";
import { defineJob } from "../platform/jobs/definition.ts";
import { jobList } from "../platform/jobs/queue.ts";
import { backup } from "../platform/ops/backup.ts";
import { defineResource, type Resource } from "../platform/ops/resource.ts";
import { sweep } from "../platform/ops/sweep.ts";
import { MissingFile } from "../platform/storage/missing-file.ts";
import { deleteAccount } from "../resources/account/delete-account.ts";
import { entriesOf } from "../resources/account/exports.ts";
import { canStillRead } from "../resources/files/policy.ts";
import { createApp } from "./app.ts";
import { RESOURCES } from "./resources.ts";

/** What happened to the resource of this test. */
const seen: string[] = [];

/** A resource as a folder of its own would have it: nothing else of the server knows it. */
const BUOYS = defineResource({
  name: "buoys",
  routes: {
    "GET /buoys/{id}/": route({
      tag: "Buoys",
      access: "signed_in",
      operationId: "readBuoy",
      summary: "One buoy",
      params: z.object({ id: z.coerce.number() }),
      answers: { 200: z.strictObject({ id: z.number() }) },
    }),
  },
  handlers: {
    "GET /buoys/{id}/": ({ params }: { params: { id: number } }) => ({ status: 200, body: { id: params.id } }),
  },
  ids: { buoys: "buoy" },
  jobs: [
    defineJob({
      name: "paint-buoy",
      payload: z.object({}),
      retries: 0,
      timeout_s: 60,
      parallel: 1,
      run: async () => {},
      onFailed: async () => {},
      onCancelled: async () => {},
    }),
  ],
  files: [
    { folder: "buoy-photos", table: "buoys", column: "photo", user_column: "user_id", mayRead: async () => false },
  ],
  results: {
    folder: "buoy-results",
    table: "buoys",
    names: ["wear.json"],
    is_made_later: false,
    remake: async (_, __, id) => seen.push(`remade ${id}`),
    mayRead: async (_, viewer) => viewer !== null,
  },
  sweep: async () => seen.push("swept"),
  account: {
    about: "buoys.json       your buoys",
    async *exported() {
      yield jsonEntry("buoys.json", []);
    },
    tables: ["buoys"],
    async removed() {
      seen.push("left");
      return [];
    },
  },
});

onOwnServer("a resource that is added by its folder and one line", (at) => {
  const context = (): AppContext => ({ ...at().context, resources: [...RESOURCES, BUOYS] as readonly Resource[] });

  it("has its call, its description, its job, its files, its results, its part of backup, export, sweep and deletion", async () => {
    const ada = await at().signUp();
    const { db, storage } = at().context;
    await sql`create table buoys (id integer primary key, user_id integer references users on delete cascade, photo text,
      result_key text, processing_status integer)`.execute(db);
    const id = ada.session.user.id;
    await sql`insert into buoys values (1, ${id}, 'buoy-photos/1.webp', 'buoy-results/1/a', 3)`.execute(db);
    await storage.write("buoy-photos/1.webp", Buffer.from("red"));
    await storage.write("buoy-results/1/a/wear.json", Buffer.from("{}"));
    await storage.write("buoy-results/2/a/wear.json", Buffer.from("{}"));

    const headers = { authorization: `Bearer ${ada.session.access}` };
    const answer = await createApp(context()).request("/api/buoys/7/", { headers });
    expect({ status: answer.status, body: await answer.json() }).toEqual({ status: 200, body: { id: 7 } });
    expect(JSON.stringify(openapiDocument(context().resources, "1"))).toContain("Id of the buoy");
    expect(jobList(context().resources.flatMap(({ jobs = [] }) => jobs)).canCancel("paint-buoy")).toBe(true);

    expect(await canStillRead(context(), "buoy-photos/1.webp", id)).toBe(false);
    expect(await canStillRead(context(), "buoy-results/1/a/wear.json", id)).toBe(true);
    expect(await canStillRead(context(), "buoy-results/1/a/wear.json", null)).toBe(false);
    expect(await keysOfResults(context(), db)).toContain("buoy-results/1/a/wear.json");
    const folder = await mkdtemp(join(tmpdir(), "leebow-buoys-"));
    const { missing, files } = await backup(context(), join(folder, "backup.tar"));
    expect({ missing, files }).toEqual({ missing: [], files: 2 });
    await rm(folder, { recursive: true });

    expect(await remakeMissing(context(), new MissingFile("buoy-results/1/a/wear.json"))).toBe(true);
    await sweep(context(), -60);
    expect(await storage.stat("buoy-photos/1.webp")).not.toBeNull();
    const paths: string[] = [];
    const user = await db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    for await (const { path } of entriesOf(context(), user)) paths.push(path);
    expect(paths).toContain("buoys.json");
    expect(paths.filter((path) => path.startsWith("other/buoys"))).toEqual([]);
    await deleteAccount(context(), user);
    await expect.poll(() => storage.stat("buoy-photos/1.webp")).toBeNull();
    expect(seen).toEqual(["remade 1", "swept", "left"]);
    await sql`drop table buoys`.execute(db);
  });
});
