import { constants } from "node:fs";
import { copyFile, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join, relative } from "node:path";

/** Clocks of files are coarser than the system's: a change may seem this much older than it is. */
const CLOCK_MS = 2000;
/** How often a folder is read in which others vanish. */
const TRIES = 5;

/**
 * Makes the files of the folder `to` those of `from`, and answers how many bytes were copied. A file that is there is
 * copied again when it has changed, or got its name, since `since_ms`. Files may change and vanish meanwhile: the copy is
 * exact after a further pass from the start of this one, during which nothing is written.
 */
export async function copyChanged(from: string, to: string, since_ms: number): Promise<number> {
  const { files, folders } = await contentOf(from);
  await mkdir(to, { recursive: true });
  const { files: copied } = await contentOf(to);
  // PostgreSQL needs its empty folders, too.
  for (const name of folders) await mkdir(join(to, name), { recursive: true });
  for (const name of copied) if (!files.has(name)) await rm(join(to, name), { force: true });
  let bytes = 0;
  for (const name of files) bytes += await copyOne(join(from, name), join(to, name), copied.has(name), since_ms);
  return bytes;
}

/** Relative paths of everything below a folder. One below it that vanishes meanwhile ends the reading, which begins again. */
async function contentOf(folder: string, tries = TRIES): Promise<{ files: Set<string>; folders: Set<string> }> {
  const reading = readdir(folder, { recursive: true, withFileTypes: true });
  const entries = await (tries > 1 ? reading.catch(absentAs(null)) : reading);
  if (entries === null) return contentOf(folder, tries - 1);
  const named = (chosen: typeof entries) =>
    new Set(chosen.map((entry) => relative(folder, join(entry.parentPath, entry.name))));
  return {
    files: named(entries.filter((entry) => entry.isFile())),
    folders: named(entries.filter((entry) => entry.isDirectory())),
  };
}

async function copyOne(from: string, to: string, is_there: boolean, since_ms: number): Promise<number> {
  const found = await stat(from).catch(absentAs(null));
  if (!found) return 0;
  const changed_ms = Math.max(found.mtimeMs, found.ctimeMs);
  if (is_there && changed_ms < since_ms - CLOCK_MS) return 0;
  // A file system that can shares the blocks instead of copying them.
  await copyFile(from, to, constants.COPYFILE_FICLONE).catch(absentAs(undefined));
  return found.size;
}

const absentAs =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === "ENOENT") return value;
    throw error;
  };
