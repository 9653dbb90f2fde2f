import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends mail, or keeps it where the person running the server can read it. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** A real mail server, by address (smtp://user:password@host:port). */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport(url);
  return {
    async send(mail) {
      await transport.sendMail({ from, ...mail });
    },
  };
}

/** Writes every mail as an .eml file into a folder: what a server without a mail account does. */
export function outboxMailer(folder: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true });
      const sent = await transport.sendMail({ from, ...mail });
      const name = `${new Date().toISOString().replaceAll(":", "-")}-${randomUUID().slice(0, 8)}.eml`;
      await writeFile(join(folder, `.${name}`), sent.message as Buffer, { mode: 0o600 });
      await rename(join(folder, `.${name}`), join(folder, name));
    },
  };
}
