/** Limits of the specification on calls of the screens. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { NOTICE_MS } from "../src/server/notices.ts";
import { fetchSpreadsheet, pointsAddress, sourceAddress } from "../src/tracks/downloads.ts";
import { uploadWindFile } from "../src/wind-log/upload-wind-file";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("a call of the screens", () => {
  it("gives up a download after 3 s", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout");
    vi.stubGlobal("fetch", async () => Response.json({ url: "/api/files/a" }));
    await Promise.all([pointsAddress(1), sourceAddress(1)]);
    await fetchSpreadsheet(1).catch(() => null);
    expect(timeout.mock.calls.map(([ms]) => ms)).toContain(3000);
    expect(timeout.mock.calls.filter(([ms]) => ms === 3000).length).toBeGreaterThanOrEqual(2);
  });

  it("gives up the upload of a wind log after 300000 ms", async () => {
    const sent: { timeout: number }[] = [];
    class Request {
      timeout = 0;
      status = 204;
      responseText = "";
      upload = { addEventListener() {} };
      private onLoad = () => {};
      addEventListener(name: string, listener: () => void) {
        if (name === "load") this.onLoad = listener;
      }
      open() {}
      setRequestHeader() {}
      abort() {}
      send() {
        sent.push(this);
        this.onLoad();
      }
    }
    vi.stubGlobal("XMLHttpRequest", Request);
    vi.stubGlobal("fetch", async () => Response.json({ file_path: "a", method: "PUT", url: "/a", headers: {} }));
    await uploadWindFile(new File(["$WIMWV"], "wind.txt"), () => {}).file;
    expect(sent.map(({ timeout }) => timeout)).toEqual([300_000]);
  });

  it("shows a notice for 3 s", () => expect(NOTICE_MS).toBe(3000));
});
