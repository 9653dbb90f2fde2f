import { type Core, debriefTrackOf, EngineError, type Polar, type SessionPolar } from "@leebow/core";
import { analyzeSource } from "./analyze-source.ts";
import type { PolarCommand } from "./commands/polar.ts";
import { sentence, UsageError } from "./errors.ts";
import { polarText } from "./exporters/polar.ts";
import { inOrder } from "./in-order.ts";
import { findSources, windLog } from "./inputs.ts";
import type { Io } from "./io.ts";
import { openOutput } from "./output.ts";
import { progressOf } from "./progress.ts";

/** Prints the polar of the sessions of a boat; returns the exit code. */
export async function polarFiles(command: PolarCommand, core: Core, io: Io): Promise<number> {
  const wind = await windLog(command.wind, io);
  const log = wind && (await core.read(wind));
  const { sources, missing: failed } = await findSources(command.paths, io);
  const progress = progressOf(sources.length, io);
  for (const failure of failed) progress.print(sentence(failure));
  const names: string[] = [];
  const sessions: SessionPolar[] = [];
  const options = { boat_class: command.boat ?? null };
  const summed = inOrder(sources, (source) =>
    analyzeSource(source, core, options, log, ({ report, columns }) =>
      core.polar_summary(debriefTrackOf(report, columns)),
    ),
  );
  for await (const outcome of summed) {
    progress.step("failure" in outcome ? outcome.failure.name : outcome.name);
    if ("failure" in outcome) {
      failed.push(outcome.failure);
      progress.print(sentence(outcome.failure));
      continue;
    }
    names.push(outcome.name);
    sessions.push(outcome.result);
  }
  progress.done();
  if (sessions.length === 0) return 1;
  const polar = await polarOf(command, core, sessions);
  const output = await openOutput(command.output, io);
  await output.write(polarText(command.format, { engine: core.version, sessions: names, polar, failed }));
  await output.finish();
  return failed.length > 0 ? 1 : 0;
}

async function polarOf({ side, bands, split }: PolarCommand, core: Core, sessions: SessionPolar[]): Promise<Polar> {
  try {
    return await core.polar(sessions, { side, bands, splits: split });
  } catch (error) {
    if (error instanceof EngineError && error.kind === "bad_options") throw new UsageError(error.message);
    throw error;
  }
}
