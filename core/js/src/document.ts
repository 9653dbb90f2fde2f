import type { Analysis, AnalysisDocument, EngineError, Options } from "./index.ts";

/** The outward contract of some files: those read, and those that could not be. */
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
