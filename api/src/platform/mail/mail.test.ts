import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mailedName, outboxMailer, smtpMailer } from "./mail.ts";

const FROM = "Leebow <no-reply@leebow.test>";
const mail = {
  id: "6f9619ff-8b86-4011-b42d-00cf4fc964ff",
  date: new Date("2026-05-01T10:00:00.000Z"),
  to: "ada@leebow.test",
  subject: "Your new Leebow password",
  text: "Choose it here:\n\nhttp://leebow.test/reset/abc",
};

describe("mail without a mail server", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "leebow-mail-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("is written to the outbox, one file each, readable by the file owner only", async () => {
    const outbox = outboxMailer(join(folder, "outbox"), FROM);
    await Promise.all([outbox.send(mail), outbox.send({ ...mail, id: "other", to: "ben@leebow.test" })]);
    const names = await readdir(join(folder, "outbox"));
    expect(names).toHaveLength(2);
    expect(names.every((name) => /^\d{4}-.*\.eml$/.test(name))).toBe(true);
    const texts = await Promise.all(names.map((name) => readFile(join(folder, "outbox", name), "utf8")));
    expect(texts.some((text) => /^To: ada@leebow\.test\r?$/m.test(text) && text.includes("/reset/abc"))).toBe(true);
    expect((await stat(join(folder, "outbox", names[0]!))).mode & 0o077).toBe(0);
  });

  it("is one file with one Message-ID when it is sent twice", async () => {
    const outbox = outboxMailer(join(folder, "twice"), FROM);
    await outbox.send(mail);
    await outbox.send(mail);
    const [name, ...others] = await readdir(join(folder, "twice"));
    expect(others).toEqual([]);
    const text = await readFile(join(folder, "twice", name!), "utf8");
    expect(text).toContain(`Message-ID: <${mail.id}@leebow.test>`);
  });

  it("takes no further headers from an address or a subject", async () => {
    const outbox = outboxMailer(join(folder, "sly"), FROM);
    await outbox.send({ ...mail, to: "ada@leebow.test\r\nBcc: evil@leebow.test", subject: "Hello\r\nX-Evil: 1" });
    const [name] = await readdir(join(folder, "sly"));
    const text = await readFile(join(folder, "sly", name!), "utf8");
    expect(text).not.toMatch(/^(Bcc|X-Evil):/im);
  });
});

it("holds names as one line of at most 64 characters, whatever is stored", () => {
  expect(mailedName("Ada\r\n\u2028Your  account\u202e\u0000 is closed")).toBe("Ada Your account is closed");
  expect(mailedName("x".repeat(100))).toHaveLength(64);
});

it.each([
  ["https://evil.example/login", "https evil example/login"],
  ["Win at evil.com now", "Win at evil com now"],
  ["www.evil.com/a?b=c", "www evil com/a?b=c"],
  ["evil\u3002com", "evil com"],
  ["evil\uff0ecom", "evil com"],
  ["пример.рф", "пример рф"],
  ["//10.20.30.40/x", "10 20 30 40/x"],
  ["a@evil.com", "a@evil com"],
  ["evil.xn--p1ai", "evil xn--p1ai"],
])("holds the name %s without a web address", (name, expected) => {
  expect(mailedName(name)).toBe(expected);
});

it.each(["J.R. Smith", "St. Moritz Sailing", "49er & Nacra 17", "Team Ö, 2nd", "A. B. Jr."])(
  "holds the name %s as it is",
  (name) => expect(mailedName(name)).toBe(name),
);

describe("mail through a mail server", () => {
  const taken: string[] = [];
  let server: Server;

  /** As much of SMTP as one mail needs. */
  beforeAll(async () => {
    server = createServer((socket) => {
      let reading_data = false;
      let text = "";
      socket.write("220 test\r\n");
      socket.on("data", (chunk) => {
        text += chunk;
        if (reading_data && text.includes("\r\n.\r\n")) {
          taken.push(text);
          [text, reading_data] = ["", false];
          socket.write("250 taken\r\n");
        } else if (!reading_data && text.endsWith("\r\n")) {
          reading_data = text.startsWith("DATA");
          if (text.startsWith("RCPT")) taken.push(text.trim());
          socket.write(reading_data ? "354 go on\r\n" : text.startsWith("QUIT") ? "221 bye\r\n" : "250 ok\r\n");
          text = "";
        }
      });
      socket.on("error", () => {});
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  });
  afterAll(() => void server.close());

  it("is delivered to its address", async () => {
    const { port } = server.address() as { port: number };
    await smtpMailer(`smtp://127.0.0.1:${port}?ignoreTLS=true`, FROM).send(mail);
    expect(taken[0]).toMatch(/RCPT TO:<ada@leebow\.test>/);
    expect(taken[1]).toContain("Subject: Your new Leebow password");
    expect(taken[1]).toContain("/reset/abc");
  });

  it("fails when there is no server", async () => {
    await expect(smtpMailer("smtp://127.0.0.1:1", FROM).send(mail)).rejects.toThrow();
  });
});
