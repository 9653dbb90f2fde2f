import { createHash } from "node:crypto";
import { open, realpath, rm, stat } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

/** Held while this process has the embedded database open. */
export interface FolderLock {
  release(): Promise<void>;
}

/** Somebody else has the folder open. */
export class FolderInUse extends Error {
  override name = "FolderInUse";
}

const GUARD_STALE_MS = 10_000;
/** Unix socket paths end at about 104 characters; longer ones go to the temporary folder. */
const SOCKET_PATH_CHARS = 100;

/**
 * Takes the folder for this process alone: two processes on one embedded database destroy it without a word.
 *
 * The lock is a listening socket beside the folder, so that the system gives it back when a process dies. Taking over
 * a dead one's socket happens under a guard file, made exclusively, so that two starters cannot both succeed.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const parent = await realpath(dirname(folder));
  const socket = socketPath(join(parent, basename(folder)));
  const guard = join(parent, `${basename(folder)}.guard`);
  await takeGuard(guard);
  try {
    if (await answers(socket)) throw new FolderInUse(`${parent} is in use by another Leebow. Stop that one first.`);
    if (process.platform !== "win32") await rm(socket, { force: true });
    const server = await listen(socket);
    return { release: () => new Promise((done) => server.close(() => done())) };
  } finally {
    await rm(guard, { force: true });
  }
}

function socketPath(folder: string): string {
  const hash = createHash("sha256").update(folder).digest("hex").slice(0, 24);
  if (process.platform === "win32") return `\\\\.\\pipe\\leebow-${hash}`;
  const beside = `${folder}.lock`;
  return beside.length <= SOCKET_PATH_CHARS ? beside : join(tmpdir(), `leebow-${hash}.lock`);
}

async function takeGuard(guard: string): Promise<void> {
  const deadline = Date.now() + GUARD_STALE_MS * 2;
  for (;;) {
    try {
      await (await open(guard, "wx")).close();
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || Date.now() > deadline) throw error;
    }
    const age = await stat(guard).then(
      (s) => Date.now() - s.mtimeMs,
      () => 0,
    );
    // Its holder died in the few milliseconds that it is held.
    if (age > GUARD_STALE_MS) await rm(guard, { force: true });
    else await new Promise((wake) => setTimeout(wake, 50));
  }
}

function answers(socket: string): Promise<boolean> {
  return new Promise((done) => {
    const probe = connect(socket, () => {
      probe.destroy();
      done(true);
    });
    probe.on("error", () => done(false));
  });
}

function listen(socket: string): Promise<Server> {
  return new Promise((done, fail) => {
    const server = createServer((peer) => peer.destroy());
    server.on("error", fail);
    server.listen(socket, () => {
      server.unref();
      done(server);
    });
  });
}
