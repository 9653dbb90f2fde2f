/**
 * Commands of the operator while the server has the embedded database open: `leebow-server user …` passes them to the
 * server by a socket in the data folder, which only the user who runs the server can open (mode 0600).
 */
import { rm } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { z } from "zod";
import type { Db } from "../../platform/db/open.ts";
import { runUserCommand, UserCommand } from "./user-commands.ts";

/** Operating systems accept paths of 104 to 108 characters. */
const MAX_PATH_CHARS = 100;
/** Longest command, characters. */
const MAX_CHARS = 10_000;

/** Null where the path would be too long: the command then works while the server is stopped. */
function socketPath(data: string): string | null {
  const path = join(data, "terminal.sock");
  return process.platform !== "win32" && path.length <= MAX_PATH_CHARS ? path : null;
}

/** Answers commands until the function that it returns is called. The caller has the lock of the data folder. */
export async function openTerminalSocket(db: Db, data: string): Promise<() => Promise<void>> {
  const path = socketPath(data);
  if (!path) return async () => {};
  // Left by a process that was killed.
  await rm(path, { force: true });
  const server = createServer({ allowHalfOpen: true }, (socket) => void answer(db, socket));
  await listenPrivately(server, path);
  return () => new Promise((done) => server.close(() => done()));
}

/** The file has its mode from the moment it exists. */
function listenPrivately(server: Server, path: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once("error", fail);
    const before = process.umask(0o177);
    server.listen(path, () => done());
    process.umask(before);
  });
}

const Reply = z.object({ lines: z.array(z.string()) }).or(z.object({ error: z.string() }));

async function answer(db: Db, socket: Socket): Promise<void> {
  socket.on("error", () => socket.destroy());
  let reply: z.input<typeof Reply>;
  try {
    const words = UserCommand.parse(JSON.parse(await textOf(socket)));
    reply = { lines: await runUserCommand(db, words) };
  } catch (error) {
    reply = { error: sentenceOf(error) };
  }
  socket.end(JSON.stringify(reply));
}

async function textOf(socket: Socket, max_chars = MAX_CHARS): Promise<string> {
  socket.setEncoding("utf8");
  let text = "";
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.length > max_chars) throw new Error("This command is too long.");
  }
  return text;
}

/** Also of the errors of calls, whose message is their body. */
export function sentenceOf(error: unknown): string {
  const { message } = error as Error;
  try {
    return String(JSON.parse(message).detail ?? message);
  } catch {
    return message;
  }
}

/** Passes a command to the server of this data folder. Null when none is running. */
export async function askServer(data: string, words: readonly string[]): Promise<string[] | null> {
  const path = socketPath(data);
  const socket = path && (await connected(path));
  if (!socket) return null;
  socket.end(JSON.stringify(words));
  const reply = Reply.parse(JSON.parse(await textOf(socket, Number.POSITIVE_INFINITY)));
  if ("error" in reply) throw new Error(reply.error);
  return reply.lines;
}

function connected(path: string): Promise<Socket | null> {
  return new Promise((done, fail) => {
    const socket = connect({ path, allowHalfOpen: true });
    socket.once("connect", () => done(socket));
    socket.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EACCES")
        fail(new Error("The server of this data folder runs as another user. Use that one."));
      else done(null);
    });
  });
}
