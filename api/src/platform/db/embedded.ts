import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { MessageChannel, Worker } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { connectEmbedded, type EmbeddedClient } from "./embedded-client.ts";
import { serveEmbedded } from "./embedded-server.ts";
import { PARSERS } from "./parsers.ts";

/** Beside the bundled server; not there when the sources run. */
const WORKER = fileURLToPath(new URL("./embedded-worker.js", import.meta.url));

type Embedded = Pick<EmbeddedClient, "closed" | "close" | "copy"> & {
  listen(channel: string, receive: (payload: string) => void): Promise<unknown>;
};

/**
 * Opens the embedded database in a thread of its own, because it computes without a pause in the thread it runs in:
 * where two thirds of the server's time go. In memory, and where the sources run, it is in this thread.
 */
export async function openPglite(folder: string, template: Blob | undefined): Promise<Embedded> {
  if (folder.startsWith("memory://") || template || !existsSync(WORKER)) return openHere(folder, template);
  const worker = new Worker(WORKER, { workerData: { folder } });
  const ended = new Promise<never>((_, fail) => {
    worker.once("error", fail);
    worker.once("exit", () => fail(new Error("The embedded database has ended.")));
  });
  const opening = connectEmbedded(worker);
  ended.catch((error: Error) => opening.then((client) => client.fail(error)));
  const client = await Promise.race([opening, ended]).catch(async (error: unknown) => {
    await worker.terminate();
    throw error;
  });
  return Object.assign(Object.create(client) as EmbeddedClient, {
    async close() {
      await client.close();
      await worker.terminate();
    },
  });
}

/** In this thread, behind the same port. */
async function openHere(folder: string, template: Blob | undefined): Promise<Embedded> {
  const pglite = await PGlite.create({
    dataDir: folder,
    parsers: PARSERS,
    ...(template ? { loadDataDir: template } : {}),
  });
  const { port1, port2 } = new MessageChannel();
  const connected = connectEmbedded(port2);
  serveEmbedded(port1, pglite);
  port1.postMessage({ opened: true });
  const client = await connected;
  return Object.assign(Object.create(client) as EmbeddedClient, {
    async close() {
      await client.close();
      port1.close();
    },
  });
}
