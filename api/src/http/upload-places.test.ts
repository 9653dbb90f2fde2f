import { readFixture } from "@leebow/fixtures";
import { afterEach, expect, it } from "vitest";
import { onEveryDatabase, type Person, trackForm } from "../../test/test-server.ts";
import { LIMITS } from "../limits.ts";

onEveryDatabase(
  "uploads that never end",
  (at) => {
    const open: (() => void)[] = [];
    afterEach(() => {
      for (const end of open.splice(0)) end();
    });

    /** Begins an upload that sends nothing more; resolves with its answer, or with null while it holds its place. */
    async function begin(method: string, path: string, address: string, headers: Record<string, string>) {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(
            Buffer.from('--half\r\nContent-Disposition: form-data; name="file"; filename="a.gpx"\r\n\r\n'),
          );
          open.push(() => controller.error(new Error("gone")));
        },
      });
      const init = { method, headers: { "x-forwarded-for": address, ...headers }, body, duplex: "half" };
      const answer = at().fetch(new Request(`http://leebow.test${path}`, init as RequestInit));
      return Promise.race([answer, new Promise<null>((held) => setTimeout(held, 30, null))]);
    }
    const trickle = (person: Person, address: string) =>
      begin("POST", "/api/tracks/", address, {
        authorization: `Bearer ${person.session.access}`,
        "content-type": "multipart/form-data; boundary=half",
      });

    it("of eleven fresh accounts leave places to those whose address is confirmed", async () => {
      const fresh = [];
      for (let n = 0; n < 11; n++) fresh.push(await at().signUpUnconfirmed(`Fresh${n}`));
      const answers = [];
      for (const [n, person] of fresh.entries()) {
        for (let times = 0; times < 6; times++) answers.push(await trickle(person, `192.0.2.${n}`));
      }
      expect(answers.filter((answer) => answer === null)).toHaveLength(LIMITS.guest_uploads_in_progress);
      const refused = answers.find((answer) => answer !== null)!;
      expect([refused.status, refused.headers.get("retry-after"), await refused.json()]).toEqual([
        503,
        "10",
        { detail: expect.stringMatching(/Confirm yours, or try again in a few seconds\.$/), code: "busy" },
      ]);
      const ada = await at().signUp();
      const form = trackForm("a.gpx", readFixture("ilca-weymouth.gpx"));
      expect((await ada.call("POST", "/api/tracks/", { form })).status).toBe(201);
    });

    it("of one address leave places to others, with confirmed accounts and without", async () => {
      const held = async (people: Person[]) => {
        let count = 0;
        for (const person of people)
          for (let times = 0; times < 7; times++) if ((await trickle(person, "198.51.100.1")) === null) count++;
        return count;
      };
      const fresh = [];
      for (let n = 0; n < 4; n++) fresh.push(await at().signUpUnconfirmed(`Fresh${n}`));
      expect(await held(fresh.slice(0, 1))).toBe(LIMITS.uploads_per_user);
      expect(await held(fresh.slice(1))).toBe(LIMITS.guest_uploads_per_address - LIMITS.uploads_per_user);
      const confirmed = [];
      for (let n = 0; n < 6; n++) confirmed.push(await at().signUp(`Confirmed${n}`));
      expect(await held(confirmed)).toBe(LIMITS.uploads_per_address - LIMITS.guest_uploads_per_address);
      expect(await trickle(fresh[3]!, "198.51.100.2")).toBeNull();
    });

    it("to signed addresses are counted with those of fresh accounts", async () => {
      const { context } = at();
      const options = { max_bytes: 1000, content_type: "text/plain", lifetime_s: 60 };
      let count = 0;
      for (let n = 0; n < LIMITS.guest_uploads_per_address + 2; n++) {
        const { method, url, headers } = await context.storage.signedUpload(`winduploads/${n}.txt`, options);
        if ((await begin(method, url, "203.0.113.1", headers)) === null) count++;
      }
      expect(count).toBe(LIMITS.guest_uploads_per_address);
    });
  },
  { trusted_proxies: ["127.0.0.1"] },
);
