import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AnalysisDocument } from "@leebow/core";
import { fixturePath } from "@leebow/fixtures";
import { describe, expect, it } from "vitest";
import { inFolder, leebow } from "./world.ts";

const FILE = "ilca-weymouth.gpx";
const OTHER = "49er-kiel.fit";

async function withPatch(patch: unknown, work: (cwd: string) => Promise<void>): Promise<void> {
  await inFolder(async (cwd) => {
    for (const name of [FILE, OTHER]) copyFileSync(fixturePath(name), join(cwd, name));
    writeFileSync(join(cwd, "patch.json"), typeof patch === "string" ? patch : JSON.stringify(patch));
    await work(cwd);
  });
}

async function analyzed(line: string, cwd: string): Promise<AnalysisDocument> {
  return JSON.parse((await leebow(`analyze ${line} --format json`, { cwd })).stdout);
}

describe("corrections", () => {
  it("are applied to the result, and their outcome is reported", async () => {
    const [plain] = (await analyzed(`${FILE} --boat Laser`, fixturePath("."))).files;
    const tack = plain!.maneuvers.find(({ kind }) => kind === "tack")!;
    const { kind, start_time, end_time } = tack;
    await withPatch(
      [
        { action: "change_kind", kind, start_time, end_time, to_kind: "penalty" },
        { action: "pin_wind", twd_deg: 200 },
      ],
      async (cwd) => {
        const [file] = (await analyzed(`${FILE} --boat Laser --corrections patch.json`, cwd)).files;
        expect(file!.maneuvers.find((m) => m.start_time === start_time)).toMatchObject({ kind: "penalty" });
        expect(file!.wind).toMatchObject({ source: "pinned" });
        expect(file!.corrections.map(({ applied }) => applied)).toEqual([true, true]);
      },
    );
  });

  it("apply only to the recording they name", () =>
    withPatch({ [FILE]: [{ action: "pin_wind", twd_deg: 10 }] }, async (cwd) => {
      const { files } = await analyzed(`${OTHER} ${FILE} --corrections patch.json`, cwd);
      expect(files.map(({ wind }) => wind!.source === "pinned")).toEqual([false, true]);
    }));

  it.each([
    ["a mistake", [{ action: "delete" }], FILE, "patch.json: Correction 1 cannot be used: kind is missing."],
    ["two recordings for one list", [], `${FILE} ${OTHER}`, "does not say which recording it is about"],
    [
      "a recording that is not there",
      { "monday.fit": [] },
      FILE,
      "corrects monday.fit, which is not among the recordings.",
    ],
    ["no JSON", "delete the second tack", FILE, "patch.json holds no corrections"],
  ])("tell %s before anything is analysed", (_, patch, files, sentence) =>
    withPatch(patch, async (cwd) => {
      const { code, stdout, stderr } = await leebow(`analyze ${files} --corrections patch.json`, { cwd });
      expect(stderr).toContain(sentence);
      expect([code, stdout]).toEqual([2, ""]);
    }),
  );

  it("that do not exist are named in the error", async () => {
    const { code, stderr } = await leebow(`analyze ${FILE} --corrections nowhere.json`);
    expect(stderr).toContain("The file of corrections nowhere.json could not be read.");
    expect(code).toBe(2);
  });
});
