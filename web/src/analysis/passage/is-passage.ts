import { type FileAnalysis, PASSAGE_S } from "@leebow/core";

/** From 2 h under sail, or where there is an engine. */
export const isPassage = ({ summary, parts }: Pick<FileAnalysis, "summary" | "parts">): boolean =>
  summary.duration_s >= PASSAGE_S || (parts ?? []).some(({ kind, left_out }) => left_out && kind === "motoring");
