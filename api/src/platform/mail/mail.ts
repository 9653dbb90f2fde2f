import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { ONE_LINE } from "../http/schemas.ts";
import { LIMITS } from "../limits.ts";

declare module "../context.ts" {
  interface AppContext {
    mailer: Mailer;
  }
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** What stays the same when a mail is sent again: its id and the time it was written. */
export interface Identified {
  id: string;
  date: Date;
}

/** What makes a mail program show a word as a link: the slashes after a scheme, and the dot before a part of a host's name. */
const OF_LINK = /:?\/\/+|[.\u3002\uff0e\uff61]+(?=[\p{L}\p{N}-]{2,})/gu;

/**
 * A name as it stands in a mail: one line and not long, also where it was stored before names were limited to that, and
 * without web addresses: the name of a team is sent by mail to other people.
 */
export function mailedName(name: string): string {
  const line = [...name].filter((character) => ONE_LINE.test(character) || /\s/.test(character)).join("");
  return line.replace(OF_LINK, " ").replace(/\s+/g, " ").trim().slice(0, LIMITS.mailed_name_chars);
}

/** Sends mail. */
interface Mailer {
  send(mail: Mail & Identified): Promise<void>;
}

/** A mail server that does not answer within this time has failed; the job tries again. */
const TIMEOUT_MS = 30_000;

/** Sends through the mail server at an address (smtp://user:password@host:port). */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({ url, connectionTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS });
  return {
    async send(mail) {
      await transport.sendMail(messageOf(mail, from));
    },
  };
}

/** Writes each mail to an .eml file in a folder, for a server without a mail server. */
export function outboxMailer(folder: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true });
      const sent = await transport.sendMail(messageOf(mail, from));
      // The same name for the same mail: sent twice, it is one file.
      const name = `${mail.date.toISOString().replaceAll(":", "-")}-${mail.id}.eml`;
      await writeFile(join(folder, `.${name}`), sent.message as Buffer, { mode: 0o600 });
      await rename(join(folder, `.${name}`), join(folder, name));
    },
  };
}

/** Mail servers and readers recognise a mail that arrives twice by its Message-ID. */
function messageOf({ id, ...mail }: Mail & Identified, from: string) {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? "localhost";
  return { ...mail, from, messageId: `<${id}@${domain}>` };
}
