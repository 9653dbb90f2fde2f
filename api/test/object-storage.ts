import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { S3Config } from "../src/platform/storage/s3-config.ts";

/** The program s3s-fs: an S3 server written by others, which verifies every signature. Installed by scripts/tools.mjs. */
const PROGRAM = process.env.TEST_S3_SERVER ?? "";
export const hasObjectStorage = PROGRAM !== "" && existsSync(PROGRAM);
if (!hasObjectStorage)
  process.stderr.write("TEST_S3_SERVER names no S3 server: the tests of the object storage are skipped.\n");

export interface ObjectStorage {
  config: S3Config;
  /** Folder of the bucket: a file an object. */
  folder: string;
  /** Ends the server at once, keeping its objects, and starts it again. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;

/** Starts an S3 server with an empty bucket on a free port. */
export async function openObjectStorage(): Promise<ObjectStorage> {
  const root = await mkdtemp(join(tmpdir(), "leebow-s3-"));
  const port = await freePort();
  const bucket = "leebow";
  const config: S3Config = {
    endpoint: `http://127.0.0.1:${port}`,
    public_endpoint: null,
    region: "us-east-1",
    bucket,
    access_key_id: "leebow-test",
    secret_access_key: "a secret of the tests",
  };
  const folder = join(root, bucket);
  await mkdir(folder);
  const address = ["--host", "127.0.0.1", "--port", String(port)];
  const keys = ["--access-key", config.access_key_id, "--secret-key", config.secret_access_key];
  let child: ChildProcess | null = null;
  const start = async () => {
    child = spawn(PROGRAM, [...address, ...keys, root], { stdio: "ignore", env: { RUST_LOG: "error" } });
    await answering(port, child);
  };
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  const close = async () => {
    await kill();
    await rm(root, { recursive: true, force: true });
  };
  await start();
  return { config, folder, kill, start, close };
}

async function answering(port: number, child: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline && child.exitCode === null; ) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await new Promise<boolean>((done) => {
      socket.once("connect", () => done(true)).once("error", () => done(false));
    });
    socket.destroy();
    if (isOpen) return;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  throw new Error("the S3 server did not start");
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
