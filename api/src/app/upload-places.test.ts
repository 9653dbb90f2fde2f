import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { readFixture } from "@leebow/fixtures";
import { afterEach, expect, it } from "vitest";
import { onEveryDatabase, type Person, trackForm } from "../../test/test-server.ts";
import { LIMITS } from "../platform/limits.ts";

/** A refused upload is answered when nothing more of it has arrived for two seconds. */
const ANSWERED = { timeout: 30_000, interval: 200 };
/** What keeps an upload open, and how often: seldom enough for the answer to a refused one. */
const TRICKLE_MS = 5000;
const TRICKLE_BYTES = (LIMITS.upload_least_bytes_per_s * TRICKLE_MS) / 1000;

onEveryDatabase(
  "uploads that never end",
  (at) => {
    const open: (() => void)[] = [];
    const answers: Promise<unknown>[] = [];
    const refused: Response[] = [];
    const incoming = async () => (await readdir(join(at().config.data, "files/incoming")).catch(() => [])).length;
    afterEach(async () => {
      for (const end of open.splice(0)) end();
      await Promise.all(answers.splice(0));
      refused.splice(0);
      await expect.poll(incoming, ANSWERED).toBe(0);
    });

    /** Begins an upload that never ends. It sends so many bytes at a time: without any the server ends it after a while. */
    function begin(method: string, path: string, address: string, headers: Record<string, string>, bytes = 0): void {
      let timer: NodeJS.Timeout | undefined;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(
            Buffer.from('--half\r\nContent-Disposition: form-data; name="file"; filename="a.gpx"\r\n\r\n<gpx>'),
          );
          if (bytes > 0) timer = setInterval(() => controller.enqueue(Buffer.alloc(bytes, " ")), TRICKLE_MS);
          open.push(() => {
            clearInterval(timer);
            controller.error(new Error("gone"));
          });
        },
        cancel: () => clearInterval(timer),
      });
      const init = { method, headers: { "x-forwarded-for": address, ...headers }, body, duplex: "half" };
      const request = new Request(`http://leebow.test${path}`, init as RequestInit);
      answers.push(Promise.resolve(at().fetch(request)).then((answer) => refused.push(answer)));
    }
    const trickle = (person: Person, address: string, times: number) => {
      const authorization = `Bearer ${person.session.access}`;
      const headers = { authorization, "content-type": "multipart/form-data; boundary=half" };
      for (let n = 0; n < times; n++) begin("POST", "/api/tracks/", address, headers, TRICKLE_BYTES);
    };
    const people = (names: string[], signUp: (name: string) => Promise<Person>) => Promise.all(names.map(signUp));
    const fresh = (count: number) =>
      people(
        Array.from({ length: count }, (_, n) => `Fresh${n}`),
        at().signUpUnconfirmed,
      );

    it("of fresh accounts at several addresses leave places to those whose address is confirmed", async () => {
      const held = LIMITS.guest_uploads_in_progress;
      for (const [n, person] of (await fresh(6)).entries()) trickle(person, `192.0.2.${n}`, LIMITS.uploads_per_user);
      await expect.poll(() => refused.length, ANSWERED).toBe(6 * LIMITS.uploads_per_user - held);
      expect(await incoming()).toBe(held);
      expect([refused[0]!.status, refused[0]!.headers.get("retry-after"), await refused[0]!.json()]).toEqual([
        503,
        "10",
        { detail: expect.stringMatching(/Confirm yours, or try again in a few seconds\.$/), code: "busy" },
      ]);
      const ada = await at().signUp();
      const form = trackForm("a.gpx", readFixture("ilca-weymouth.gpx"));
      expect((await ada.call("POST", "/api/tracks/", { form })).status).toBe(201);
    }, 120_000);

    it("of one address leave places to others, with confirmed accounts and without", async () => {
      const [first, second, third] = await fresh(3);
      const confirmed = await people(["Amy", "Bob", "Cat"], at().signUp);
      trickle(first!, "198.51.100.1", LIMITS.uploads_per_user + 1);
      await expect.poll(incoming).toBe(LIMITS.uploads_per_user);
      trickle(second!, "198.51.100.1", LIMITS.uploads_per_user);
      await expect.poll(incoming).toBe(2 * LIMITS.uploads_per_user);
      // The last of them keeps places of its own: what it has is less than a user's.
      trickle(third!, "198.51.100.1", LIMITS.uploads_per_user);
      await expect.poll(incoming).toBe(LIMITS.guest_uploads_per_address);
      for (const person of confirmed) trickle(person, "198.51.100.1", LIMITS.uploads_per_user);
      await expect.poll(incoming).toBe(LIMITS.uploads_per_address);
      const sent = 6 * LIMITS.uploads_per_user + 1;
      await expect.poll(() => refused.length, ANSWERED).toBe(sent - LIMITS.uploads_per_address);
      expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
      trickle(third!, "198.51.100.2", 1);
      await expect.poll(incoming).toBe(LIMITS.uploads_per_address + 1);
    }, 120_000);

    it("to signed addresses are counted with those of fresh accounts", async () => {
      const options = { max_bytes: 1000, content_type: "text/plain", lifetime_s: 60 };
      for (let n = 0; n < LIMITS.guest_uploads_per_address + 2; n++) {
        const key = `winduploads/${n}.txt`;
        const { method, url, headers } = await at().context.storage.signedUpload(key, options);
        begin(method, url, "203.0.113.1", headers);
      }
      await expect.poll(() => refused.length, ANSWERED).toBe(2);
      expect(await incoming()).toBe(LIMITS.guest_uploads_per_address);
    }, 120_000);
  },
  { trusted_proxies: ["127.0.0.1"] },
);
