import type { Config } from "../../platform/config.ts";
import { buttonForm, htmlPage, htmlText } from "../../platform/http/html-page.ts";
import type { PaidPrice } from "../billing/provider.ts";

/** The page of the embedded provider on which a person pays or declines. Its forms need no script. */
export function checkoutPage(config: Config, id: string, { product, amount, recurring }: PaidPrice): string {
  const action = (choice: string) => `/api/billing/checkout/${id}/${choice}/`;
  const features = product.features.map((feature) => `<li>${htmlText(feature)}</li>`);
  return htmlPage(
    config,
    "Checkout",
    `<h1>${htmlText(product.name)}</h1>
<p class="price">$${(amount / 100).toFixed(2)} <span>a ${htmlText(recurring.interval)}</span></p>
<ul>${features.join("")}</ul>
<p class="note">This is a demonstration. This server takes no money and asks for no card: to pay is to press the button. You can cancel at any time.</p>
<div class="actions">${buttonForm(action("pay"), "Pay", "primary")}${buttonForm(action("decline"), "Decline")}</div>`,
  );
}

/** Instead of a checkout that was paid or declined, or has expired. */
export function closedPage(config: Config): string {
  return htmlPage(
    config,
    "Checkout",
    `<h1>This checkout was used already or has expired.</h1>
<p class="secondary">Nothing was charged now. Your plan says what you have.</p>
<div class="actions"><a href="${htmlText(config.public_url)}/account/plan">Return to your plan</a></div>`,
  );
}

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
