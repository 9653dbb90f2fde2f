import type { Analysis, Core } from "@leebow/core";
import { analyzeSource } from "./analyze-source.ts";
import { type Failure, sentence } from "./errors.ts";
import { inOrder } from "./in-order.ts";
import { findSources, readWindLog } from "./inputs.ts";
import type { Io } from "./io.ts";
import { progressOf } from "./progress.ts";

/** What a command says of the sessions that it puts together. */
export interface SessionsCommand {
  paths: string[];
  /** Path of a wind log of all sessions. */
  wind: string | undefined;
  boat: string | undefined;
}

/** What is made of each session, in the order of their paths, and what could not be read, which is reported on stderr. */
export async function analyzeSessions<T>(
  command: SessionsCommand,
  core: Core,
  io: Io,
  of: (analysis: Analysis) => T,
): Promise<{ sessions: { name: string; result: Awaited<T> }[]; failed: Failure[] }> {
  const { log, failed: unread } = await readWindLog(command.wind, core, io);
  const { sources, missing } = await findSources(command.paths, io, { isDivided: true });
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
