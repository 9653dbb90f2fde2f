/** Mails of the server of the flows, which has no mail server: it writes them into a folder. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const OUTBOX = join(process.env.LEEBOW_E2E_DATA ?? process.env.LEEBOW_DATA ?? "", "outbox");

/** The path of the link that confirms an e-mail address, from the mail to it; empty until the mail is written. */
export function confirmationLink(email, outbox = OUTBOX) {
  if (!existsSync(outbox)) return "";
  for (const name of readdirSync(outbox).filter((one) => one.endsWith(".eml") && !one.startsWith("."))) {
    const mail = readFileSync(join(outbox, name), "utf8");
    if (!mail.includes(`To: ${email}`) || !mail.includes("Subject: Confirm your Leebow address")) continue;
    // Quoted-printable breaks long lines.
    const text = mail.replaceAll("=\r\n", "").replaceAll("=3D", "=");
    return /\/api\/users\/confirm-email\/\?token=[\w.-]+/.exec(text)?.[0] ?? "";
  }
  return "";
}
