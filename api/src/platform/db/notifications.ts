import pg from "pg";

export interface NotificationListener {
  onPayload(payload: string): void;
  /** False: notifications are lost from here; true: they arrive from here. */
  onConnection(is_connected: boolean): void;
}

/** A connection that receives the notifications of one channel. */
export interface Notifications {
  /** Resolves when those committed before this call have been received, or the connection is lost. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Attempts to connect again are this far apart, growing to the longest. *guess* */
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 2000;
/** A connection whose other end is gone without a word is found by a query. *guess* */
const PROBE_MS = 10_000;
const ANSWER_TIMEOUT_MS = 2000;

/** Listens on a connection of its own, which is opened again whenever it breaks. The first one must succeed. */
export async function listenPostgres(
  url: string,
  channel: string,
  listener: NotificationListener,
): Promise<Notifications> {
  let client: pg.Client | null = null;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  const connect = async () => {
    const opening = clientFor(url);
    opening.on("notification", ({ payload }) => listener.onPayload(payload ?? ""));
    opening.on("error", () => lose(opening));
    opening.on("end", () => lose(opening));
    try {
      await opening.connect();
      await opening.query(`listen ${channel}`);
    } catch (error) {
      void opening.end().catch(() => {});
      throw error;
    }
    if (closed) return void opening.end().catch(() => {});
    client = opening;
    listener.onConnection(true);
  };
  const lose = (lost: pg.Client) => {
    if (lost !== client) return;
    client = null;
    // Not awaited: the other end may never answer.
    void lost.end().catch(() => {});
    if (closed) return;
    listener.onConnection(false);
    reconnect(FIRST_RETRY_MS);
  };
  const reconnect = (delay_ms: number) => {
    retry = setTimeout(() => {
      if (!closed) connect().catch(() => reconnect(Math.min(delay_ms * 2, LONGEST_RETRY_MS)));
    }, delay_ms);
  };
  // The server sends the notifications that wait before the answer to a query.
  const flush = oneAtATime(async () => {
    const asked = client;
    await asked?.query("select 1").catch(() => lose(asked));
  });
  const probe = setInterval(flush, PROBE_MS).unref();

  await connect();
  const close = async () => {
    closed = true;
    clearInterval(probe);
    clearTimeout(retry);
    await client?.end().catch(() => {});
  };
  return { flush, close };
}

function clientFor(connectionString: string): pg.Client {
  return new pg.Client({
    connectionString,
    keepAlive: true,
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    application_name: "leebow events",
  });
}

/** Runs once for all callers that wait, each time begun after their calls: never two runs at the same time. */
function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = () => {
    next = null;
    running = run().finally(() => (running = null));
    return running;
  };
  return () => {
    if (!running) return start();
    next ??= running.then(start, start);
    return next;
  };
}
