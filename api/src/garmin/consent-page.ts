import type { Config } from "../config.ts";
import { buttonForm, htmlPage, htmlText } from "../http/html-page.ts";

const AUTHORIZE = "/api/garmin/embedded/authorize/";

/** The screen on which a connection begins and ends. */
export const screenOf = ({ public_url }: Pick<Config, "public_url">) => `${public_url}/account/garmin`;

/** The page of the embedded provider on which a person allows the connection. `search` is the query it was asked with. */
export function consentPage(config: Config, search: string): string {
  return htmlPage(
    config,
    "Garmin",
    `<h1>Connect Leebow with Garmin?</h1>
<p>Leebow asks to read the activities that you record on the water.</p>
<p class="note">This server has no keys for Garmin. A simulated Garmin account, which has recorded one session, is connected in its place. Nothing is sent to Garmin, and nothing costs money.</p>
<div class="actions">${buttonForm(AUTHORIZE + search, "Allow", "primary")}${buttonForm(`${AUTHORIZE}${search}&error=access_denied`, "Decline")}</div>`,
  );
}

/** The end of a way back from Garmin that connected nothing. */
export function endPage(config: Config, sentence: string): string {
  return htmlPage(
    config,
    "Garmin",
    `<h1>Garmin was not connected</h1><p>${htmlText(sentence)}</p>
<div class="actions"><a href="${htmlText(screenOf(config))}">Return to your account</a></div>`,
  );
}
