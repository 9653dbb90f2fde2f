import type { Race } from "@leebow/api/contract";
import { TriangleAlert, Wind } from "lucide-react";
import { Notice } from "../../components/notice";

/** What is still computed of a race, what failed, and which boats are absent. */
export function RaceNotices({ race, missing }: { race: Race; missing: readonly string[] }) {
  const { processing_status, error, wind_reason } = race;
  return (
    <>
      {processing_status === 1 && <Notice icon={Wind}>Wind data is processing.</Notice>}
      {processing_status === 4 && <Notice icon={Wind}>Race wind data is updating</Notice>}
      {processing_status === 2 && (
        <Notice warn icon={TriangleAlert}>
          {error ?? "There was an error processing this race."}
        </Notice>
      )}
      {processing_status === 3 && wind_reason && <Notice icon={Wind}>{wind_reason}</Notice>}
      {missing.length > 0 && (
        <Notice warn icon={TriangleAlert}>
          {`Not shown: ${missing.join(" ")}`}
        </Notice>
      )}
    </>
  );
}
