import { type EmbeddedCall, type Port, type Reply, type Results, receivedError } from "./embedded-protocol.ts";

type Statements = {
  query(sql: string, parameters?: unknown[], options?: object): Promise<Results>;
  exec(sql: string): Promise<Results[]>;
};

/** The embedded database behind a port: what Kysely's dialect, pg-boss and the events use of a PGlite. */
export interface EmbeddedClient extends Statements {
  readonly ready: boolean;
  readonly closed: boolean;
  readonly waitReady: Promise<void>;
  transaction<T>(act: (tx: Statements) => Promise<T>): Promise<T>;
  /** Resolves to the function that ends it. */
  listen(channel: string, receive: (payload: string) => void): Promise<() => Promise<void>>;
  /** Copies the data folder here; of a database in memory, answers a dump. */
  copy(to: string): Promise<Blob | null>;
  close(): Promise<void>;
  /** Fails every call that waits and every later one: the thread has ended. */
  fail(error: Error): void;
}

/** Calls that wait for their replies, in the order of their ids. */
class Calls {
  readonly #waiting = new Map<number, { done(result: unknown): void; fail(error: Error): void }>();
  readonly #port: Port;
  #last_id = 0;
  #broken: Error | null = null;

  constructor(port: Port) {
    this.#port = port;
  }

  send<T>(message: EmbeddedCall): Promise<T> {
    return new Promise((done, fail) => {
      if (this.#broken) return fail(this.#broken);
      const id = ++this.#last_id;
      this.#waiting.set(id, { done: done as (result: unknown) => void, fail });
      this.#port.postMessage({ ...message, id });
    });
  }

  /** Ends the call that a reply is to. */
  end(reply: Extract<Reply, { id: number }>): void {
    const call = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ("error" in reply) call?.fail(receivedError(reply.error));
    else call?.done(reply.result);
  }

  fail(error: Error): void {
    this.#broken = error;
    for (const { fail } of this.#waiting.values()) fail(error);
    this.#waiting.clear();
  }
}

/** Resolves when the other side has opened the database. */
export function connectEmbedded(port: Port): Promise<EmbeddedClient> {
  const calls = new Calls(port);
  const listeners = new Map<string, (payload: string) => void>();
  const client = clientOf(calls, listeners);
  return new Promise((opened, fail) => {
    port.on("message", (reply: Reply) => {
      if ("opened" in reply) return reply.opened ? opened(client) : fail(receivedError(reply.error));
      if ("channel" in reply) return listeners.get(reply.channel)?.(reply.payload);
      calls.end(reply);
    });
  });
}

function statementsOf(calls: Calls, transaction?: number): Statements {
  const within = transaction === undefined ? {} : { transaction };
  return {
    query: async (sql, parameters, options) =>
      withBuffers(await calls.send<Results>({ do: "query", sql, parameters, options, ...within })),
    exec: (sql) => calls.send({ do: "exec", sql, ...within }),
  };
}

function clientOf(calls: Calls, listeners: Map<string, (payload: string) => void>): EmbeddedClient {
  let [last_transaction, closed] = [0, false];
  return {
    ...statementsOf(calls),
    ready: true,
    get closed() {
      return closed;
    },
    waitReady: Promise.resolve(),
    async transaction(act) {
      const transaction = ++last_transaction;
      await calls.send({ do: "begin", transaction });
      const end = (commit: boolean) => calls.send({ do: "end", transaction, commit });
      const result = await act(statementsOf(calls, transaction)).catch(async (error: unknown) => {
        await end(false);
        throw error;
      });
      await end(true);
      return result;
    },
    async listen(channel, receive) {
      listeners.set(channel, receive);
      await calls.send({ do: "listen", channel });
      return async () => void listeners.delete(channel);
    },
    copy: (to) => calls.send({ do: "copy", to }),
    async close() {
      closed = true;
      await calls.send({ do: "close" });
    },
    fail: (error) => calls.fail(error),
  };
}

const BYTEA = 17;

/** A Buffer arrives as a plain array of bytes. */
function withBuffers(results: Results): Results {
  for (const { name } of results.fields.filter(({ dataTypeID }) => dataTypeID === BYTEA))
    for (const row of results.rows) {
      const bytes = row[name] as Uint8Array | null;
      row[name] = bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
  return results;
}
