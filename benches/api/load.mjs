/** An open-loop load: calls begin at their planned times whether or not the earlier ones have been answered. */
import { Agent, request } from "node:http";

/** A call that takes longer has failed. */
const TIMEOUT_MS = 30_000;

/**
 * Sends `rate` calls a second for `seconds`; `next()` gives the path and the token of each. The latency of a call is
 * counted from its planned time, so that a generator or a server that falls behind is measured as such.
 */
export async function load({ port, rate, seconds, next }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 2000 });
  const result = { latencies_ms: [], errors: new Map(), refused: 0, without_retry_after: 0 };
  const begin_ms = performance.now() + 50;
  const count = Math.round(rate * seconds);
  const open = new Set();
  for (let sent = 0; sent < count; ) {
    const now_ms = performance.now();
    while (sent < count && begin_ms + (sent * 1000) / rate <= now_ms) {
      const call = send(agent, port, next(), begin_ms + (sent * 1000) / rate, result).finally(() => open.delete(call));
      open.add(call);
      sent++;
    }
    await new Promise((wake) => setTimeout(wake, 1));
  }
  await Promise.all(open);
  agent.destroy();
  result.latencies_ms.sort((a, b) => a - b);
  return { ...result, count };
}

function send(agent, port, { path, token }, planned_ms, result) {
  return new Promise((done) => {
    const fail = (why) => {
      result.errors.set(why, (result.errors.get(why) ?? 0) + 1);
      done();
    };
    const headers = { authorization: `Bearer ${token}`, "accept-encoding": "gzip" };
    const call = request({ agent, host: "127.0.0.1", port, path, headers, timeout: TIMEOUT_MS }, (answer) => {
      answer.resume();
      answer.on("error", (error) => fail(error.code ?? error.message));
      answer.on("end", () => {
        const { statusCode: status } = answer;
        if (status === 200) result.latencies_ms.push(performance.now() - planned_ms);
        else if (status === 429 || status === 503) {
          result.refused++;
          if (!answer.headers["retry-after"]) result.without_retry_after++;
        } else return fail(`status ${status}`);
        done();
      });
    });
    call.on("timeout", () => call.destroy(new Error("time-out")));
    call.on("error", (error) => fail(error.code ?? error.message));
    call.end();
  });
}

export const quantile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
