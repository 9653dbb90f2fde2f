/**
 * The configuration of a process. Settings of one part of the server are declared beside it (`declare module`), and read
 * from the environment in app/config.ts.
 */

/** What this process does: `api` answers requests, `worker` runs background jobs, `all` does both. */
export type Role = "all" | "api" | "worker";

export interface Config {
  /** Address to listen on; the default accepts connections from this machine only. */
  host: string;
  port: number;
  role: Role;
  /** Data folder: embedded database, stored files, outgoing mail, secret. */
  data: string;
  database_url: string | undefined;
  /** Most connections of this process to PostgreSQL for calls and jobs. */
  database_connections: number;
  /** Public address of the server, without a slash at its end. Links in mails begin with it, never with a request's host. */
  public_url: string;
  /** Folder of the built screens; null: API only. */
  web: string | null;
  /** Addresses of the reverse proxies whose X-Forwarded-For header is used. */
  trusted_proxies: string[];
  smtp_url: string | undefined;
  mail_from: string;
  /** From LEEBOW_SECRET or the data folder; every signing key is derived from it. */
  secret: string;
  map_style_url: string | undefined;
  /** Who runs this server and how to reach them, for the legal pages. */
  operator: { name: string | null; contact: string | null };
  /** Bearer token of GET /metrics; without one there is no such page. */
  metrics_token: string | undefined;
  /** Where a backup is written once a day; undefined: nowhere. */
  backup_folder: string | undefined;
  /** Log every call and job. */
  log_calls: boolean;
  /** At shutdown, seconds from the answer "not ready" until the port is closed, so that load balancers notice. */
  stop_delay_s: number;
  /** Whether a worker listens for health checks: only on a port that was given. */
  has_port: boolean;
  providers: Providers;
}

/** The services outside this server, and what everybody may do without paying; each is declared by its resource. */
// biome-ignore lint/suspicious/noEmptyInterface: resources add to it.
export interface Providers {}
