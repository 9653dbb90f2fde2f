import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, inject } from "vitest";
import { createApp } from "../src/app/app.ts";
import type { Session, Track } from "../src/app/contract.ts";
import { EMBEDDED_PROVIDERS } from "../src/app/providers.ts";
import { JOBS } from "../src/app/resources.ts";
import { type OpenContext, openContext } from "../src/app/start.ts";
import type { Config } from "../src/platform/config.ts";
import type { AppContext } from "../src/platform/context.ts";
import type { AnyJob } from "../src/platform/jobs/definition.ts";
import { emptyServer, type FirstState, firstState } from "./empty-server.ts";
import { freshDatabase } from "./postgres.ts";
import { until } from "./until.ts";
import { validateAnswer } from "./validate-answer.ts";

/** A server without a socket, and calls for tests. */
export interface TestServer {
  context: AppContext;
  config: Config;
  /** Errors the server logged. */
  errors: unknown[];
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Passes a request to the server. */
  fetch(request: Request): Response | Promise<Response>;
  /** A registered person with a confirmed address. */
  signUp(name?: string): Promise<Person>;
  signUpUnconfirmed(name?: string): Promise<Person>;
  /** Texts of the sent mails, oldest first, without those that every registration sends. */
  mails(): Promise<string[]>;
  /** The mails to an address, oldest first, as soon as there are so many. */
  mailsTo(address: string, count?: number): Promise<string[]>;
  /** The link that confirms this address, as mailed at its registration. */
  confirmationLink(address: string): Promise<string>;
}

export interface CallOptions {
  json?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the body of any call; each test asserts its shape.
  body: any;
  headers: Headers;
  bytes: Uint8Array;
}

export interface Person {
  session: Session;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Uploads a recording and waits for the end of its analysis. */
  upload(name: string, bytes: Uint8Array, fields?: Record<string, string>): Promise<Track>;
}

/** A PostgreSQL server on which tests may create databases; without one they run on the embedded database. */
export const POSTGRES = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL || undefined;

/**
 * Runs the tests on a server with an empty database: embedded, or PostgreSQL where the environment names one. It is the one
 * that the files of this process share, unless `changes` are given.
 */
export function onEveryDatabase(
  title: string,
  tests: (at: () => TestServer) => void,
  changes?: Partial<Config>,
  jobs?: readonly AnyJob[],
): void {
  describe(`${title}, on ${POSTGRES ? "PostgreSQL" : "PGlite"}`, () => {
    let opened: OpenedTestServer;
    let close = async () => {};
    beforeAll(async () => {
      opened = await (changes ? openTestServer(changes, jobs) : sharedServer());
      close = changes ? opened.close : () => emptyShared(opened);
    }, 120_000);
    afterAll(() => close(), 120_000);
    tests(() => opened);
  });
}

/**
 * For tests that change definitions in the database, look at all its jobs, or replace parts of the server for good. With
 * `JOBS` what is looked through after a start is looked through.
 */
export const onOwnServer = (title: string, tests: (at: () => TestServer) => void, jobs?: readonly AnyJob[]): void =>
  onEveryDatabase(title, tests, {}, jobs);

/** The server of this process, which ends with it; test/template.ts removes its database and folder. */
let shared: { server: OpenedTestServer; first: FirstState } | undefined;

async function sharedServer(): Promise<OpenedTestServer> {
  if (!shared) {
    const server = await openTestServer();
    await hashOnce(server.context.auth);
    shared = { server, first: await firstState(server) };
  }
  return shared.server;
}

async function emptyShared(server: OpenedTestServer): Promise<void> {
  const { first } = shared!;
  try {
    await emptyServer(server, first);
  } catch (error) {
    shared = undefined;
    await server.close();
    throw error;
  }
}

/** An empty embedded database, which test/template.ts creates once for all test files; undefined on PostgreSQL. */
export const emptyTemplate = (): Promise<Blob | undefined> => blobAt(inject("empty_template"));

async function blobAt(path: string): Promise<Blob | undefined> {
  return path ? new Blob([new Uint8Array(await readFile(path))]) : undefined;
}

export interface OpenedTestServer extends TestServer {
  app: ReturnType<typeof createApp>;
  close(): Promise<void>;
}

/** Without what is looked through after each start. */
const JOBS_WITHOUT_START = JOBS.map(({ at_start: _, ...job }) => job);

/** A server on an empty database; on an empty data folder unless `changes` names one. */
export async function openTestServer(
  changes: Partial<Config> = {},
  jobs: readonly AnyJob[] = JOBS_WITHOUT_START,
): Promise<OpenedTestServer> {
  const data = changes.data ?? (await mkdtemp(join(tmpdir(), `${inject("run")}-`)));
  const database =
    POSTGRES && !changes.database_url ? await freshDatabase(POSTGRES, inject("server_template"), inject("run")) : null;
  const config: Config = {
    host: "localhost",
    port: 0,
    role: "all",
    data,
    database_url: database?.url,
    database_connections: 10,
    s3: null,
    public_url: "http://leebow.test",
    web: null,
    trusted_proxies: [],
    smtp_url: undefined,
    mail_from: "Leebow <no-reply@leebow.test>",
    secret: "s".repeat(32),
    map_style_url: undefined,
    operator: { name: null, contact: null },
    metrics_token: undefined,
    backup_folder: undefined,
    season_tables: [],
    log_calls: false,
    stop_delay_s: 0,
    has_port: true,
    providers: EMBEDDED_PROVIDERS,
    ...changes,
  };
  const errors: unknown[] = [];
  const log = { error: (event: string, fields?: object) => void errors.push({ event, ...fields }), info() {} };
  const opened: OpenContext = await openContext(config, {
    log,
    database_folder: "memory://",
    database_template: POSTGRES ? undefined : await blobAt(inject("server_template")),
    jobs,
  }).catch(async (error: unknown) => {
    await database?.drop();
    throw error;
  });
  const app = createApp(opened.context);
  const fetch = async (request: Request) => {
    // A test may have changed rows by SQL.
    await opened.context.events.flush();
    return validatedFetch(app, request);
  };
  const call = (method: string, path: string, options: CallOptions = {}) => answerOf(fetch, method, path, options);
  const close = async () => {
    await opened.close();
    await database?.drop();
    await rm(data, { recursive: true, force: true });
  };
  const allMails = () => readMails(join(data, "outbox"));
  const mails = async () => (await allMails()).filter((text) => !CONFIRMATION.test(text));
  return {
    context: opened.context,
    config,
    errors,
    app,
    call,
    fetch,
    close,
    mails,
    mailsTo: (address, count = 1) => mailsTo(mails, address, count),
    confirmationLink: async (address) => confirmationLinkIn((await mailsTo(allMails, address, 1))[0]!),
    signUp: async (name = "Ada") => confirmed(opened.context.db, await signUp(call, name)),
    signUpUnconfirmed: (name = "Ada") => signUp(call, name),
  };
}

/** The server's answer, held against the definition of its route. */
async function validatedFetch(app: ReturnType<typeof createApp>, request: Request): Promise<Response> {
  const response = await app.fetch(request);
  const isEndless = response.headers.get("content-type") === "text/event-stream";
  if (isEndless) {
    validateAnswer(request, response, new Uint8Array());
    return response;
  }
  const bytes = new Uint8Array(await response.clone().arrayBuffer());
  validateAnswer(request, response, bytes);
  return response;
}

async function answerOf(
  fetch: TestServer["fetch"],
  method: string,
  path: string,
  options: CallOptions,
): Promise<Answer> {
  const headers = new Headers(options.headers);
  if (options.json !== undefined) headers.set("content-type", "application/json");
  const body = options.json === undefined ? options.form : JSON.stringify(options.json);
  const request = new Request(`http://leebow.test${path}`, { method, headers, ...(body ? { body } : {}) });
  const response = await fetch(request);
  const isEndless = response.headers.get("content-type") === "text/event-stream";
  if (isEndless) await response.body?.cancel();
  const bytes = isEndless ? new Uint8Array() : new Uint8Array(await response.arrayBuffer());
  const isJson =
    response.headers.get("content-type")?.startsWith("application/json") && !response.headers.has("content-encoding");
  const parsed = isJson && bytes.length > 0 ? JSON.parse(Buffer.from(bytes).toString()) : null;
  return { status: response.status, body: parsed, headers: response.headers, bytes };
}

const PASSWORD = "lee bow";
let hashed: Promise<string> | undefined;

/** Hashes the password of all people of the shared server once, which takes 0.1 s of computing time. */
async function hashOnce(auth: AppContext["auth"]): Promise<void> {
  const { password } = await auth.$context;
  const { hash } = password;
  hashed ??= hash(PASSWORD);
  const known = hashed;
  password.hash = (text) => (text === PASSWORD ? known : hash(text));
}

async function signUp(call: TestServer["call"], first_name: string): Promise<Person> {
  const json = {
    first_name,
    last_name: "Lovelace",
    email: `${first_name}-${randomUUID()}@leebow.test`.toLowerCase(),
    password: PASSWORD,
    password_confirmation: PASSWORD,
    primary_boat_class: "49er",
  };
  const { status, body } = await call("POST", "/api/users/register/", { json });
  if (status !== 201) throw new Error(`sign-up answered ${status}: ${JSON.stringify(body)}`);
  return personOf(call, body as Session);
}

export function personOf(call: TestServer["call"], session: Session): Person {
  const uploaded = new Map<string, number>();
  /** The same recording again is the same track: a test that wants another one gets it with white space behind. */
  const distinct = (name: string, bytes: Uint8Array): Uint8Array => {
    const hash = createHash("sha256").update(bytes).digest("hex");
    const times = uploaded.get(hash) ?? 0;
    uploaded.set(hash, times + 1);
    return name.endsWith(".gpx") ? Buffer.concat([bytes, Buffer.from("\n".repeat(times))]) : bytes;
  };
  const own: Person["call"] = (method, path, options = {}) =>
    call(method, path, { ...options, headers: { authorization: `Bearer ${session.access}`, ...options.headers } });
  return {
    session,
    call: own,
    async upload(name, bytes, fields = {}) {
      const { status, body } = await own("POST", "/api/tracks/", {
        form: trackForm(name, distinct(name, bytes), fields),
      });
      if (status !== 201) throw new Error(`upload answered ${status}: ${JSON.stringify(body)}`);
      return processed(own, (body as Track).id);
    },
  };
}

export function trackForm(name: string, bytes: Uint8Array, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries({ boat_name: "49er", ...fields })) form.set(field, value);
  form.set("file", new File([bytes as BlobPart], name));
  return form;
}

/** The track at the end of its analysis, successful or not. */
export const processed = (call: Person["call"], id: number): Promise<Track> =>
  until(async () => {
    const { body } = await call("GET", `/api/tracks/${id}/?notrackpoints=true`);
    return body.processing_status !== 1 && body.processing_status !== 4 && body;
  });

const CONFIRMATION = /^Subject: Confirm your Leebow address/m;

/** Sets the address of a new account as confirmed, as opening the mailed link does. */
async function confirmed(db: AppContext["db"], person: Person): Promise<Person> {
  const { user } = person.session;
  await db.updateTable("users").set({ email_verified: true }).where("id", "=", user.id).execute();
  user.email_confirmed = true;
  return person;
}

/** The path of the link in a mail that confirms an address. */
export function confirmationLinkIn(mail: string): string {
  // Quoted-printable breaks long lines.
  const text = mail.replaceAll("=\r\n", "").replaceAll("=3D", "=");
  return /http:\/\/leebow\.test(\/api\/users\/confirm-email\/\?token=[\w.-]+)/.exec(text)![1]!;
}

async function readMails(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter(
    (name) => name.endsWith(".eml") && !name.startsWith("."),
  );
  return Promise.all(names.sort().map((name) => readFile(join(folder, name), "utf8")));
}

const mailsTo = (mails: TestServer["mails"], address: string, count: number): Promise<string[]> =>
  until(async () => {
    const found = (await mails()).filter((text) => text.includes(`To: ${address}`));
    return found.length >= count && found;
  });
