import { MessagePort } from "node:worker_threads";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { onOwnServer } from "../../../test/test-server.ts";
import { waitForJobs } from "../../../test/world.ts";
import { JOBS } from "../../app/resources.ts";

/** Between two passes of pg-boss's own maintenance, which makes about 14 queries a minute: of two such times one has none. */
const OBSERVED_S = 12;

onOwnServer(
  "a server without calls and jobs",
  (at) => {
    const queries: string[] = [];
    beforeAll(() => {
      const client = pg.Client.prototype as { query(query: unknown, ...rest: unknown[]): unknown };
      const { query } = client;
      vi.spyOn(client, "query").mockImplementation(function (this: object, ...args) {
        queries.push(textOf(args[0]));
        return query.apply(this as never, args);
      });
      const { postMessage } = MessagePort.prototype;
      vi.spyOn(MessagePort.prototype, "postMessage").mockImplementation(function (this: MessagePort, message, ...rest) {
        if (["query", "exec", "begin"].includes(message?.do)) queries.push(message.sql ?? "begin");
        return postMessage.call(this, message, ...(rest as []));
      });
    });
    afterAll(() => void vi.restoreAllMocks());

    it("makes at most two queries a second", async () => {
      // The jobs of the start, such as the building of indexes, have ended.
      await new Promise((wake) => setTimeout(wake, 2000));
      await waitForJobs(at());
      for (let times = 0; times === 0 || (times === 1 && queries.length > 2 * OBSERVED_S); times++) {
        queries.length = 0;
        await new Promise((wake) => setTimeout(wake, OBSERVED_S * 1000));
      }
      expect(queries.length, countsOf(queries)).toBeLessThanOrEqual(2 * OBSERVED_S);
      // The spies see the queries: a server that looks for no job would pass, too.
      expect(queries.length).toBeGreaterThan(0);
    }, 60_000);
  },
  JOBS,
);

const textOf = (query: unknown): string =>
  typeof query === "string" ? query : ((query as { text?: string }).text ?? "");

/** Each text with its number, the most frequent first. */
function countsOf(queries: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of queries) {
    const short = text.replace(/\s+/g, " ").trim().slice(0, 100);
    counts.set(short, (counts.get(short) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return `${queries.length} queries in ${OBSERVED_S} s:\n${sorted.map(([text, count]) => `${count} ${text}`).join("\n")}`;
}
