import { isLocalHost } from "../../platform/local-host.ts";

declare module "../../platform/config.ts" {
  interface Providers {
    /** `embedded` is a simulated Garmin with one sample session. */
    garmin: GarminSettings | "embedded" | "off";
  }
}

/** Access to Garmin's Activity API. */
export interface GarminSettings {
  client_id: string;
  client_secret: string;
  /** Last part of the web hook's address: Garmin signs nothing. */
  webhook_secret: string;
  /** Where the browser asks for consent. */
  authorize_url: string;
  token_url: string;
  /** Files are downloaded from this origin alone. */
  api_url: string;
}

const MIN_WEBHOOK_SECRET_CHARS = 24;

/** From the environment; the embedded provider without keys. Throws a sentence that names an invalid variable. */
export function readGarminSettings(env: NodeJS.ProcessEnv): GarminSettings | "embedded" | "off" {
  const { GARMIN: kind, GARMIN_CLIENT_ID: client_id, GARMIN_CLIENT_SECRET: client_secret } = env;
  if (kind && !["garmin", "embedded", "off"].includes(kind)) {
    throw new Error(`GARMIN=${kind} is not one of garmin, embedded, off.`);
  }
  if (kind === "embedded" || kind === "off") return kind;
  if (!client_id && kind !== "garmin") return "embedded";
  const webhook_secret = env.GARMIN_WEBHOOK_SECRET ?? "";
  if (!client_id || !client_secret) throw new Error("Set GARMIN_CLIENT_ID and GARMIN_CLIENT_SECRET, both of them.");
  if (!new RegExp(`^[\\w-]{${MIN_WEBHOOK_SECRET_CHARS},200}$`).test(webhook_secret)) {
    throw new Error(
      `Set GARMIN_WEBHOOK_SECRET to at least ${MIN_WEBHOOK_SECRET_CHARS} random letters and digits: it is part of the web hook's address.`,
    );
  }
  return {
    client_id,
    client_secret,
    webhook_secret,
    authorize_url: address(env, "GARMIN_AUTHORIZE_URL", "https://connect.garmin.com/oauth2Confirm"),
    token_url: address(env, "GARMIN_TOKEN_URL", "https://diauth.garmin.com/di-oauth2-service/oauth/token"),
    api_url: address(env, "GARMIN_API_URL", "https://apis.garmin.com"),
  };
}

/** An https address; http on this machine alone. */
function address(env: NodeJS.ProcessEnv, name: string, standard: string): string {
  const text = env[name] || standard;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isLocalHost(url.hostname))) return text;
  throw new Error(`${name}=${text} is not an https address.`);
}
