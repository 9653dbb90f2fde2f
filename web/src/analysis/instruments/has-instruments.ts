import type { FileAnalysis } from "@leebow/core";

/** Formats in which boats' instruments are logged. */
const LOGGED = new Set<FileAnalysis["format"]>(["nmea", "n2k", "ebl", "signalk", "csv", "vkx"]);

/** Whether a recording may have instruments beside its receiver: what it has is in its columns. */
export const hasInstruments = ({ format, doubts }: Pick<FileAnalysis, "format" | "doubts">): boolean =>
  LOGGED.has(format) || doubts !== undefined;
