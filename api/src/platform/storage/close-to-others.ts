import { chmod, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const [FOLDER_MODE, FILE_MODE, OTHERS] = [0o700, 0o600, 0o077];

/** Parts of the data folder whose files are closed one by one; the recordings, which may be many, by their folder. */
const CLOSED_THROUGHOUT = ["db", "outbox", "secret"];

/**
 * Closes the data folder to other users of the machine, and creates it where it is missing: the embedded database makes its
 * files readable and writable by everybody, whatever the umask. Returns whether others could read it before, and whether it
 * is closed now: not where another user owns it. Windows has other permissions.
 */
export async function closeToOthers(folder: string): Promise<{ was_open: boolean; is_closed: boolean }> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  if (process.platform === "win32") return { was_open: false, is_closed: true };
  const was_open = ((await stat(folder)).mode & OTHERS) !== 0;
  try {
    await closeParts(folder);
    return { was_open, is_closed: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error;
    return { was_open, is_closed: !was_open };
  }
}

async function closeParts(folder: string): Promise<void> {
  await chmod(folder, FOLDER_MODE);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (CLOSED_THROUGHOUT.includes(entry.name)) await closeTree(path, entry.isDirectory());
    else if (entry.isDirectory()) await chmod(path, FOLDER_MODE);
  }
}

async function closeTree(path: string, is_folder: boolean): Promise<void> {
  await chmod(path, is_folder ? FOLDER_MODE : FILE_MODE);
  if (!is_folder) return;
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory() || entry.isFile()) await closeTree(join(path, entry.name), entry.isDirectory());
  }
}
