import type { PGlite, Transaction } from "@electric-sql/pglite";
import { copyChanged } from "./copy-folder.ts";
import { type EmbeddedCall, type Port, type Request, type Results, sentError } from "./embedded-protocol.ts";
import { PreparedStatements } from "./prepared-statements.ts";

type QueryCall = Extract<EmbeddedCall, { do: "query" }>;

interface OpenTransaction {
  tx: Transaction;
  /** Ends it; resolves when it is committed or rolled back. */
  end(commit: boolean): Promise<void>;
}

/** Answers the calls that arrive at a port. The database itself runs one at a time, and a transaction alone. */
export function serveEmbedded(port: Port, pglite: PGlite): void {
  const transactions = new Map<number, OpenTransaction>();
  const target = (id: number | undefined) => {
    if (id === undefined) return pglite;
    const open = transactions.get(id);
    if (!open) throw new Error("This transaction has ended.");
    return open.tx;
  };
  const prepared = new PreparedStatements(pglite);
  const query = async ({ sql, parameters = [], options, transaction }: QueryCall): Promise<Results> => {
    const runner = target(transaction);
    if (!options || isUsual(options)) {
      const results = await (runner === pglite
        ? prepared.alone(sql, parameters)
        : prepared.inTransaction(sql, parameters));
      if (results) return results;
    }
    const results = await runner.query(sql, parameters as never, options as never);
    await prepared.note(sql);
    return results as Results;
  };
  const run = async (call: EmbeddedCall): Promise<unknown> => {
    switch (call.do) {
      case "query":
        return query(call);
      case "exec": {
        const results = await target(call.transaction).exec(call.sql);
        await prepared.note(call.sql);
        return results;
      }
      case "begin":
        transactions.set(call.transaction, await begin(pglite));
        return null;
      case "end": {
        const open = transactions.get(call.transaction);
        transactions.delete(call.transaction);
        await open?.end(call.commit);
        return null;
      }
      case "listen": {
        const { channel } = call;
        await pglite.listen(channel, (payload) => port.postMessage({ channel, payload }));
        return null;
      }
      case "copy":
        return copy(pglite, call.to);
      case "close":
        return pglite.close();
    }
  };
  port.on("message", async ({ id, ...call }: Request) => {
    try {
      port.postMessage({ id, result: await run(call as EmbeddedCall) });
    } catch (error) {
      port.postMessage({ id, error: sentError(error) });
    }
  });
}

/** Passes over the data folder while statements run, at most; one that has copied less than this is the last of them. */
const MAX_PASSES = 4;
const SHORT_PASS_BYTES = 32 * 1024 * 1024;

/**
 * The files are copied while statements run, again those that have changed meanwhile, and the few that changed last while
 * statements wait. What the copy has is what the log of the database has: it is replayed when the copy opens.
 */
async function copy(pglite: PGlite, to: string): Promise<Blob | null> {
  const folder = pglite.dataDir;
  if (!folder || folder.startsWith("memory://")) return pglite.dumpDataDir("none");
  let since_ms = 0;
  for (let pass = 0, bytes = Infinity; pass < MAX_PASSES && bytes > SHORT_PASS_BYTES; pass++) {
    const start_ms = Date.now();
    bytes = await copyChanged(folder, to, since_ms);
    since_ms = start_ms;
  }
  return pglite._runExclusiveQuery(async () => {
    await pglite.syncToFs();
    await copyChanged(folder, to, since_ms);
    return null;
  });
}

/** Rows as objects, which Kysely asks for and is what it gets without asking. */
const isUsual = (options: object): boolean =>
  Object.entries(options).every(([name, value]) => name === "rowMode" && value === "object");

const ROLL_BACK = new Error("rolled back");

function begin(pglite: PGlite): Promise<OpenTransaction> {
  return new Promise((begun, fail) => {
    let finish: (commit: boolean) => void = () => {};
    const ended = new Promise<boolean>((end) => (finish = end));
    const whole = pglite.transaction(async (tx) => {
      const end = async (commit: boolean) => {
        finish(commit);
        await whole.catch((error: unknown) => {
          if (error !== ROLL_BACK) throw error;
        });
      };
      begun({ tx, end });
      if (!(await ended)) throw ROLL_BACK;
    });
    whole.catch(fail);
  });
}
