import type { Analysis, AnalysisDocument, EngineError, Options } from "./core.ts";

/** The JSON contract for several files: those that were analysed and those that failed. */
export function documentOf(
  engine: string,
  parameters: Partial<Options>,
  analyses: readonly Pick<Analysis, "report">[],
  failed: readonly { name: string; error: EngineError }[] = [],
): AnalysisDocument {
  return {
    engine,
    parameters,
    files: analyses.map((analysis) => analysis.report),
    failed: failed.map(({ name, error }) => ({ name, kind: error.kind, message: error.message })),
  };
}
