import type { RaceDay } from "@leebow/core";
import { Map as MapIcon, Share2 } from "lucide-react";
import { useMemo, useState } from "react";
import type { RaceAddress, RaceSummary } from "../api/race-report";
import { Button, ButtonLink } from "../components/button";
import { lazyClosable } from "../components/lazy-component";
import { raceName } from "../stores/current-track";
import type { ReportSubject } from "./boats";
import type { ReportClock } from "./clock";
import { downloadRaceSpreadsheet } from "./download";
import { RaceHead } from "./race-head";
import type { Place } from "./report-place";
import type { CorrectionEditing } from "./use-corrections";

const ShareRace = lazyClosable(() => import("../races/share-race").then((part) => part.ShareRace));

interface ReportHeadProps {
  address: RaceAddress;
  summary: RaceSummary;
  day: RaceDay | null;
  /** Null without a race. */
  place: Place | null;
  clock: ReportClock | null;
  /** Null for a viewer who may not change the race. */
  editing?: CorrectionEditing | null;
}

/** Name and facts of the race, the choice of race and focus boat, the ways to the map and to the share link. */
export function ReportHead({ address, summary, day, place, clock, editing = null }: ReportHeadProps) {
  const [isSharing, setSharing] = useState(false);
  const subject = useMemo(() => subjectOf(summary), [summary]);
  return (
    <RaceHead
      subject={subject}
      day={day}
      place={place}
      editing={editing}
      onDownload={() => void downloadRaceSpreadsheet(address)}
    >
      <ButtonLink to={mapAddress(address, summary, place, clock)} icon={MapIcon} aria-label="Show on map">
        <span className="only-wide">Show on map</span>
      </ButtonLink>
      {summary.can.share && (
        <Button icon={Share2} aria-label="Share Race" onClick={() => setSharing(true)}>
          <span className="only-wide">Share Race</span>
        </Button>
      )}
      {isSharing && <ShareRace race={summary} onClose={() => setSharing(false)} />}
    </RaceHead>
  );
}

/** A race of the server as the cards take it. */
export const subjectOf = (summary: RaceSummary): ReportSubject => ({
  name: raceName(summary),
  location: summary.location,
  start_time: summary.start_time,
  zone: summary.tz,
  boats: summary.track,
});

/** The replay at the moment of the report, with its boat. */
function mapAddress(
  { id, share_id }: RaceAddress,
  { track }: RaceSummary,
  place: Place | null,
  clock: ReportClock | null,
): { pathname: string; search: string } {
  const boat = track.find(({ track_ids }) => track_ids.some((one) => String(one) === place?.focus));
  const query = new URLSearchParams({
    ...(share_id && { share_id }),
    ...(clock && { t: new Date(clock.time_ms).toISOString() }),
    ...(boat && { boat: String(boat.id) }),
  });
  return { pathname: `/races/${id}`, search: query.toString() };
}
