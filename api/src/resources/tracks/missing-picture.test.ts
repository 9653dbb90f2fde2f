import { readFixture } from "@leebow/fixtures";
import { expect, it } from "vitest";
import { onEveryDatabase, processed } from "../../../test/test-server.ts";

onEveryDatabase("a track whose picture is missing in the storage", (at) => {
  it("is listed and shown, its picture is absent, and is made again where it is asked for by the track", async () => {
    const ada = await at().signUp();
    const { id, static_map } = await ada.upload("a.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser" });
    const { storage } = at().context;
    const key = /\/api\/files\/([^?]*)/.exec(static_map!)![1]!;
    await storage.remove(key);
    const absent = await at().call("GET", static_map!);
    expect([absent.status, absent.body.code]).toEqual([404, "not_found"]);
    expect((await ada.call("GET", "/api/tracks/?owner=mine")).body.results).toHaveLength(1);
    expect((await ada.call("GET", `/api/tracks/${id}/`)).status).toBe(200);

    const made = await ada.call("GET", `/api/tracks/${id}/map/`);
    expect([made.status, made.headers.get("retry-after"), made.body.code]).toEqual([503, "60", "results_missing"]);
    const track = await processed(ada.call, id);
    expect(track.processing_status).toBe(3);
    expect((await ada.call("GET", `/api/tracks/${id}/map/`)).headers.get("content-type")).toBe("image/png");
    expect((await at().call("GET", track.static_map!)).status).toBe(200);
    expect(at().errors.splice(0).length).toBeGreaterThan(0);
  });
});
