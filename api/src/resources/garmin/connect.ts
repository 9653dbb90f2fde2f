import type { Config } from "../../platform/config.ts";
import type { AppContext } from "../../platform/context.ts";
import { htmlPage, htmlText } from "../../platform/http/html-page.ts";
import { LIMITS } from "../../platform/limits.ts";
import { seal, unseal } from "../../platform/sealed-text.ts";
import { isEqualSecret } from "../../platform/signature.ts";
import { acceptNotification } from "./notifications.ts";
import {
  consentAddress,
  exchangeCode,
  type GarminProvider,
  GarminRefused,
  newSecret,
  readGarminUserId,
  readPermissions,
  sha256,
  type Tokens,
} from "./provider.ts";
import { insertLink, insertState, takeState } from "./queries.ts";
import { sealTokens } from "./tokens.ts";

const VERIFIER = "garmin code verifier";

/**
 * Begins a consent: the address of Garmin's page, and a text for a cookie of this browser. The state in the address
 * works once, in this browser alone: otherwise somebody could have another person consent to a connection with his own account.
 */
export async function beginConsent(context: AppContext, garmin: GarminProvider, user_id: number) {
  const [state, browser, code_verifier] = [newSecret(), newSecret(), newSecret()];
  await insertState(context.db, {
    state: sha256(state),
    user_id,
    browser: sha256(browser),
    code_verifier: seal(context.config.secret, VERIFIER, code_verifier, state),
    expires_at: new Date(Date.now() + LIMITS.garmin_consent_s * 1000),
  });
  return { url: consentAddress(garmin, state, code_verifier), browser };
}

export type Consent = "connected" | "declined" | "void" | "taken" | "unavailable";

interface Returned {
  state: string;
  code?: string | undefined;
  error?: string | undefined;
}

/** Ends a consent with what the browser brought back, and its cookie. */
export async function finishConsent(
  context: AppContext,
  garmin: GarminProvider,
  { state, code, error }: Returned,
  browser: string,
): Promise<Consent> {
  const begun = await takeState(context.db, sha256(state));
  if (!begun || begun.expires_at <= new Date() || !isEqualSecret(sha256(browser), begun.browser)) return "void";
  if (error || !code) return "declined";
  const code_verifier = unseal(context.config.secret, VERIFIER, begun.code_verifier, state);
  if (code_verifier === null) return "void";
  try {
    const tokens = await exchangeCode(garmin, code, code_verifier);
    return await connect(context, garmin, begun.user_id, tokens);
  } catch (fault) {
    context.log.error("a consent at Garmin could not be finished", { error: fault });
    return fault instanceof GarminRefused ? "void" : "unavailable";
  }
}

async function connect(
  context: AppContext,
  garmin: GarminProvider,
  user_id: number,
  tokens: Tokens,
): Promise<"connected" | "taken"> {
  const garmin_user_id = await readGarminUserId(garmin, tokens.access_token);
  const permissions = JSON.stringify(await readPermissions(garmin, tokens.access_token));
  const link = { user_id, garmin_user_id, permissions, ...sealTokens(context, user_id, tokens) };
  const isStored = await context.db.transaction().execute((trx) => insertLink(trx, link));
  if (!isStored) return "taken";
  const notification = garmin.firstNotification?.(garmin_user_id);
  if (notification) await acceptNotification(context, notification);
  return "connected";
}

const PURPOSE = "garmin callback";

/** The address of a file as it is stored: it has a token that opens the file. */
export const sealCallback = (secret: string, summary_id: string, url: string) => seal(secret, PURPOSE, url, summary_id);

/** The address; null when it was used, or sealed under another secret. */
export const openCallback = (secret: string, summary_id: string, sealed: string | null) =>
  unseal(secret, PURPOSE, sealed ?? "", summary_id);

/** The screen on which a connection begins and ends. */
export const screenOf = ({ public_url }: Pick<Config, "public_url">) => `${public_url}/account/garmin`;

/** The end of a way back from Garmin that connected nothing. */
export function endPage(config: Config, sentence: string): string {
  return htmlPage(
    config,
    "Garmin",
    `<h1>Garmin was not connected</h1><p>${htmlText(sentence)}</p>
<div class="actions"><a href="${htmlText(screenOf(config))}">Return to your account</a></div>`,
  );
}
