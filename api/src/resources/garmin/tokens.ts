import type { AppContext } from "../../platform/context.ts";
import { seal, unseal } from "../../platform/sealed-text.ts";
import { exchangeRefreshToken, GarminRefused, type Tokens } from "./provider.ts";
import { deleteLink, findLink, type LinkRow, leaseRefresh, storeTokens } from "./queries.ts";

const PURPOSE = "garmin tokens";
/** Tokens are refreshed this long before they expire. */
const EARLY_MS = 10 * 60_000;
/** A process that refreshes and dies leaves the right to others after this time; longer than a request may take. */
const LEASE_S = 60;
const WAIT_MS = 500;

/** The user has no connection with Garmin, or no more. */
export class NotConnected extends Error {}

/** Tokens as they are stored: they open with this user's id and the server's secret only. */
export function sealTokens({ config }: AppContext, user_id: number, tokens: Tokens) {
  const sealed = (text: string) => seal(config.secret, PURPOSE, text, String(user_id));
  return {
    access_token: sealed(tokens.access_token),
    refresh_token: sealed(tokens.refresh_token),
    expires_at: tokens.expires_at,
  };
}

/** A token as Garmin issued it; null when the server's secret was changed since. */
export const openToken = ({ config }: AppContext, user_id: number, sealed: string) =>
  unseal(config.secret, PURPOSE, sealed, String(user_id));

/**
 * An access token that is valid for some minutes. A refresh token works once: of all processes one refreshes, by a lease
 * in the user's row, and the others wait for its result. `stale`: a token that Garmin refused.
 */
export async function accessToken(context: AppContext, user_id: number, stale: string | null = null): Promise<string> {
  for (let waited_ms = 0; waited_ms <= 2 * LEASE_S * 1000; waited_ms += WAIT_MS) {
    const link = await findLink(context.db, user_id);
    const token = link && openToken(context, user_id, link.access_token);
    if (!link) throw new NotConnected();
    if (token && token !== stale && link.expires_at.getTime() > Date.now() + EARLY_MS) return token;
    if (await leaseRefresh(context.db, link, LEASE_S)) return refresh(context, link);
    await new Promise((wake) => setTimeout(wake, WAIT_MS));
  }
  throw new Error(`the Garmin tokens of user ${user_id} were not refreshed in time`);
}

async function refresh(context: AppContext, link: LinkRow): Promise<string> {
  const { user_id } = link;
  const refresh_token = openToken(context, user_id, link.refresh_token);
  if (!context.garmin) throw new NotConnected();
  try {
    if (refresh_token === null) throw new GarminRefused(400, "the tokens were sealed under another secret");
    const tokens = await exchangeRefreshToken(context.garmin, refresh_token);
    await storeTokens(context.db, link, sealTokens(context, user_id, tokens));
    return tokens.access_token;
  } catch (error) {
    if (!(error instanceof GarminRefused)) throw error;
    // The user withdrew the consent at Garmin, or it has expired.
    context.log.info("a connection with Garmin has ended", { user_id, reason: error.message });
    await context.db.transaction().execute((trx) => deleteLink(trx, user_id));
    throw new NotConnected();
  }
}
