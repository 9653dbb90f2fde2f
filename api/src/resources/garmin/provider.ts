import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { hideInLog } from "../../platform/log.ts";
import type { Notification } from "./schema.ts";
import type { GarminSettings } from "./settings.ts";

declare module "../../platform/context.ts" {
  interface AppContext {
    /** Null when the server is not connected with Garmin. */
    garmin: GarminProvider | null;
  }
}

/** Garmin, or the embedded provider in its place: the same protocol over another `fetch`. */
export interface GarminProvider extends GarminSettings {
  kind: "garmin" | "embedded";
  /** Of this server: where Garmin sends the browser back to. */
  redirect_uri: string;
  /** Follows no redirect. */
  fetch(url: string, options: RequestInit): Promise<Response>;
  /** What the embedded provider sends after a connection, so that people see how an activity arrives. */
  firstNotification?(garmin_user_id: string): Notification;
}

/** Garmin refused for good: the consent was withdrawn, the code was used, the file is gone. */
export class GarminRefused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const TIMEOUT_MS = 30_000;

const TokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive(),
});

export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_at: Date;
}

export const newSecret = () => randomBytes(32).toString("base64url");
export const sha256 = (text: string) => createHash("sha256").update(text).digest("base64url");

/** The address of the consent page, with PKCE by S256. */
export function consentAddress(garmin: GarminProvider, state: string, code_verifier: string): string {
  const url = new URL(garmin.authorize_url);
  const query = {
    response_type: "code",
    client_id: garmin.client_id,
    code_challenge: sha256(code_verifier),
    code_challenge_method: "S256",
    redirect_uri: garmin.redirect_uri,
    state,
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

export function exchangeCode(garmin: GarminProvider, code: string, code_verifier: string): Promise<Tokens> {
  return requestTokens(garmin, {
    grant_type: "authorization_code",
    code,
    code_verifier,
    redirect_uri: garmin.redirect_uri,
  });
}

export function exchangeRefreshToken(garmin: GarminProvider, refresh_token: string): Promise<Tokens> {
  return requestTokens(garmin, { grant_type: "refresh_token", refresh_token });
}

async function requestTokens(garmin: GarminProvider, grant: Record<string, string>): Promise<Tokens> {
  const body = new URLSearchParams({ ...grant, client_id: garmin.client_id, client_secret: garmin.client_secret });
  const response = await ask(garmin, garmin.token_url, { method: "POST", body });
  const { expires_in, ...tokens } = TokenAnswer.parse(await response.json());
  hideInLog(Object.values(tokens));
  return { ...tokens, expires_at: new Date(Date.now() + expires_in * 1000) };
}

/** Garmin's id of the account whose token this is. */
export async function readGarminUserId(garmin: GarminProvider, access_token: string): Promise<string> {
  const answer = await askApi(garmin, "/wellness-api/rest/user/id", access_token);
  return z.object({ userId: z.string().min(1) }).parse(await answer.json()).userId;
}

export async function readPermissions(garmin: GarminProvider, access_token: string): Promise<string[]> {
  const answer = await askApi(garmin, "/wellness-api/rest/user/permissions", access_token);
  const body = z.union([z.array(z.string()), z.object({ permissions: z.array(z.string()) })]);
  const permissions = body.parse(await answer.json());
  return Array.isArray(permissions) ? permissions : permissions.permissions;
}

/** Ends the connection at Garmin. */
export async function deregister(garmin: GarminProvider, access_token: string): Promise<void> {
  await askApi(garmin, "/wellness-api/rest/user/registration", access_token, "DELETE");
}

function askApi(garmin: GarminProvider, path: string, access_token: string, method = "GET"): Promise<Response> {
  const url = new URL(path, garmin.api_url).href;
  return ask(garmin, url, { method, headers: { authorization: `Bearer ${access_token}` } });
}

/** A successful answer. Throws `GarminRefused` for a 4xx that another attempt would get again, an error otherwise. */
export async function ask(
  garmin: GarminProvider,
  url: string,
  options: RequestInit,
  timeout_ms = TIMEOUT_MS,
): Promise<Response> {
  const response = await garmin.fetch(url, {
    ...options,
    // A redirect could lead anywhere, with the token.
    redirect: "manual",
    signal: AbortSignal.timeout(timeout_ms),
  });
  if (response.ok) return response;
  await response.body?.cancel();
  const { status } = response;
  const message = `Garmin answered ${status}`;
  const isFinal = status >= 300 && status < 500 && status !== 408 && status !== 429;
  throw isFinal ? new GarminRefused(status, message) : new Error(message);
}
