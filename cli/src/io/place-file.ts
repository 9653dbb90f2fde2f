import { link, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { meaningOf } from "./errors.ts";

/** A file that was not written: `kind` is stable, `message` a sentence. */
export class NotWritten extends Error {
  override name = "NotWritten";
  readonly kind: string;

  constructor(kind: string, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Writes a file that is complete when it appears under its name. An existing file stays, unless `force` is set. */
export async function placeFile(path: string, cwd: string, bytes: Uint8Array, force: boolean): Promise<void> {
  const target = resolve(cwd, path);
  const part = `${target}.${process.pid}.part`;
  try {
    await mkdir(dirname(target), { recursive: true });
    await writeThrough(part, bytes);
    await (force ? rename(part, target) : linkNew(part, target));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "EEXIST")
      throw new NotWritten("already_there", `${path} exists and was not changed. Add --force to replace it.`);
    throw new NotWritten("not_writable", `${path} cannot be written: ${meaningOf(error)}.`);
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

/** Moves a file to a name that must not exist: a link fails where it does, a rename would replace the file. */
async function linkNew(part: string, target: string): Promise<void> {
  try {
    await link(part, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw error;
    // A file system without hard links: creating an empty file fails where the name exists, as the link would.
    const placeholder = await open(target, "wx");
    await placeholder.close();
    await rename(part, target);
  }
}
