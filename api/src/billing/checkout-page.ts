import { htmlPage, htmlText } from "../http/html-page.ts";
import type { PaidPrice } from "./plans.ts";

/** The page of the embedded provider on which a person pays or declines. Its forms need no script. */
export function checkoutPage(id: string, { product, amount, recurring }: PaidPrice): string {
  const form = (action: string, label: string) =>
    `<form method="post" action="/api/billing/checkout/${htmlText(id)}/${action}/"><button>${label}</button></form>`;
  return htmlPage(
    "Checkout",
    `<h1>${htmlText(product.name)}</h1>
<p>$${(amount / 100).toFixed(2)} a ${htmlText(recurring.interval)}: ${htmlText(product.features.join(", "))}.</p>
<p>This server takes no money: to pay is to press the button.</p>
${form("pay", "Pay")}${form("decline", "Decline")}`,
  );
}

/** Instead of a checkout that was paid or declined, or has expired. */
export function closedPage(home: string): string {
  return htmlPage(
    "Checkout",
    `<p>This checkout was used already or has expired.</p><p><a href="${htmlText(home)}/account/plan">Return to your plan</a></p>`,
  );
}
