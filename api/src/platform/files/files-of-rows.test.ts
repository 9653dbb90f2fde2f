import { readFixture } from "@leebow/fixtures";
import { afterEach, expect, it, vi } from "vitest";
import { onEveryDatabase } from "../../../test/test-server.ts";
import { withStoredFiles } from "./files-of-rows.ts";

const FILE = "ilca-weymouth.gpx";

onEveryDatabase("the files of a row", (at) => {
  afterEach(() => vi.restoreAllMocks());

  it("are deleted with a track although the storage fails at first", async () => {
    const ada = await at().signUp();
    const { id } = await ada.upload(FILE, readFixture(FILE), { boat_name: "Laser" });
    const { db, storage } = at().context;
    const row = await db.selectFrom("tracks").select("source_key").where("id", "=", id).executeTakeFirstOrThrow();
    const remove = vi.spyOn(storage, "remove").mockRejectedValueOnce(new Error("the storage hangs"));
    expect((await ada.call("DELETE", `/api/tracks/${id}/`)).status).toBe(204);
    await expect.poll(() => storage.open(row.source_key)).toBeNull();
    expect(remove.mock.calls.length).toBeGreaterThan(1);
  });

  const written = async (key: string) => {
    const { storage } = at().context;
    await storage.write(key, Buffer.from("a picture"));
    return key;
  };

  it("stay where the answer to a commit is lost, since a row may refer to them", async () => {
    const key = await written("images/lost-answer.webp");
    const lost = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
    await expect(withStoredFiles(at().context, [key], () => Promise.reject(lost))).rejects.toThrow("ECONNRESET");
    expect(await at().context.storage.open(key)).not.toBeNull();
  });

  it("are removed where no row was written, and the first error is told when that fails, too", async () => {
    const key = await written("images/refused.webp");
    const refuse = () => withStoredFiles(at().context, [key], () => Promise.reject(new Error("too many")));
    vi.spyOn(at().context.storage, "remove").mockRejectedValueOnce(new Error("the storage hangs"));
    await expect(refuse()).rejects.toThrow("too many");
    expect(await at().context.storage.open(key)).not.toBeNull();
    await expect(refuse()).rejects.toThrow("too many");
    expect(await at().context.storage.open(key)).toBeNull();
  });
});
