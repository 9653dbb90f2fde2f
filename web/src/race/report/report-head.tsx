import type { RaceDay } from "@leebow/core";
import { LogOut, Map as MapIcon, Share2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import { saveFile } from "../../format/save-file";
import { showFailure } from "../../server/client";
import { notify } from "../../server/notices";
import { raceName } from "../../tracks/current-track";
import { Button, ButtonLink, IconButton } from "../../ui/button";
import { lazyClosable } from "../../ui/lazy-component";
import type { RaceAddress, RaceSummary } from "../race-replay";
import type { ReportSubject } from "./boats";
import type { ReportClock } from "./clock";
import { fetchRaceSpreadsheet } from "./queries";
import { RaceHead } from "./race-head";
import type { Place } from "./report-place";
import type { CorrectionEditing } from "./use-corrections";

const LeaveRace = lazyClosable(() => import("../leave-race").then((part) => part.LeaveRace));
const ShareRace = lazyClosable(() => import("../share-race").then((part) => part.ShareRace));

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

/** Name and facts of the race, the choice of race and focus boat, the ways to the map, to the share link and out of the race. */
export function ReportHead({ address, summary, day, place, clock, editing = null }: ReportHeadProps) {
  const [open, setOpen] = useState<"share" | "leave" | null>(null);
  const close = () => setOpen(null);
  const navigate = useNavigate();
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
        <Button icon={Share2} aria-label="Share Race" onClick={() => setOpen("share")}>
          <span className="only-wide">Share Race</span>
        </Button>
      )}
      {summary.can.leave && <IconButton icon={LogOut} label="Leave Race" onClick={() => setOpen("leave")} />}
      {open === "share" && <ShareRace race={summary} onClose={close} />}
      {open === "leave" && <LeaveRace race={summary} onClose={close} onLeft={() => navigate("/home")} />}
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

/** Has the browser save the report of a race as a spreadsheet. */
async function downloadRaceSpreadsheet(address: RaceAddress): Promise<void> {
  try {
    const bytes = await fetchRaceSpreadsheet(address);
    if (bytes === null) notify.info("No Report for Download");
    else saveFile([bytes as BlobPart], "", `race-${address.id}-report.xlsx`);
  } catch (cause) {
    showFailure(cause);
  }
}
