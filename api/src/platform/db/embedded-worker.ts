/** The thread of the embedded database; bundled beside the server. */
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { sentError } from "./embedded-protocol.ts";
import { serveEmbedded } from "./embedded-server.ts";
import { PARSERS } from "./parsers.ts";

const port = parentPort!;
PGlite.create({ dataDir: workerData.folder, parsers: PARSERS }).then(
  (pglite) => {
    serveEmbedded(port, pglite);
    port.postMessage({ opened: true });
  },
  (error: unknown) => port.postMessage({ opened: false, error: sentError(error) }),
);
