import { once } from "node:events";
import { readdir } from "node:fs/promises";
import type { Server } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { serve } from "@hono/node-server";
import { expect, it, vi } from "vitest";
import { onOwnServer, type TestServer } from "../../../test/test-server.ts";
import { createApp } from "../../app/app.ts";

const MB = 1024 * 1024;
const TYPE = "text/plain";
const LOG = Buffer.from("10:00:00 12 kn 270\n".repeat(1000));

onOwnServer("an upload to a signed address", (at) => {
  let keys = 0;
  const signed = async (options: { max_bytes?: number; lifetime_s?: number } = {}) => {
    const key = `windfiles/${++keys}.txt`;
    const upload = await at().context.storage.signedUpload(key, {
      max_bytes: LOG.length,
      content_type: TYPE,
      lifetime_s: 60,
      ...options,
    });
    return { key, ...upload };
  };

  it("stores the bytes under its key, for anybody who has the address, once", async () => {
    const { key, method, url, headers } = await signed();
    expect([method, headers]).toEqual(["PUT", { "Content-Type": TYPE }]);
    expect(await at().context.storage.stat(key)).toBeNull();
    expect((await put(at(), url, LOG, headers)).status).toBe(204);
    expect(await at().context.storage.stat(key)).toEqual({ bytes: LOG.length });
    expect(Buffer.compare(await at().context.storage.read(key), LOG)).toBe(0);
    const again = await put(at(), url, Buffer.from("other"), headers);
    expect([again.status, await again.json()]).toEqual([
      409,
      { detail: expect.stringMatching(/has been used/), code: "address_used" },
    ]);
    expect(Buffer.compare(await at().context.storage.read(key), LOG)).toBe(0);
    expect(await incoming(at())).toEqual([]);
  });

  it("at the same time as another is the one that arrived completely first, and the later one is refused", async () => {
    const { key, url, headers } = await signed();
    let release = () => {};
    const held = new Promise<void>((resume) => (release = resume));
    async function* slow() {
      yield Buffer.from("slow ");
      await held;
      yield Buffer.from("log");
    }
    const later = put(at(), url, Readable.from(slow()), headers);
    await expect.poll(() => incoming(at())).toHaveLength(1);
    expect((await put(at(), url, LOG, headers)).status).toBe(204);
    release();
    const refused = await later;
    expect([refused.status, (await refused.json()).code]).toEqual([409, "address_used"]);
    expect(Buffer.compare(await at().context.storage.read(key), LOG)).toBe(0);
    expect(await incoming(at())).toEqual([]);
  });

  it("is refused when anything of the address is changed, and keeps nothing", async () => {
    const { key, url, headers } = await signed();
    const changed = (name: string, value: string) => {
      const address = new URL(url, "http://leebow.test");
      address.searchParams.set(name, value);
      return `${address.pathname}${address.search}`;
    };
    const addresses = [
      changed("max", "999999999"),
      changed("type", "text/html"),
      changed("expires", String(Date.now() + 1e9)),
      changed("signature", "x".repeat(43)),
      url.replace(key, "windfiles/other.txt"),
      url.split("?")[0]!,
      at().context.storage.signedPath(key),
    ];
    for (const address of addresses) expect((await put(at(), address, LOG, headers)).status, address).toBe(403);
    // An address to read is none to write, and the reverse: each has parameters that the other call does not have.
    const of_user = at().context.storage.signedPath(key, { user_id: 1 });
    expect((await put(at(), of_user, LOG, headers)).status).toBe(400);
    expect((await at().call("GET", url)).status).toBe(400);
    expect(await at().context.storage.stat(key)).toBeNull();
  });

  it("is refused with another type, after its time, and when it is too large", async () => {
    const { key, url, headers } = await signed();
    expect((await put(at(), url, LOG, { "Content-Type": "text/html" })).status).toBe(403);
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ["Date"] });
    expect((await put(at(), url, LOG, headers)).status).toBe(403);
    vi.useRealTimers();
    expect(await at().context.storage.stat(key)).toBeNull();
    const small = await signed({ max_bytes: LOG.length - 1 });
    const declared = await put(at(), small.url, LOG, small.headers);
    expect([declared.status, await declared.json()]).toEqual([
      413,
      { detail: expect.stringMatching(/larger than/), code: "too_large" },
    ]);
    const streamed = await put(at(), small.url, Readable.from([LOG.subarray(0, 100), LOG]), small.headers);
    expect(streamed.status).toBe(413);
    expect(await at().context.storage.stat(small.key)).toBeNull();
    expect(await incoming(at())).toEqual([]);
  });

  it.each([
    ["a file larger than the address takes", "PUT", TYPE, /larger than/],
    ["a body that is no upload, larger than a call takes", "POST", "application/json", /more than the call can take/],
  ])("that sends %s gets the answer on a connection that stays", async (_what, method, type, sentence) => {
    const server = serve({ fetch: createApp(at().context).fetch, port: 0, hostname: "127.0.0.1" }) as Server;
    await once(server, "listening");
    const { url } = await signed({ max_bytes: 100 * MB });
    const { port } = server.address() as { port: number };
    const address = `http://127.0.0.1:${port}${method === "PUT" ? url : "/api/users/login/"}`;
    const body = Buffer.alloc(101 * MB, "x");
    const answer = await fetch(address, { method, headers: { "Content-Type": type }, body });
    expect([answer.status, (await answer.json()).detail]).toEqual([413, expect.stringMatching(sentence)]);
    server.close();
  });

  it("that breaks off leaves nothing behind", async () => {
    const { key, url, headers } = await signed();
    async function* torn() {
      yield LOG.subarray(0, 100);
      throw new Error("the phone went out of range");
    }
    const { status } = await put(at(), url, Readable.from(torn()), headers);
    expect(status).toBe(400);
    expect(await at().context.storage.stat(key)).toBeNull();
    expect(await incoming(at())).toEqual([]);
    expect((await put(at(), url, LOG, headers)).status).toBe(204);
  });

  it("answers 507 when the disk is full", async () => {
    const { url, headers } = await signed();
    const { storage } = at().context;
    const { receive } = storage;
    storage.receive = () => Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" }));
    const { status } = await put(at(), url, LOG, headers);
    storage.receive = receive;
    expect(status).toBe(507);
    expect(at().errors.splice(0)).toHaveLength(1);
  });
});

function put(at: TestServer, url: string, body: Uint8Array | Readable, headers: Record<string, string>) {
  // Its errors are those of the request; without a listener they would also be the test's.
  if (body instanceof Readable) body.on("error", () => undefined);
  const sent = body instanceof Readable ? Readable.toWeb(body) : body;
  const length: Record<string, string> = body instanceof Readable ? {} : { "Content-Length": String(body.length) };
  const init = { method: "PUT", headers: { ...headers, ...length }, body: sent as BodyInit, duplex: "half" };
  return at.fetch(new Request(`http://leebow.test${url}`, init as RequestInit));
}

const incoming = (at: TestServer) => readdir(join(at.config.data, "files/incoming"));
