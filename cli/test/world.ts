import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fixturePath } from "@leebow/fixtures";
import { UsageError } from "../src/errors.ts";
import type { Io } from "../src/io.ts";
import { run } from "../src/run.ts";

export interface Answer {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command line as `main` does, with the fixtures as the current folder. */
export async function leebow(line: string | string[], world: Partial<Io> = {}): Promise<Answer> {
  const answer: Answer = { code: 0, stdout: "", stderr: "" };
  const io: Io = {
    cwd: fixturePath("."),
    stdin: nothing(),
    stdout: async (text) => {
      answer.stdout += text;
    },
    stderr: (text) => {
      answer.stderr += text;
    },
    watched: false,
    coloured: false,
    ...world,
  };
  try {
    answer.code = await run(typeof line === "string" ? line.split(" ").filter(Boolean) : line, io);
  } catch (error) {
    answer.stderr += `leebow: ${(error as Error).message}\n`;
    answer.code = error instanceof UsageError ? 2 : 1;
  }
  return answer;
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** A folder of its own for one test. */
export async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "leebow-cli-"));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
