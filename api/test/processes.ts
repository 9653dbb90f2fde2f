import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { S3Config } from "../src/platform/storage/s3-config.ts";

const MAIN = fileURLToPath(new URL("../dist/main.js", import.meta.url));
export const isServerBuilt = existsSync(MAIN);

/** Creating a database and loading the engine takes a few seconds of computing time, and minutes on a busy machine. */
const START_TIMEOUT_MS = 180_000;

/** The built program with these words and environment. */
export const runServer = (words: readonly string[], env: Record<string, string>) =>
  spawn(process.execPath, [MAIN, ...words], {
    env: { ...process.env, NODE_ENV: "production", HOST: "127.0.0.1", ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });

export type Role = "all" | "api" | "worker";

/** A process of the server that can be killed and started again, each time with an empty data folder. */
export class ServerProcess {
  readonly role: Role;
  readonly #env: Record<string, string>;
  readonly #program: string;
  #child: ChildProcess | null = null;
  #folder = "";
  #output = "";
  /** Address of an `api` or `all` process that is ready; null while there is none. */
  address: string | null = null;

  /** `program`: another version of the server. */
  constructor(role: Role, env: Record<string, string>, program = MAIN) {
    this.role = role;
    this.#env = env;
    this.#program = program;
  }

  async start(): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), `leebow-${this.role}-`));
    await this.startAgain();
  }

  /** With the data folder that it had. */
  async startAgain(): Promise<void> {
    const own = { ROLE: this.role, LEEBOW_DATA: this.#folder, ...(this.role !== "worker" && { PORT: "0" }) };
    const { PORT: _, ...inherited } = process.env;
    const env = { ...inherited, NODE_ENV: "production", HOST: "127.0.0.1", ...this.#env, ...own };
    const child = spawn(process.execPath, [this.#program], { env, stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    this.#output = "";
    for (const stream of [child.stdout!, child.stderr!]) stream.on("data", (chunk) => this.#keep(chunk));
    for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline && child.exitCode === null; ) {
      const ready = /^Leebow is ready (?:at http:\/\/localhost:(\d+)|to work)\.$/m.exec(this.#output);
      if (ready) {
        this.address = ready[1] ? `http://127.0.0.1:${ready[1]}` : null;
        return;
      }
      // Killed before it was ready.
      if (child.signalCode !== null) return;
      await new Promise((wake) => setTimeout(wake, 50));
    }
    throw new Error(`a process with the role ${this.role} did not start: ${this.#output}`);
  }

  /** Lets it complete what it does, and keeps its data folder. */
  async stop(): Promise<void> {
    await this.#end("SIGTERM");
  }

  /** Ends it at once, and deletes its data folder: nothing that counts may be there. */
  async kill(): Promise<void> {
    await this.killKeepingFiles();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async killKeepingFiles(): Promise<void> {
    await this.#end("SIGKILL");
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.address = null;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }

  /** What it wrote last. */
  get output(): string {
    return this.#output;
  }

  get pid(): number {
    return this.#child!.pid!;
  }

  get folder(): string {
    return this.#folder;
  }

  /** Memory it has in use, MB; null where the system does not tell. */
  async memory_mb(): Promise<number | null> {
    const status = await readFile(`/proc/${this.pid}/status`, "utf8").catch(() => "");
    const kb = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
    return kb === undefined ? null : Number(kb) / 1024;
  }

  get hasEnded(): boolean {
    return this.#child !== null && this.#child.exitCode !== null;
  }

  #keep(chunk: unknown): void {
    this.#output = `${this.#output}${chunk}`.slice(-20_000);
  }
}

/** Environment that the processes of one server share. */
export function sharedEnvironment(database_url: string, s3: S3Config): Record<string, string> {
  return {
    DATABASE_URL: database_url,
    LEEBOW_SECRET: "the secret of the processes that the tests kill",
    PUBLIC_URL: "http://leebow.test",
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.access_key_id,
    S3_SECRET_ACCESS_KEY: s3.secret_access_key,
  };
}
