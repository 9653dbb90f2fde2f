import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { meaningOf, UsageError } from "./errors.ts";
import type { Io } from "./io.ts";

/** Destination of the result: stdout, which takes text alone, or a file that is complete when it appears under its name. */
export interface Output {
  write(result: string | Uint8Array): Promise<void>;
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

export async function openOutput(path: string | undefined, io: Io): Promise<Output> {
  if (path === undefined)
    return { write: (text) => io.stdout(String(text)), finish: async () => undefined, abandon: async () => undefined };
  const target = resolve(io.cwd, path);
  const part = `${target}.part`;
  const file = await create(part, path);
  return {
    write: (result) => file.appendFile(result),
    finish: async () => {
      await file.close();
      await rename(part, target);
    },
    abandon: async () => {
      await file.close();
      await rm(part, { force: true });
    },
  };
}

async function create(part: string, path: string) {
  try {
    await mkdir(dirname(part), { recursive: true });
    return await open(part, "w");
  } catch (error) {
    throw new UsageError(`${path} cannot be written: ${meaningOf(error)}.`);
  }
}
