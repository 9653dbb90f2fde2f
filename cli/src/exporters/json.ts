import type { Exporter, Setting } from "./exporter.ts";

/** The outward contract, one line a file, so that a long batch streams and `grep` finds its way. */
export function jsonExporter({ engine, options }: Setting): Exporter {
  let separator = "";
  return {
    begin: () => `{\n"engine": ${JSON.stringify(engine)},\n"parameters": ${JSON.stringify(options)},\n"files": [`,
    file(report, pointsFile) {
      const file = pointsFile === undefined ? report : { ...report, points_file: pointsFile };
      const text = `${separator}\n${JSON.stringify(file)}`;
      separator = ",";
      return text;
    },
    end: (failed) => `\n],\n"failed": ${JSON.stringify(failed)}\n}\n`,
  };
}
