import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readFixture } from "@leebow/fixtures";
import { afterAll, describe, expect, inject, it } from "vitest";
import { type Answer, type CallOptions, personOf, processed, trackForm } from "./test-server.ts";
import { until } from "./until.ts";

const MAIN = fileURLToPath(new URL("../dist/main.js", import.meta.url));
/** The tests need the built server; PostgreSQL has no folder to lock and is covered by the other tests. */
const possible = existsSync(MAIN) && !process.env.DATABASE_URL && !process.env.TEST_DATABASE_URL;
if (!existsSync(MAIN))
  process.stderr.write("api/dist/main.js is not built: the tests of the running server are skipped.\n");

/** Creating an embedded database takes 3 s of computing time, and over a minute on a busy machine. */
const START_TIMEOUT_MS = 180_000;

interface Running {
  process: ChildProcess;
  port: number;
  output: () => string;
}

async function start(data: string, args: string[] = [], changes: Record<string, string> = {}): Promise<Running> {
  const env = { ...process.env, LEEBOW_DATA: data, PORT: "0", NODE_ENV: "production", ...changes };
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout!, child.stderr!]) stream.on("data", (chunk) => (output += chunk));
  for (let tries = 0; tries < START_TIMEOUT_MS / 100 && child.exitCode === null; tries++) {
    const ready = /^Leebow is ready at http:\/\/localhost:(\d+)\.$/m.exec(output);
    if (ready) return { process: child, port: Number(ready[1]), output: () => output };
    await new Promise((wake) => setTimeout(wake, 100));
  }
  throw new Error(`the server did not start: ${output}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

async function stop({ process: child }: Running, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, "exit");
  child.kill(signal);
  return (await ended)[0] as number | null;
}

const caller =
  (port: number) =>
  async (method: string, path: string, options: CallOptions = {}): Promise<Answer> => {
    const headers = new Headers(options.headers);
    if (options.json !== undefined) headers.set("content-type", "application/json");
    const body = options.json === undefined ? options.form : JSON.stringify(options.json);
    const response = await fetch(`http://localhost:${port}${path}`, { method, headers, ...(body ? { body } : {}) });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return {
      status: response.status,
      body: isJson ? JSON.parse(Buffer.from(bytes).toString()) : null,
      headers: response.headers,
      bytes,
    };
  };

const account = {
  first_name: "Ada",
  last_name: "Lovelace",
  email: "ada@leebow.test",
  password: "lee bow",
  password_confirmation: "lee bow",
  primary_boat_class: "49er",
};

describe.skipIf(!possible)("the running server", () => {
  const folders: string[] = [];
  const running: Running[] = [];
  const begin = async (data: string, args?: string[], changes?: Record<string, string>) => {
    const server = await start(data, args, changes);
    running.push(server);
    return server;
  };
  const newFolder = async () => {
    const data = await mkdtemp(join(tmpdir(), "leebow-process-"));
    folders.push(data);
    return data;
  };
  /** A data folder with a database whose tables are there. */
  const usedFolder = async () => {
    const data = await newFolder();
    await cp(inject("server_folder"), join(data, "db"), { recursive: true });
    return data;
  };
  afterAll(async () => {
    for (const server of running) if (server.process.exitCode === null) server.process.kill("SIGKILL");
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  it(
    "prints one line, refuses a second process on the same folder with a message, and stops with code 0",
    async () => {
      const data = await newFolder();
      const server = await begin(data);
      await expect(start(data)).rejects.toThrow(/is in use by another Leebow\. Stop that one first\./);
      expect((await fetch(`http://localhost:${server.port}/api/health/`)).status).toBe(200);
      expect(await stop(server, "SIGTERM")).toBe(0);
      expect(server.output().trim().split("\n")).toHaveLength(1);
    },
    START_TIMEOUT_MS * 4,
  );

  it(
    "stops with code 0 before it is ready, once it answers calls, and starts again",
    async () => {
      const data = await usedFolder();
      const port = await freePort();
      const env = { ...process.env, LEEBOW_DATA: data, PORT: String(port), NODE_ENV: "production" };
      const child = spawn(process.execPath, [MAIN, "--demo"], { env, stdio: ["ignore", "pipe", "pipe"] });
      let output = "";
      child.stdout!.on("data", (chunk) => (output += chunk));
      const health = () => fetch(`http://localhost:${port}/api/health/`).catch(() => null);
      await expect.poll(async () => (await health())?.status, { timeout: START_TIMEOUT_MS, interval: 5 }).toBe(200);
      const early: Running = { process: child, port, output: () => output };
      running.push(early);
      expect(await stop(early, "SIGTERM")).toBe(0);
      expect(output).not.toContain("is ready");
      const again = await begin(data, ["--demo"]);
      await stop(again, "SIGTERM");
    },
    START_TIMEOUT_MS * 4,
  );

  it(
    "has the demo account only with --demo and only when it is reachable from this machine alone",
    async () => {
      const data = await usedFolder();
      const login = async ({ port }: Running) => {
        const json = { email: "demo@leebow.example", password: "leebow" };
        return (await caller(port)("POST", "/api/users/login/", { json })).status;
      };
      const demo = await begin(data, ["--demo"]);
      expect(await login(demo)).toBe(200);
      await stop(demo, "SIGTERM");
      const plain = await begin(data);
      expect(await login(plain)).toBe(400);
      await stop(plain, "SIGTERM");
      const open = await begin(data, ["--demo"], { HOST: "0.0.0.0" });
      expect(open.output()).toMatch(/Demo account: none, because other machines can reach this server\./);
      expect(await login(open)).toBe(400);
      await stop(open, "SIGTERM");
    },
    START_TIMEOUT_MS * 4,
  );

  it(
    "completes after a kill and a restart what it had accepted, and shows nothing of an upload it had not accepted",
    async () => {
      const data = await usedFolder();
      const first = await begin(data);
      const register = await caller(first.port)("POST", "/api/users/register/", { json: account });
      const ada = personOf(caller(first.port), register.body);
      const accepted = await ada.call("POST", "/api/tracks/", {
        form: trackForm("kept.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser" }),
      });
      expect(accepted.status).toBe(201);
      await halfAnUpload(first.port, register.body.access, data);
      await stop(first, "SIGKILL");
      const incoming = join(data, "files/incoming");
      const half = await readdir(incoming);
      expect(half).not.toHaveLength(0);

      const second = await begin(data);
      // The repeated job may be writing temporary files of its own.
      const left = async () => (await readdir(incoming)).filter((name) => half.includes(name));
      await expect.poll(left, { timeout: START_TIMEOUT_MS }).toEqual([]);
      expect(await readdir(join(data, "files/sources"))).toHaveLength(1);
      const again = personOf(caller(second.port), register.body);
      const { body } = await again.call("GET", "/api/tracks/");
      expect(body.results.map((track: { file_name: string }) => track.file_name)).toEqual(["kept.gpx"]);
      expect((await processed(again.call, accepted.body.id)).processing_status).toBe(3);
      await stop(second, "SIGTERM");
    },
    START_TIMEOUT_MS * 4,
  );

  it(
    "deletes an upload whose connection was closed, and continues",
    async () => {
      const data = await usedFolder();
      const server = await begin(data);
      const register = await caller(server.port)("POST", "/api/users/register/", { json: account });
      const upload = await halfAnUpload(server.port, register.body.access, data);
      upload.destroy();
      await expect.poll(() => readdir(join(data, "files/incoming"))).toEqual([]);
      expect((await personOf(caller(server.port), register.body).call("GET", "/api/tracks/")).body.results).toEqual([]);
      await stop(server, "SIGTERM");
    },
    START_TIMEOUT_MS * 4,
  );
});

/** Sends the headers and 3 MB of an upload, and leaves the connection open. */
async function halfAnUpload(port: number, access: string, data: string) {
  const boundary = "half";
  const upload = request({
    port,
    method: "POST",
    path: "/api/tracks/",
    headers: {
      authorization: `Bearer ${access}`,
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "content-length": 50_000_000,
    },
  });
  upload.on("error", () => {});
  upload.write(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="half.gpx"\r\n\r\n`);
  upload.write(Buffer.alloc(3_000_000));
  await until(async () => (await readdir(join(data, "files/incoming")).catch(() => [])).length > 0);
  return upload;
}
