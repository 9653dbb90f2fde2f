import type { Track } from "@leebow/api/contract";
import { TriangleAlert, Wind } from "lucide-react";
import { Notice } from "../components/notice";
import { SameBoat } from "./same-boat";

/** Why the results that are shown are not of the last change, a sentence; null where they are. */
export const unappliedChange = ({ processing_status, error }: Track): string | null =>
  processing_status === 3 ? error : null;

/** What the results of a track are without: its last change, its wind log. */
export function ResultsNotices({ track }: { track: Track }) {
  const unapplied = unappliedChange(track);
  return (
    <>
      {unapplied && (
        <Notice warn icon={TriangleAlert}>
          {unapplied}
        </Notice>
      )}
      {track.wind_error && (
        <Notice warn icon={Wind}>
          {track.wind_error}
        </Notice>
      )}
      <SameBoat track={track} />
    </>
  );
}
