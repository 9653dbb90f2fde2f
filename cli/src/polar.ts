import { type Core, debriefTrackOf, EngineError, type Polar, type SessionPolar } from "@leebow/core";
import { analyzeSessions } from "./analyze-sessions.ts";
import type { PolarCommand } from "./commands/polar.ts";
import { UsageError } from "./errors.ts";
import { polarText } from "./exporters/polar.ts";
import type { Io } from "./io.ts";
import { openOutput } from "./output.ts";

/** Prints the polar of the sessions of a boat; returns the exit code. */
export async function polarFiles(command: PolarCommand, core: Core, io: Io): Promise<number> {
  const { sessions, failed } = await analyzeSessions(command, core, io, ({ report, columns }) =>
    core.polar_summary(debriefTrackOf(report, columns)),
  );
  if (sessions.length === 0) return 1;
  const summed = sessions.map(({ result }) => result);
  const polar = await polarOf(command, core, summed);
  if (command.format === "routing" && polar.basis !== "wind_speed")
    throw new UsageError("A table for routing needs wind speeds: give a wind log with --wind.");
  const names = sessions.map(({ name }) => name);
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
