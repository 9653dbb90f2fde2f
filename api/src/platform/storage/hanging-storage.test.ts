import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { readFixture } from "@leebow/fixtures";
import { afterAll, beforeAll, expect, it } from "vitest";
import { onEveryDatabase, trackForm } from "../../../test/test-server.ts";
import { S3Storage } from "./s3-storage.ts";

onEveryDatabase("an object storage that takes connections and answers nothing", (at) => {
  let server: Server;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    server = createServer((socket) => void sockets.push(socket)).listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it("makes an upload fail at its deadline, with the time to try again", async () => {
    const ada = await at().signUp();
    const { port } = server.address() as { port: number };
    const endpoint = `http://127.0.0.1:${port}`;
    const config = {
      endpoint,
      public_endpoint: null,
      bucket: "b",
      region: "r",
      access_key_id: "a",
      secret_access_key: "s",
    };
    const hanging = new S3Storage(config, "key", 300);
    const { storage } = at().context;
    at().context.storage = hanging;
    const form = trackForm("a.gpx", readFixture("ilca-weymouth.gpx"));
    const answer = await ada.call("POST", "/api/tracks/", { form }).finally(() => (at().context.storage = storage));
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "60"]);
    expect(answer.body.detail).toMatch(/^The server cannot read or store files at the moment\. Nothing was kept/);
    expect(sockets.length).toBeGreaterThan(0);
    expect((await ada.call("GET", "/api/tracks/")).body.results).toEqual([]);
    at().errors.splice(0);
  });
});
