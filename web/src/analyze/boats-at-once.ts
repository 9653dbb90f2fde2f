import type { FileAnalysis } from "@leebow/core";

/** How many of these recordings have a part of their time in common with another one. */
export function boatsAtOnce(reports: readonly Pick<FileAnalysis, "start_time" | "end_time">[]): number {
  const times = reports.map(({ start_time, end_time }) => [Date.parse(start_time), Date.parse(end_time)] as const);
  const isBeside = (at: number) =>
    times.some(([from, to], other) => other !== at && from < times[at]![1] && times[at]![0] < to);
  return times.filter((_, at) => isBeside(at)).length;
}
