import { createServer } from "node:net";

/** A port nobody listens on: this one, or the next that is free; 0 takes any. */
export async function freePort(wanted = 0) {
  for (let port = wanted; port < 65536; port++) {
    const got = await tryPort(port);
    // Somebody may listen on 127.0.0.1 alone: then "localhost" would lead to him.
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
