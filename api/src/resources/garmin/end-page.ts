import type { Config } from "../../platform/config.ts";
import { htmlPage, htmlText } from "../../platform/http/html-page.ts";

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
