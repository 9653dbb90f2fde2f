import type { Config } from "../../platform/config.ts";
import { buttonForm, htmlPage } from "../../platform/http/html-page.ts";

const AUTHORIZE = "/api/garmin/embedded/authorize/";

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
