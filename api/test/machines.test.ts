import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { readFixture } from "@leebow/fixtures";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RESOURCES } from "../src/app/resources.ts";
import { type OpenDatabase, openDatabase } from "../src/platform/db/open.ts";
import { sweepFiles } from "../src/platform/files/folders.ts";
import { S3Storage } from "../src/platform/storage/s3-storage.ts";
import { hasObjectStorage, type ObjectStorage, openObjectStorage } from "./object-storage.ts";
import { freshDatabase } from "./postgres.ts";
import { isServerBuilt, type Role, ServerProcess, sharedEnvironment } from "./processes.ts";
import { POSTGRES, trackForm } from "./test-server.ts";

/** In `npm run soak -- chaos`: 200 kills while recordings are uploaded, 200 while they are analysed. */
const KILLS = Number(process.env.CHAOS_KILLS || 4);
const SEED = Number(process.env.CHAOS_SEED || 13);
/** The programs and the data folder of a cluster that may be stopped at any moment; "" elsewhere. */
const { POSTGRES_BIN = "", POSTGRES_DATA = "" } = process.env;
const isLong = KILLS > 10;
const TIMEOUT_MS = isLong ? 3 * 3_600_000 : 600_000;
/** In the short run: their analysis takes most of its time. */
const MOST_RECORDINGS = 24;
/** Uploads pause while so many recordings wait for their analysis, so that the kills and not the queue take the time. */
const MOST_WAITING = 2;
/** Every so many kills it is the database or the object storage, in the long run. */
const OTHERS_EVERY = 8;

const possible = isServerBuilt && POSTGRES !== undefined && hasObjectStorage;
const gpx = readFixture("ilca-weymouth.gpx");

interface Sailor {
  email: string;
  access: string;
}

/** A stored recording: its track's id and the hash of its bytes. */
type Acknowledged = Map<number, string>;

describe.skipIf(!possible)("two processes for calls and three for jobs, on PostgreSQL and an object storage", () => {
  const random = randomOf(SEED);
  const processes: ServerProcess[] = [];
  const kills = { all: 0, api: 0, worker: 0, database: 0, storage: 0 };
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let opened: OpenDatabase;
  let bucket: ObjectStorage;
  let sailors: Sailor[] = [];
  const acknowledged: Acknowledged = new Map();

  beforeAll(async () => {
    process.stderr.write(`chaos, seed ${SEED}\n`);
    database = await freshDatabase(POSTGRES!);
    bucket = await openObjectStorage();
    const env = sharedEnvironment(database.url, bucket.config);
    for (const role of ["api", "api", "worker", "worker", "worker"] as const)
      processes.push(new ServerProcess(role, env));
    // All at once on an empty database: migrations, queues and the binding of the bucket are made once.
    await Promise.all(processes.map((one) => one.start()));
    opened = await openDatabase({ url: database.url, folder: "" });
    sailors = [await register("ada"), await register("ben"), await register("eve")];
  }, TIMEOUT_MS);

  afterAll(async () => {
    for (const one of processes) await one.kill();
    await opened?.close();
    await bucket?.close();
    await database?.drop();
  }, 120_000);

  const apis = () => processes.filter(({ address }) => address !== null);
  /** A call of any process that is there, again and again until one answers without a fault of the server. */
  const call = async (path: string, init: () => RequestInit, access = ""): Promise<Response> => {
    for (const deadline = Date.now() + 240_000; Date.now() < deadline; ) {
      const api = apis()[Math.floor(random() * apis().length)];
      const { headers: own, ...request } = init();
      const headers = new Headers(own);
      if (access) headers.set("authorization", `Bearer ${access}`);
      const response = api && (await fetch(`${api.address}${path}`, { ...request, headers }).catch(() => null));
      if (response && response.status < 500 && response.status !== 429) return response;
      if (response) expect([429, 500, 503]).toContain(response.status);
      await response?.arrayBuffer().catch(() => undefined);
      await wait(100);
    }
    throw new Error(`no process answered ${path}: ${processes.map(({ output }) => output.slice(-500)).join("\n")}`);
  };

  async function register(name: string): Promise<Sailor> {
    const password = { password: "lee bow", password_confirmation: "lee bow" };
    const email = `${name}@leebow.test`;
    const json = { first_name: name, last_name: "Lovelace", email, ...password, primary_boat_class: "49er" };
    const body = JSON.stringify(json);
    const headers = { "content-type": "application/json" };
    const response = await call("/api/users/register/", () => ({ method: "POST", body, headers }));
    if (response.status === 201) return { email, access: ((await response.json()) as { access: string }).access };
    const login = await call("/api/users/login/", () => ({
      method: "POST",
      headers,
      body: JSON.stringify({ email, password: "lee bow" }),
    }));
    return { email, access: ((await login.json()) as { access: string }).access };
  }

  let recordings = 0;
  /** Uploads a recording of its own until it is acknowledged; some attempts are broken off by the client. */
  async function upload(sailor: Sailor): Promise<void> {
    const bytes = Buffer.concat([gpx, Buffer.from("\n".repeat(++recordings))]);
    if (random() < 0.3) await brokenUpload(sailor, bytes);
    const form = () => trackForm(`${recordings}.gpx`, bytes, { boat_name: "Laser" });
    const response = await call("/api/tracks/", () => ({ method: "POST", body: form() }), sailor.access);
    const text = await response.text().catch(() => "");
    // The answer broke off: not acknowledged, so once more.
    if (!text.endsWith("}")) return upload(sailor);
    expect([200, 201], text).toContain(response.status);
    acknowledged.set(JSON.parse(text).id, createHash("sha256").update(bytes).digest("hex"));
  }

  async function brokenUpload({ access }: Sailor, bytes: Buffer): Promise<void> {
    const api = apis()[0];
    if (!api) return;
    const form = trackForm("half.gpx", Buffer.concat([bytes, Buffer.from(" ")]), { boat_name: "Laser" });
    const whole = Buffer.from(await new Response(form).arrayBuffer());
    const type = new Response(form).headers.get("content-type")!.replace(/boundary=.*/, "");
    const boundary = /^--(\S+)/.exec(whole.toString("latin1"))![1];
    const half = new ReadableStream({
      async start(body) {
        body.enqueue(whole.subarray(0, whole.length / 2));
        await wait(20);
        body.error(new Error("out of range"));
      },
    });
    const headers = { authorization: `Bearer ${access}`, "content-type": `${type}boundary=${boundary}` };
    const init = { method: "POST", headers, body: half, duplex: "half" };
    await fetch(`${api.address}/api/tracks/`, init as RequestInit).catch(() => undefined);
  }

  async function killAny(roles: Role[], n: number): Promise<void> {
    await wait(50 + random() * 450);
    if (isLong && n % OTHERS_EVERY === 0) return killOther(n);
    const some = processes.filter(({ role }) => roles.includes(role));
    const one = some[Math.floor(random() * some.length)]!;
    kills[one.role] += 1;
    await one.kill();
    await wait(random() * 200);
    await restart(one);
  }

  /** Started anew while the database is away it ends with a message: whoever supervises it starts it again. */
  async function restart(one: ServerProcess): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await one.start();
      } catch (error) {
        if (tries === 20) throw error;
        await one.kill();
        await wait(500);
      }
    }
  }

  async function killOther(n: number): Promise<void> {
    if (POSTGRES_DATA && n % (2 * OTHERS_EVERY) === 0) {
      kills.database += 1;
      await restartDatabase();
    } else {
      kills.storage += 1;
      await bucket.kill();
      await wait(random() * 300);
      await bucket.start();
    }
    for (const one of processes) expect(one.hasEnded, one.output).toBe(false);
  }

  const statuses = () => opened.db.selectFrom("tracks").select(["id", "processing_status"]).execute();
  const isWaiting = async () => (await statuses()).some(({ processing_status }) => processing_status === 1);

  /** Also while the database is away: nothing can be uploaded then. */
  const isQueueLong = async () => {
    const rows = await statuses().catch(() => null);
    return !rows || rows.filter(({ processing_status }) => processing_status === 1).length >= MOST_WAITING;
  };

  it(
    "lose nothing that was acknowledged and show nothing by halves when any of them is killed at any moment",
    async () => {
      let uploading = true;
      let uploads: Promise<void>[] = [];
      const keepUploading = async (sailor: Sailor) => {
        while (uploading && (isLong || recordings < MOST_RECORDINGS)) {
          if (await isQueueLong()) await wait(200);
          else await upload(sailor);
        }
      };
      uploads = sailors.map(keepUploading);
      for (let n = 1; n <= KILLS; n++) await killAny(["api", "api", "worker"], n);
      uploading = false;
      await Promise.all(uploads);
      for (let n = 1; n <= KILLS; n++) {
        // Something to do for every worker that is going to be killed.
        if (!(await isWaiting())) await Promise.all(sailors.map(upload));
        await killAny(["worker"], n);
      }
      const last_kill = Date.now();
      await expect.poll(isWaiting, { timeout: TIMEOUT_MS / 2, interval: 200 }).toBe(false);
      const settled_s = (Date.now() - last_kill) / 1000;
      await expectEverythingThere();
      const killed = Object.entries(kills).map(([what, times]) => `${what} ${times}`);
      process.stderr.write(
        `chaos, seed ${SEED}: ${acknowledged.size} uploads acknowledged, kills: ${killed.join(", ")}; ` +
          `all analysed ${settled_s.toFixed(1)} s after the last kill\n`,
      );
    },
    TIMEOUT_MS,
  );

  async function expectEverythingThere(): Promise<void> {
    const rows = await opened.db.selectFrom("tracks").selectAll().execute();
    expect(rows.map(({ id }) => id).sort()).toEqual([...acknowledged.keys()].sort());
    expect(rows.filter(({ processing_status }) => processing_status !== 3)).toEqual([]);
    const storage = new S3Storage(bucket.config, "");
    for (const { id, source_key, result_key } of rows) {
      const hash = createHash("sha256")
        .update(await storage.read(source_key))
        .digest("hex");
      expect(hash, source_key).toBe(acknowledged.get(id));
      // One result, complete; what killed workers left is known to the sweep.
      const others = (await readdir(join(bucket.folder, `results/${id}`))).filter(
        (name) => !result_key!.endsWith(name),
      );
      const retired = (await opened.db.selectFrom("retired_results").select("result_key").execute()).map(
        (row) => row.result_key,
      );
      expect(retired).toEqual(expect.arrayContaining(others.map((name) => `results/${id}/${name}`)));
      for (const name of ["report.json", "columns.arrow", "map-light.png", "map-dark.png"])
        expect(await storage.stat(`${result_key}/${name}`), `${result_key}/${name}`).not.toBeNull();
    }
    const log = { error: () => undefined, info: () => undefined };
    await sweepFiles({ db: opened.db, storage, log, resources: RESOURCES }, -60_000);
    expect(await filesIn("incoming")).toEqual([]);
    expect(await filesIn("sources")).toEqual(rows.map(({ source_key }) => source_key.split("/").pop()!).sort());
  }

  const filesIn = async (folder: string) => {
    const names = await readdir(join(bucket.folder, folder)).catch(() => []);
    return names.filter((name) => !name.startsWith(".")).sort();
  };
});

async function restartDatabase(): Promise<void> {
  const { uid, gid } = await stat(POSTGRES_DATA);
  const args = ["-D", POSTGRES_DATA, "-w", "-m", "immediate", "-l", join(POSTGRES_DATA, "../log"), "restart"];
  await promisify(execFile)(join(POSTGRES_BIN, "pg_ctl"), args, { uid, gid, cwd: "/" });
}

/** Numbers from 0 to 1 that a seed determines (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
