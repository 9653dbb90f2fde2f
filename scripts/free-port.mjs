import { createServer } from "node:net";

/** A free port: this one, or the next; 0 for any. */
export async function freePort(wanted = 0) {
  for (let port = wanted; port < 65536; port++) {
    const got = await tryPort(port);
    // Another program may listen on 127.0.0.1 only, which "localhost" would reach.
    if (got && (await tryPort(got, "127.0.0.1"))) return got;
  }
  throw new Error(`No port from ${wanted} on is free.`);
}

function tryPort(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen(port, host, () => {
      const { port: got } = server.address();
      server.close(() => resolve(got));
    });
  });
}
