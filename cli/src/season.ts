import { type Core, STANDARD_UNITS } from "@leebow/core";
import type { SeasonCommand } from "./commands/season.ts";
import { seasonText } from "./exporters/season.ts";
import { sailedSession, seasonFigures } from "./exporters/season-figures.ts";
import { analyzeSessions } from "./io/analyze-sessions.ts";
import { UsageError } from "./io/errors.ts";
import type { Io } from "./io/io.ts";
import { openOutput } from "./io/output.ts";

/** Prints the figures of the sessions of a sailor; returns the exit code. */
export async function seasonFiles(command: SeasonCommand, core: Core, io: Io): Promise<number> {
  if (command.units && command.format === "json")
    throw new UsageError("--units is for the table: JSON has its units in the names of its fields.");
  const { sessions, failed } = await analyzeSessions(command, core, io, sailedSession);
  if (sessions.length === 0) return 1;
  const figures = await seasonFigures(sessions.map(({ name, result }) => ({ name, ...result })));
  const output = await openOutput(command.output, io);
  const units = { ...STANDARD_UNITS, ...command.units };
  await output.write(seasonText(command.format, { engine: core.version, ...figures, failed }, units));
  await output.finish();
  return failed.length > 0 ? 1 : 0;
}
