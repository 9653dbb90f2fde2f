import type { Context } from "hono";
import { detailError, fieldError } from "../http/errors.ts";
import type { Auth } from "./auth.ts";
import { CLIENT_ADDRESS_HEADER, OWN_ORIGIN_HEADER } from "./auth.ts";

/** Request headers that better-auth's checks need. No others are forwarded, cookies in particular. */
const FORWARDED_HEADERS = ["origin", "referer", "user-agent", "authorization"];
/** Forwarded from browsers, which send all three. Node's fetch sends only the second, which better-auth would refuse. */
const FETCH_METADATA = ["sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest"];

/** What better-auth needs to know of a call beside its body. */
interface AuthCall {
  client_address: string;
  public_url: string;
}

/**
 * Calls better-auth through its HTTP handler, which applies its rate limits and origin checks; `auth.api` skips them.
 * Returns the session token, if one was issued, and the body. Throws an error response of our own form for its errors.
 */
export async function callAuth(
  auth: Auth,
  c: Context,
  call: AuthCall,
  path: string,
  body: Record<string, unknown>,
): Promise<{ token: string | null; body: Record<string, unknown> }> {
  const headers = new Headers({ "content-type": "application/json", [CLIENT_ADDRESS_HEADER]: call.client_address });
  headers.set(OWN_ORIGIN_HEADER, new URL(c.req.url).origin);
  const is_browser = c.req.header("sec-fetch-site") !== undefined;
  for (const name of is_browser ? [...FORWARDED_HEADERS, ...FETCH_METADATA] : FORWARDED_HEADERS) {
    const value = c.req.header(name);
    if (value) headers.set(name, value);
  }
  const request = new Request(`${call.public_url}/auth${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  const response = await auth.handler(request);
  const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  if (!response.ok) throw toApiError(response, answer);
  return { token: response.headers.get("set-auth-token"), body: answer };
}

function toApiError(response: Response, answer: Record<string, unknown>): Error {
  if (response.status >= 500) return new Error(`better-auth answered ${response.status}: ${JSON.stringify(answer)}`);
  if (response.status === 429) {
    const wait_s = Number(response.headers.get("x-retry-after") ?? 60);
    return detailError("too_many_requests", `Too many attempts from this address. Try again in ${wait_s} seconds.`, {
      "Retry-After": String(wait_s),
    });
  }
  switch (answer.code) {
    case "INVALID_EMAIL_OR_PASSWORD":
      return detailError(
        "wrong_credentials",
        "This e-mail and password do not belong together. Check both and try again.",
      );
    case "USER_ALREADY_EXISTS":
    case "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL":
      return fieldError({ email: ["There is an account with this e-mail already. Log in, or reset its password."] });
    case "INVALID_EMAIL":
      return fieldError({ email: ["Email not valid"] });
    case "INVALID_TOKEN":
      return detailError("link_void", "This link was used already or has expired. Request a new one.");
    default:
      return detailError(
        response.status === 403 ? "forbidden" : "bad_request",
        "The request was refused. Reload the page and try again.",
      );
  }
}
