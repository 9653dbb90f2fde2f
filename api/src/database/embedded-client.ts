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
  listen(channel: string, receive: (payload: string) => void): Promise<void>;
  close(): Promise<void>;
  /** Fails every call that waits and every later one: the thread has ended. */
  fail(error: Error): void;
}

/** Resolves when the other side has opened the database. */
export function connectEmbedded(port: Port): Promise<EmbeddedClient> {
  const waiting = new Map<number, { done(result: unknown): void; fail(error: Error): void }>();
  const listeners = new Map<string, (payload: string) => void>();
  let [last_id, last_transaction, closed] = [0, 0, false];
  let broken: Error | null = null;

  const call = <T>(message: EmbeddedCall) =>
    new Promise<T>((done, fail) => {
      if (broken) return fail(broken);
      const id = ++last_id;
      waiting.set(id, { done: done as (result: unknown) => void, fail });
      port.postMessage({ ...message, id });
    });
  const statements = (transaction?: number): Statements => {
    const within = transaction === undefined ? {} : { transaction };
    return {
      query: (sql, parameters, options) => call({ do: "query", sql, parameters, options, ...within }),
      exec: (sql) => call({ do: "exec", sql, ...within }),
    };
  };
  const client: EmbeddedClient = {
    ...statements(),
    ready: true,
    get closed() {
      return closed;
    },
    waitReady: Promise.resolve(),
    async transaction(act) {
      const transaction = ++last_transaction;
      await call({ do: "begin", transaction });
      const end = (commit: boolean) => call({ do: "end", transaction, commit });
      const result = await act(statements(transaction)).catch(async (error: unknown) => {
        await end(false);
        throw error;
      });
      await end(true);
      return result;
    },
    async listen(channel, receive) {
      listeners.set(channel, receive);
      await call({ do: "listen", channel });
    },
    async close() {
      closed = true;
      await call({ do: "close" });
    },
    fail(error) {
      broken = error;
      for (const { fail } of waiting.values()) fail(error);
      waiting.clear();
    },
  };
  return new Promise((opened, fail) => {
    port.on("message", (reply: Reply) => {
      if ("opened" in reply) return reply.opened ? opened(client) : fail(receivedError(reply.error));
      if ("channel" in reply) return listeners.get(reply.channel)?.(reply.payload);
      const call = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ("error" in reply) call?.fail(receivedError(reply.error));
      else call?.done(reply.result);
    });
  });
}
