import { type Core, passageOf } from "@leebow/core";
import type { PassageCommand } from "./commands/passage.ts";
import { passageText } from "./exporters/passage.ts";
import { writeSessions } from "./io/analyze-sessions.ts";
import type { Io } from "./io/io.ts";

/** Prints the figures of each passage; returns the exit code. */
export const passageFiles = (command: PassageCommand, core: Core, io: Io): Promise<number> =>
  writeSessions(
    command,
    core,
    io,
    ({ report, columns }) => {
      const { boat_class, start_time, end_time, time_zone } = report;
      return { boat_class, start_time, end_time, time_zone, passage: passageOf(report, columns) };
    },
    (passages, failed) => passageText(command.format, { engine: core.version, passages, failed }),
  );
