import { type Core, calibrationOf } from "@leebow/core";
import type { CalibrateCommand } from "./commands/calibrate.ts";
import { calibrationText } from "./exporters/calibration.ts";
import { writeSessions } from "./io/analyze-sessions.ts";
import type { Io } from "./io/io.ts";

/** Prints the calibration of each log; returns the exit code. */
export const calibrateFiles = (command: CalibrateCommand, core: Core, io: Io): Promise<number> =>
  writeSessions(
    command,
    core,
    io,
    ({ report, columns }) => {
      const { boat_class, start_time, end_time, time_zone, doubts = [] } = report;
      const calibration = calibrationOf(report, columns);
      return { boat_class, start_time, end_time, time_zone, doubts, calibration };
    },
    (logs, failed) => calibrationText(command.format, { engine: core.version, logs, failed }),
  );
