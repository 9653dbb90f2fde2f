import { chmod, mkdir, mkdtemp, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { closeToOthers } from "./close-to-others.ts";

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

it.skipIf(process.platform === "win32")(
  "closes a data folder that others could read, and says that they could",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "leebow-data-"));
    await mkdir(join(folder, "db/base"), { recursive: true });
    await mkdir(join(folder, "files/sources"), { recursive: true });
    for (const file of ["db/base/1259", "secret", "files/sources/a.gpx"]) {
      await writeFile(join(folder, file), "x");
      await chmod(join(folder, file), 0o666);
    }
    await chmod(folder, 0o755);
    expect(await closeToOthers(folder)).toEqual({ was_open: true, is_closed: true });
    expect(await Promise.all(["", "db", "db/base", "files"].map((path) => modeOf(join(folder, path))))).toEqual([
      "700",
      "700",
      "700",
      "700",
    ]);
    expect(await Promise.all(["db/base/1259", "secret"].map((path) => modeOf(join(folder, path))))).toEqual([
      "600",
      "600",
    ]);
    expect(await closeToOthers(folder)).toEqual({ was_open: false, is_closed: true });
  },
);

it.skipIf(process.platform === "win32")("makes a missing folder, closed", async () => {
  const folder = join(await mkdtemp(join(tmpdir(), "leebow-data-")), "new");
  expect(await closeToOthers(folder)).toEqual({ was_open: false, is_closed: true });
  expect(await modeOf(folder)).toBe("700");
});
