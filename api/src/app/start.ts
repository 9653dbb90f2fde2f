import { createServer as createHttpServer, type RequestListener, type Server, type ServerOptions } from "node:http";
import { join } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import { type Core, loadCore } from "@leebow/core/node";
import { createAuth } from "../platform/auth/auth.ts";
import { openSessions } from "../platform/auth/sessions.ts";
import type { Config } from "../platform/config.ts";
import type { AppContext } from "../platform/context.ts";
import { openDatabase } from "../platform/db/open.ts";
import { openEvents } from "../platform/events/events.ts";
import { bindStorage } from "../platform/files/bind-storage.ts";
import { remakeMissing } from "../platform/files/results.ts";
import { callsOf } from "../platform/http/calls.ts";
import { callsInProgress, refusingEarly } from "../platform/http/overload.ts";
import type { AnyJob } from "../platform/jobs/definition.ts";
import { startJobs } from "../platform/jobs/jobs.ts";
import { hideAlways, type Log, stderrLog } from "../platform/log.ts";
import { outboxMailer, smtpMailer } from "../platform/mail/mail.ts";
import { createMetrics } from "../platform/ops/metrics.ts";
import { closeToOthers } from "../platform/storage/close-to-others.ts";
import { openStorage } from "../platform/storage/open-storage.ts";
import { applyDefaultFeatures } from "../resources/account/features.ts";
import { openTerminalSocket } from "../resources/admin/terminal-socket.ts";
import { endEmbeddedSubscriptions } from "../resources/billing/subscriptions.ts";
import { createApp } from "./app.ts";
import { EMBEDDED_FOLDER } from "./config.ts";
import { secretsOfConfig } from "./config-secrets.ts";
import { createBilling, createGarmin } from "./open-providers.ts";
import { JOBS, RESOURCES, ROUTES } from "./resources.ts";

const KEEP_ALIVE_MS = 75_000;
const HOUR_MS = 3600 * 1000;
/** An address with the longest parameters that a call takes, in characters of which each takes twelve. */
const MAX_HEADER_BYTES = 32 * 1024;
/**
 * Connections that the system keeps until they are accepted; it may allow fewer. Of those above it the first packets are
 * dropped, and clients try again after 1, 3, 7, 15 and 31 s: Node's 511 were reached at five times the load.
 */
const MAX_BACKLOG = 4096;
/** Connections still open this long after the server began to stop are closed. Guess. */
const STOP_TIMEOUT_MS = 20_000;

export interface OpenContext {
  context: AppContext;
  close(): Promise<void>;
}

/** Replacements for tests. */
interface ContextOptions {
  log?: Log;
  core?: Core;
  database_folder?: string;
  database_template?: Blob | undefined;
  jobs?: readonly AnyJob[];
}

/** Opens database, storage and jobs; starts to run jobs unless the role is `api`. */
export async function openContext(config: Config, options: ContextOptions = {}): Promise<OpenContext> {
  const log = options.log ?? stderrLog(config.log_calls);
  hideAlways(secretsOfConfig(config));
  const core = options.core ?? (await loadCore());
  await closeDataFolder(config.data, log);
  const database = await openDatabase({
    url: config.database_url,
    folder: options.database_folder ?? join(config.data, EMBEDDED_FOLDER),
    template: options.database_template,
    pool_size: config.database_connections,
  });
  const { storage, place } = await openStorage(config);
  try {
    await bindStorage({ db: database.db, storage, resources: RESOURCES }, place);
  } catch (error) {
    await database.close();
    throw error;
  }
  await applyDefaultFeatures(database.db, config.providers.default_features);
  if (config.providers.billing !== "embedded") await endEmbeddedSubscriptions(database.db);
  const mailer = mailerOf(config);
  // Each process would keep the mails it sends on its own disk.
  if (!config.smtp_url && config.role !== "all") {
    log.error("no mail leaves this server: SMTP_URL is not set, mails are written into the folder outbox", {});
  }
  const events = await openEvents(database.listen, log);
  const sessions = openSessions({ db: database.db, config, events });
  // A process without workers need not hear of new jobs.
  const queues = { useListenNotify: config.role !== "api", ...database.boss };
  const jobs = await startJobs(queues, log, options.jobs ?? JOBS, remakeMissing);
  const auth = createAuth({ db: database.db, config, jobs, log });
  const metrics = createMetrics(database.db, core.version);
  const context: AppContext = {
    config,
    db: database.db,
    snapshot: database.snapshot,
    auth,
    sessions,
    events,
    storage,
    jobs,
    mailer,
    billing: await createBilling(database.db, config),
    garmin: createGarmin(config),
    core,
    log,
    metrics,
    resources: RESOURCES,
    stopping: false,
  };
  // What is looked through after a start is a job too: a server answers at once, whatever is stored.
  if (config.role !== "api") await jobs.work(context);
  const close = async () => {
    await jobs.stop();
    await events.close();
    await database.close();
  };
  return { context, close };
}

const mailerOf = ({ smtp_url, mail_from, data }: Config) =>
  smtp_url ? smtpMailer(smtp_url, mail_from) : outboxMailer(join(data, "outbox"), mail_from);

async function closeDataFolder(folder: string, log: Log): Promise<void> {
  const { was_open, is_closed } = await closeToOthers(folder);
  if (!was_open) return;
  const now = is_closed ? "it is closed now" : "another user owns it: close it with chmod -R go=";
  log.error(`other users of this machine could read the data folder; ${now}`, { folder });
}

export interface RunningServer {
  context: AppContext;
  /** Address it listens on; null with the role `worker`. */
  address: string | null;
  /** Completes requests and jobs that are running, then closes the database. */
  stop(): Promise<void>;
}

/** Starts the server in this process, according to its role. */
export async function startServer(config: Config): Promise<RunningServer> {
  const { context, close: closeContext } = await openContext(config);
  // Another process can use PostgreSQL itself.
  const closeTerminal = config.database_url ? async () => {} : await openTerminalSocket(context.db, config.data);
  const close = () => closeTerminal().then(closeContext);
  if (config.role === "worker" && !config.has_port) return { context, address: null, stop: close };
  const server = await listen(context);
  const { port } = server.address() as { port: number };
  const stop = async () => {
    context.stopping = true;
    await new Promise((wake) => setTimeout(wake, config.stop_delay_s * 1000));
    // Streams of events never end by themselves.
    await context.events.close();
    const late = setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS);
    await new Promise<void>((done) => {
      server.close(() => done());
      server.closeIdleConnections();
    });
    clearTimeout(late);
    await close();
  };
  const address = config.role === "worker" ? null : `http://localhost:${port}`;
  return { context, address, stop };
}

function listen(context: AppContext): Promise<Server> {
  const calls = callsInProgress();
  const { fetch } = createApp(context, calls);
  const { host: hostname, port } = context.config;
  const createServer = (options: ServerOptions, answer: RequestListener) =>
    createHttpServer(
      { ...options, maxHeaderSize: MAX_HEADER_BYTES },
      refusingEarly(answer, calls, callsOf(ROUTES), context.metrics),
    );
  return new Promise((done, fail) => {
    const server = createAdaptorServer({
      fetch,
      hostname,
      createServer: createServer as typeof createHttpServer,
    }) as Server;
    server.once("error", fail);
    // Longer than clients and proxies keep theirs: a connection that closes while a request arrives is an error for them.
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    // An upload of 100 MB over a slow mobile network takes long.
    server.requestTimeout = HOUR_MS;
    server.listen({ host: hostname, port, backlog: MAX_BACKLOG }, () => done(server));
  });
}
