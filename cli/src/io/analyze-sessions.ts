import type { Analysis, Core } from "@leebow/core";
import { analyzeSource } from "./analyze-source.ts";
import { type Failure, sentence } from "./errors.ts";
import { inOrder } from "./in-order.ts";
import { findSources, readWindLog } from "./inputs.ts";
import type { Io } from "./io.ts";
import { openOutput } from "./output.ts";
import { progressOf } from "./progress.ts";
import { oneOfEachBoat } from "./together.ts";

/** What a command says of the sessions that it puts together. */
export interface SessionsCommand {
  paths: string[];
  /** Path of a wind log of all sessions. */
  wind: string | undefined;
  boat: string | undefined;
  /** Files of one session, and receivers of one boat, stay apart. */
  apart?: boolean;
}

/** Writes what `text` makes of the sessions, each with its name, and of what could not be read; returns the exit code. */
export async function writeSessions<T extends object>(
  command: SessionsCommand & { output: string | undefined },
  core: Core,
  io: Io,
  of: (analysis: Analysis) => T,
  text: (sessions: ({ name: string } & T)[], failed: Failure[]) => string,
): Promise<number> {
  const { sessions, failed } = await analyzeSessions(command, core, io, of);
  if (sessions.length === 0) return 1;
  const output = await openOutput(command.output, io);
  await output.write(
    text(
      sessions.map(({ name, result }) => ({ name, ...(result as T) })),
      failed,
    ),
  );
  await output.finish();
  return failed.length > 0 ? 1 : 0;
}

/** What is made of each session, in the order of their paths, and what could not be read, which is reported on stderr. */
export async function analyzeSessions<T>(
  command: SessionsCommand,
  core: Core,
  io: Io,
  of: (analysis: Analysis) => T,
): Promise<{ sessions: { name: string; result: Awaited<T> }[]; failed: Failure[] }> {
  const { log, failed: unread } = await readWindLog(command.wind, core, io);
  const { sources: found, missing } = await findSources(command.paths, io, { isDivided: true, apart: command.apart });
  const sources = oneOfEachBoat(found, (sentence) => io.stderr(`leebow: ${sentence}\n`));
  const failed = [...unread, ...missing];
  const progress = progressOf(sources.length, io);
  for (const failure of failed) progress.print(sentence(failure));
  const sessions: { name: string; result: Awaited<T> }[] = [];
  const options = { boat_class: command.boat ?? null };
  for await (const outcome of inOrder(sources, (source) => analyzeSource(source, core, options, log, of))) {
    progress.step("failure" in outcome ? outcome.failure.name : outcome.name);
    if ("failure" in outcome) {
      failed.push(outcome.failure);
      progress.print(sentence(outcome.failure));
    } else sessions.push(outcome);
  }
  progress.done();
  return { sessions, failed };
}
