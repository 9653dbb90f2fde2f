import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fixturePath } from "@leebow/fixtures";
import { UsageError } from "../src/io/errors.ts";
import type { Io } from "../src/io/io.ts";
import { run } from "../src/run.ts";

export interface Answer {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command line as `main` does, with the fixtures as the current folder. */
export async function leebow(line: string | string[], replaced: Partial<Io> = {}): Promise<Answer> {
  const { answer, io } = worldOf(replaced);
  try {
    answer.code = await run(typeof line === "string" ? line.split(" ").filter(Boolean) : line, io);
  } catch (error) {
    answer.stderr += `leebow: ${(error as Error).message}\n`;
    answer.code = error instanceof UsageError ? 2 : 1;
  }
  return answer;
}

/** The environment of a command in tests, and what it writes. */
export function worldOf(replaced: Partial<Io>): { answer: Answer; io: Io } {
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
    read_timeout_ms: 300,
    watched: false,
    coloured: false,
    ...replaced,
  };
  return { answer, io };
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
