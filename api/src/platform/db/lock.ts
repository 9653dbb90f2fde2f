import { createHash } from "node:crypto";
import { open, realpath, rm, stat } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

/** Exclusive lock of a data folder, held while this process has the embedded database open. */
export interface FolderLock {
  release(): Promise<void>;
}

/** Another process holds the lock. */
export class FolderInUse extends Error {
  override name = "FolderInUse";
}

/** A guard file this old was left by a process that died: it is held for a few milliseconds. Guess. */
const GUARD_STALE_MS = 10_000;
/** Operating systems accept socket paths of up to 104 to 108 characters; the socket of a longer one is in the temporary folder. */
const MAX_SOCKET_PATH_CHARS = 100;

/**
 * Locks the folder for this process; throws {@link FolderInUse} when another one has the lock. Two processes on one
 * embedded database corrupt it silently.
 *
 * The lock is a listening socket beside the folder: the operating system closes it when the process dies. A socket file
 * that nothing listens on is replaced under a guard file, created exclusively, so that only one of several processes
 * that start together succeeds.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const parent = await realpath(dirname(folder));
  const socket = socketPath(join(parent, basename(folder)));
  const guard = join(parent, `${basename(folder)}.guard`);
  await createGuard(guard);
  try {
    if (await isListening(socket)) throw new FolderInUse(`${parent} is in use by another Leebow. Stop that one first.`);
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
  return beside.length <= MAX_SOCKET_PATH_CHARS ? beside : join(tmpdir(), `leebow-${hash}.lock`);
}

async function createGuard(guard: string): Promise<void> {
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
    // Its process died while it held it.
    if (age > GUARD_STALE_MS) await rm(guard, { force: true });
    else await new Promise((wake) => setTimeout(wake, 50));
  }
}

function isListening(socket: string): Promise<boolean> {
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
