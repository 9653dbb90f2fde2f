import type { Config } from "../../platform/config.ts";
import type { AppContext } from "../../platform/context.ts";
import { buttonForm, htmlPage, htmlText } from "../../platform/http/html-page.ts";
import { type Confirmation, nameOf, readConfirmation } from "./email-confirmation.ts";

/** What the page behind a mailed link answers. */
interface PageAnswer {
  status: 200 | 410;
  html: string;
}

const VOID = "This link was used already or has expired.";
const NEXT = "If your address is not confirmed yet, Profile under My Account sends you a new link.";

/** The page behind the link: a button, because mail programs open links to check them. `search` is the query with the token. */
export async function confirmationPage(context: AppContext, token: string, search: string): Promise<PageAnswer> {
  const valid = await readConfirmation(context, token);
  if (!valid) return { status: 410, html: page(context.config, VOID, NEXT) };
  const { user, change } = valid;
  const body = `<h1>Is ${htmlText(change.to)} your address?</h1>
<p>It is given for the Leebow account of ${htmlText(nameOf(user))}.</p>
<p class="note">If this is not your account, close this page: it gets no rights by your address.</p>
<div class="actions">${buttonForm(`/api/users/confirm-email/${search}`, "Confirm", "primary")}</div>`;
  return { status: 200, html: htmlPage(context.config, "Email address", body) };
}

/** The page after the button. */
export function confirmedPage(config: Config, confirmed: Confirmation): PageAnswer {
  if (confirmed === "taken")
    return { status: 410, html: page(config, "There is an account with this e-mail already.") };
  if (confirmed === "invalid") return { status: 410, html: page(config, VOID, NEXT) };
  const sentence = `${confirmed.email} is confirmed as the e-mail address of your Leebow account.`;
  return { status: 200, html: page(config, sentence) };
}

/** A page of a sentence and what to do next, with a link to the screens. */
function page(config: Config, sentence: string, next = ""): string {
  const link = `<div class="actions"><a href="${htmlText(config.public_url)}/">Continue to Leebow</a></div>`;
  return htmlPage(
    config,
    "Email address",
    `<h1>${htmlText(sentence)}</h1>${next && `<p>${htmlText(next)}</p>`}${link}`,
  );
}
