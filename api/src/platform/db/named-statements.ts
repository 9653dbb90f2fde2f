import { LRUCache } from "lru-cache";
import type { PoolClient } from "pg";

/** What PostgreSQL can keep a plan of. */
const PLANNED = /^\s*(select|insert|update|delete|with)\b/i;
/** Statements that a connection keeps. More texts than the calls have come of lists of many lengths. *guess* */
const MAX_STATEMENTS = 500;
/** Uses before a statement is kept: texts of one use are not worth it. */
const USES_BEFORE = 2;

/** Counts the uses of statements and names those that the connections of a pool keep. */
export class StatementNames {
  readonly #uses = new LRUCache<string, number>({ max: MAX_STATEMENTS });
  readonly #names = new Map<string, string>();
  #generation = 0;

  /** The name under which connections prepare this statement; undefined: it is run as it is. */
  nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known || this.#names.size >= MAX_STATEMENTS || !PLANNED.test(sql)) return known;
    const uses = (this.#uses.get(sql) ?? 0) + 1;
    if (uses <= USES_BEFORE) {
      this.#uses.set(sql, uses);
      return undefined;
    }
    this.#uses.delete(sql);
    const name = `leebow_${this.#generation}_${this.#names.size}`;
    this.#names.set(sql, name);
    return name;
  }

  /** A table has other columns than when a statement was prepared: all are prepared again under other names. */
  forget(): void {
    this.#names.clear();
    this.#uses.clear();
    this.#generation++;
  }
}

const FAILED_TRANSACTION = "25P02";

/** "cached plan must not change result type": another version of the server has added a column. */
const isOutdated = (error: unknown) => {
  const { code, routine } = error as { code?: string; routine?: string };
  return code === "0A000" && routine === "RevalidateCachedQuery";
};

/**
 * Makes a connection of the driver prepare its statements at their third use, as the embedded database does: PostgreSQL
 * plans a statement each time otherwise. An outdated one is run again, but for one in a transaction, which has failed.
 */
export function nameStatements(client: PoolClient, names: StatementNames): void {
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
  const named = async (sql: string, values: unknown[], name: string) => {
    try {
      return await query({ name, text: sql, values });
    } catch (error) {
      if (!isOutdated(error)) throw error;
      names.forget();
      return query(sql, values).catch((again: { code?: string }) => {
        throw again.code === FAILED_TRANSACTION ? error : again;
      });
    }
  };
  client.query = ((...given: unknown[]) => {
    const [sql, values, ...rest] = given;
    const name = typeof sql === "string" && Array.isArray(values) && rest.length === 0 ? names.nameOf(sql) : undefined;
    return name ? named(sql as string, values as unknown[], name) : query(...given);
  }) as typeof client.query;
}
