import { link, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** Nothing was written: `kind` is stable, `message` a sentence. */
export class NotWritten extends Error {
  override name = "NotWritten";
  readonly kind: string;

  constructor(kind: string, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Writes a file that appears whole or not at all; one that is there stays, unless `force` replaces it. */
export async function placeFile(path: string, cwd: string, bytes: Uint8Array, force: boolean): Promise<void> {
  const whole = resolve(cwd, path);
  const part = `${whole}.${process.pid}.part`;
  try {
    await mkdir(dirname(whole), { recursive: true });
    await writeThrough(part, bytes);
    await (force ? rename(part, whole) : linkNew(part, whole));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "EEXIST")
      throw new NotWritten("already_there", `${path} is there already and was kept. Add --force to replace it.`);
    throw new NotWritten("not_writable", `${path} cannot be written (${code ?? (error as Error).message}).`);
  } finally {
    await rm(part, { force: true }).catch(() => undefined);
  }
}

async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "w");
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A link fails where the name is taken; a rename would replace what is there. */
async function linkNew(part: string, whole: string): Promise<void> {
  try {
    await link(part, whole);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw error;
    // A file system without hard links: an empty file takes the name first, or fails as the link would.
    const held = await open(whole, "wx");
    await held.close();
    await rename(part, whole);
  }
}
