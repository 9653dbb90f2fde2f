import { Wind } from "lucide-react";
import { Notice } from "../components/notice";
import type { ReplayModel } from "../replay/replay-model";
import { windHeading } from "./wind-answers";
import { type WindChoice, windLabel } from "./wind-choice";
import { WindPicker } from "./wind-picker";

/** The question about the wind for who may answer it; for others the winds that fit. */
export function WindAnswer({ model, choice }: { model: ReplayModel; choice: WindChoice | null }) {
  if (choice) return <WindPicker model={model} choice={choice} />;
  const { wind_candidates } = model.data.report;
  return (
    <Notice icon={Wind}>
      {windHeading(wind_candidates.length, "short")}: {wind_candidates.map(windLabel).join("; ")}. Turns have no names
      yet.
    </Notice>
  );
}
