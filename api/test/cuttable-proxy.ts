import { connect, createServer, type Server, type Socket } from "node:net";

/** A connection to a database that can be cut, as by a network or a restart. */
export class CuttableProxy {
  readonly #target: { host: string; port: number };
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #port = 0;

  constructor(target: URL) {
    this.#target = { host: target.hostname, port: Number(target.port || 5432) };
  }

  /** Begins to listen; after a cut at the same port. */
  async open(): Promise<number> {
    this.#server = createServer((client) => this.#join(client, connect(this.#target)));
    await new Promise<void>((done) => this.#server!.listen(this.#port, "127.0.0.1", done));
    this.#port = (this.#server.address() as { port: number }).port;
    return this.#port;
  }

  /** Breaks every connection, and refuses new ones until it is opened again. */
  async cut(): Promise<void> {
    const closed = new Promise((done) => this.#server?.close(done) ?? done(null));
    for (const socket of this.#sockets) socket.resetAndDestroy();
    await closed;
  }

  #join(client: Socket, server: Socket): void {
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(one);
      one.on("error", () => {});
      one.on("close", () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }
}
