import type { Exporter, Setting } from "./exporter.ts";

/** The JSON contract (schema/analysis.schema.json), one file per line, so that a long batch can be streamed. */
export function jsonExporter({ engine, options, fleets }: Setting): Exporter {
  let separator = "";
  return {
    begin: () =>
      `{\n"engine": ${JSON.stringify(engine)},\n"parameters": ${JSON.stringify(options)},\n${together(fleets)}"files": [`,
    file(report, pointsFile) {
      const file = pointsFile === undefined ? report : { ...report, points_file: pointsFile };
      const text = `${separator}\n${JSON.stringify(file)}`;
      separator = ",";
      return text;
    },
    end: (failed) => `\n],\n"failed": ${JSON.stringify(failed)}\n}\n`,
  };
}

/** The fleets without the wind of each boat, which is in the analysis of its file. */
function together(fleets: Setting["fleets"]): string {
  if (fleets === undefined) return "";
  const written = fleets.map((fleet) => ({
    ...fleet,
    boats: fleet.boats.map(({ name, has_vote, reason }) => ({ name, has_vote, reason })),
  }));
  return `"fleets": ${JSON.stringify(written)},\n`;
}
