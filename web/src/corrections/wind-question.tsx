import type { ReactNode } from "react";
import { hasWindQuestion, type WindChoice, type WindReport } from "../session/correction-source";
import { lazyQuiet } from "../ui/lazy-component";

const WindPicker = lazyQuiet(() => import("./wind-picker").then((part) => part.WindPicker));
const FittingWinds = lazyQuiet(() => import("./wind-answer").then((part) => part.FittingWinds));

/** Loads the question; afterwards it needs no network. */
export const loadWindQuestion = () => Promise.all([WindPicker.load(), FittingWinds.load()]);

interface WindQuestionProps {
  report: WindReport;
  /** Null for a viewer who may not change the track. */
  choice: WindChoice | null;
  /** The track, north up. */
  picture: ReactNode;
}

/** The question about the wind where there is no map; nothing where the wind is known and not given by the user. */
export function WindQuestion({ report, choice, picture }: WindQuestionProps) {
  if (!hasWindQuestion(report, choice)) return null;
  if (choice === null) return <FittingWinds report={report} />;
  return <WindPicker report={report} choice={choice} picture={picture} />;
}
