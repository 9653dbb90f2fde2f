import { randomUUID } from "node:crypto";
import { demoSessions, writeSession } from "@leebow/core/node";
import type { Config } from "../../platform/config.ts";
import { seal, unseal } from "../../platform/sealed-text.ts";
import { deriveKey } from "../../platform/signature.ts";
import { type GarminProvider, newSecret, sha256 } from "../garmin/provider.ts";
import type { Notification } from "../garmin/schema.ts";

/** No name of the internet: what is asked of it is answered in this process. */
const ORIGIN = "https://garmin.embedded";
const CLIENT_ID = "embedded";
const CODE_LIFETIME_MS = 600_000;
const TOKEN_LIFETIME_S = 24 * 3600;

/** The session that every embedded account has recorded; none of the demo account's. */
const sampleFile = () => writeSession({ ...demoSessions()[0]!.spec, seed: 42, minutes: 15 }, "fit");

/** A simulated Garmin, for servers without keys and for tests: it keeps nothing, its codes and tokens are sealed texts. */
export function embeddedGarmin({ secret, public_url }: Config): GarminProvider {
  return {
    kind: "embedded",
    client_id: CLIENT_ID,
    client_secret: deriveKey(secret, "embedded garmin client"),
    webhook_secret: deriveKey(secret, "embedded garmin web hook"),
    authorize_url: `${public_url}/api/garmin/embedded/authorize/`,
    token_url: `${ORIGIN}/token`,
    api_url: ORIGIN,
    redirect_uri: `${public_url}/api/garmin/callback/`,
    fetch: async (url, options) => answer(secret, new URL(url), new Request(url, options)),
    firstNotification: sampleNotification,
  };
}

/** The code that the consent page hands out: a new Garmin account, for the holder of the verifier. */
export function embeddedCode(secret: string, code_challenge: string): string {
  const code = { user: randomUUID(), code_challenge, expires_ms: Date.now() + CODE_LIFETIME_MS };
  return seal(secret, "embedded garmin code", JSON.stringify(code));
}

/** What Garmin would send after somebody has sailed. */
function sampleNotification(garmin_user_id: string): Notification {
  const summaryId = `sample-${garmin_user_id}`;
  return {
    activityFiles: [
      {
        userId: garmin_user_id,
        summaryId,
        activityName: "Sample session",
        activityType: "SAILING_V2",
        fileType: "FIT",
        callbackURL: `${ORIGIN}/wellness-api/rest/activityFile?id=${summaryId}`,
      },
    ],
  };
}

async function answer(secret: string, { pathname }: URL, request: Request): Promise<Response> {
  if (pathname === "/token") return answerToken(secret, new URLSearchParams(await request.text()));
  const token = request.headers.get("authorization")?.replace(/^Bearer /, "") ?? "";
  const user = unseal(secret, "embedded garmin token", token)?.split(" ")[0];
  if (!user) return new Response(null, { status: 401 });
  if (pathname === "/wellness-api/rest/user/id") return Response.json({ userId: user });
  if (pathname === "/wellness-api/rest/user/permissions") return Response.json(["ACTIVITY_EXPORT"]);
  if (pathname === "/wellness-api/rest/user/registration") return new Response(null, { status: 204 });
  if (pathname === "/wellness-api/rest/activityFile") return new Response(sampleFile() as BodyInit);
  return new Response(null, { status: 404 });
}

function answerToken(secret: string, form: URLSearchParams): Response {
  const user = form.get("grant_type") === "refresh_token" ? userOfRefresh(secret, form) : userOfCode(secret, form);
  if (!user) return Response.json({ error: "invalid_grant" }, { status: 400 });
  const issue = (purpose: string) => seal(secret, purpose, `${user} ${newSecret()}`);
  const access_token = issue("embedded garmin token");
  const refresh_token = issue("embedded garmin refresh");
  return Response.json({ access_token, refresh_token, expires_in: TOKEN_LIFETIME_S, token_type: "bearer" });
}

const userOfRefresh = (secret: string, form: URLSearchParams) =>
  unseal(secret, "embedded garmin refresh", form.get("refresh_token") ?? "")?.split(" ")[0];

function userOfCode(secret: string, form: URLSearchParams): string | null {
  const opened = unseal(secret, "embedded garmin code", form.get("code") ?? "");
  if (!opened) return null;
  const { user, code_challenge, expires_ms } = JSON.parse(opened);
  const isHolder = sha256(form.get("code_verifier") ?? "") === code_challenge;
  return isHolder && expires_ms > Date.now() ? user : null;
}
