import { beforeEach, describe, expect, it, vi } from "vitest";
import { reportOf } from "./helpers";

const { database, refusal } = vi.hoisted(() => ({ database: new Map<unknown, unknown>(), refusal: { isOn: false } }));

vi.mock("idb-keyval", () => {
  const answer = async <T>(work: () => T): Promise<T> => {
    if (refusal.isOn) throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    return work();
  };
  return {
    createStore: () => database,
    set: (key: unknown, value: unknown) => answer(() => void database.set(key, { ...(value as object) })),
    get: (key: unknown) => answer(() => database.get(key)),
    del: (key: unknown) => answer(() => void database.delete(key)),
    clear: () => answer(() => database.clear()),
    entries: () => answer(() => [...database]),
  };
});
vi.mock("../src/map/coast", () => ({ fetchWholeCoast: async () => undefined }));
const releaseFile = vi.fn();
const analyzeFile = vi.fn(async (file: File) =>
  file.name.endsWith(".txt")
    ? { state: "refused", kind: "not_a_track", message: "This is not a track." }
    : { state: "read", took_ms: 1, analysis: { report: reportOf({ name: file.name }), columns: {} } },
);
const divideFile = vi.fn(async () => null);
vi.mock("../src/engine/engine", () => ({
  analyzeFile,
  divideFile,
  explainFile: vi.fn(),
  joinFiles: vi.fn(),
  relateFiles: vi.fn(async () => null),
  releaseFile,
  warmEngine: vi.fn(),
}));

const added = (name: string) => new File(["positions"], name);
const correction = { action: "delete", kind: "tack", time: "2025-06-21T11:00:00Z" } as never;

/** The page as it is loaded anew in the same browser. */
async function loadPage() {
  vi.resetModules();
  const page = await import("../src/analyze/analyze-store");
  await page.restoreFiles();
  return page;
}
const names = (page: Awaited<ReturnType<typeof loadPage>>) => page.analyzeStore.files.map(({ file }) => file.name);

describe("files of the analyze page", () => {
  beforeEach(() => {
    database.clear();
    refusal.isOn = false;
  });

  it("are there after a reload, with their corrections, the class, the wind and the one that was shown", async () => {
    const before = await loadPage();
    await before.addFiles([added("morning.fit"), added("notes.txt"), added("evening.fit")]);
    const last = before.analyzeStore.files[2]!.id;
    before.openFile(last);
    await before.editCorrections(last, () => [correction]);
    await before.setBoatClass("49er");
    await before.setWindHint(220);

    const after = await loadPage();
    expect(names(after)).toEqual(["morning.fit", "notes.txt", "evening.fit"]);
    const { files, open, boat_class, wind_hint_deg } = after.analyzeStore;
    expect(files.map(({ state }) => state)).toEqual(["read", "refused", "read"]);
    expect([open, boat_class, wind_hint_deg]).toEqual([last, "49er", 220]);
    expect(files[2]!.corrections).toEqual([correction]);
    expect(analyzeFile).toHaveBeenLastCalledWith(
      expect.anything(),
      expect.objectContaining({ boat_class: "49er" }),
      null,
      expect.any(Boolean),
    );
  });

  it("are gone after they were removed, and there again with their corrections after Undo", async () => {
    const page = await loadPage();
    await page.addFiles([added("morning.fit"), added("evening.fit")]);
    const [first, second] = page.analyzeStore.files.map(({ id }) => id);
    await page.editCorrections(first!, () => [correction]);
    const { file } = page.analyzeStore.files[0]!;
    releaseFile.mockClear();
    const undo = page.removeFile(first!);
    expect(releaseFile.mock.calls).toEqual([[file]]);
    expect([names(page), page.analyzeStore.open]).toEqual([["evening.fit"], second]);
    expect(names(await loadPage())).toEqual(["evening.fit"]);
    undo();
    expect([names(page), page.analyzeStore.open]).toEqual([["morning.fit", "evening.fit"], first]);
    const again = await loadPage();
    expect(again.analyzeStore.files[0]!.corrections).toEqual([correction]);
    again.removeAll();
    expect(names(await loadPage())).toEqual([]);
  });

  it("stay when another is removed twice, and are there once when its removal is undone twice", async () => {
    const page = await loadPage();
    await page.addFiles([added("morning.fit"), added("noon.fit"), added("evening.fit")]);
    const [first] = page.analyzeStore.files.map(({ id }) => id);
    const undo = page.removeFile(first!);
    const undoSecond = page.removeFile(first!);
    expect(names(page)).toEqual(["noon.fit", "evening.fit"]);
    for (const back of [undo, undoSecond, undo]) back();
    expect(names(page)).toEqual(["morning.fit", "noon.fit", "evening.fit"]);
    expect(names(await loadPage())).toEqual(["morning.fit", "noon.fit", "evening.fit"]);
  });

  it("free their memory when the page is left, and are read again when it is opened", async () => {
    const page = await loadPage();
    await page.addFiles([added("morning.fit")]);
    releaseFile.mockClear();
    page.releaseFiles();
    expect(names(page)).toEqual([]);
    // Without a file: the engine's memory of all.
    expect(releaseFile.mock.calls).toEqual([[]]);
    await page.restoreFiles();
    expect(names(page)).toEqual(["morning.fit"]);
    expect(page.analyzeStore.open).toBe(page.analyzeStore.files[0]!.id);
  });

  it("stay in the page, and the page says so, where the browser keeps nothing", async () => {
    refusal.isOn = true;
    const page = await loadPage();
    await page.addFiles([added("morning.fit")]);
    expect(page.analyzeStore.isKept).toBe(false);
    page.releaseFiles();
    expect(names(page)).toEqual(["morning.fit"]);
  });
});
