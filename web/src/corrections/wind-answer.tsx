import { Wind } from "lucide-react";
import { useEffect } from "react";
import type { WindChoice, WindReport } from "../session/correction-source";
import type { ReplayModel } from "../session/replay-model";
import { Notice } from "../ui/empty-state";
import { TrackPicture } from "./track-picture";
import { windHeading, windLabel } from "./wind-answers";
import { WindPicker } from "./wind-picker";

/** The question about the wind beside the map, for who may answer it; for others the winds that fit. */
export function WindAnswer({ model, choice }: { model: ReplayModel; choice: WindChoice | null }) {
  const { report, columns } = model.data;
  if (choice === null) return <FittingWinds report={report} />;
  return <OnMap model={model} choice={choice} picture={<TrackPicture columns={columns} />} />;
}

/** The winds that fit, for a viewer who may not choose. */
export function FittingWinds({ report: { wind_candidates } }: { report: Pick<WindReport, "wind_candidates"> }) {
  return (
    <Notice icon={Wind}>
      {windHeading(wind_candidates.length, "short")}: {wind_candidates.map(windLabel).join("; ")}. Turns have no names
      yet.
    </Notice>
  );
}

/** What is pointed at is drawn on the map. */
function OnMap({ model, choice, picture }: { model: ReplayModel; choice: WindChoice; picture: React.ReactNode }) {
  useEffect(
    () => () => {
      model.preview.twd_deg = null;
    },
    [model],
  );
  return (
    <WindPicker
      report={model.data.report}
      choice={choice}
      picture={picture}
      onPreview={(twd_deg) => {
        model.preview.twd_deg = twd_deg;
      }}
    />
  );
}
