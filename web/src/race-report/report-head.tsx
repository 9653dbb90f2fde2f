import type { RaceDay } from "@leebow/core";
import { Map as MapIcon, Share2 } from "lucide-react";
import { useState } from "react";
import type { RaceAddress, RaceSummary } from "../api/race-report";
import { Button, ButtonLink } from "../components/button";
import { lazyClosable } from "../components/lazy-component";
import { Segments } from "../components/segments";
import { Select } from "../components/select";
import { countText } from "../format/counts";
import { clock as clockText, day as dayText, zoneName } from "../format/times";
import { raceName } from "../stores/current-track";
import { BoatSelect } from "./boat-select";
import { boatsByTrack } from "./boats";
import type { ReportClock } from "./clock";
import styles from "./report-head.module.css";
import { ReportMenu } from "./report-menu";
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
  return (
    <div className={styles.head}>
      <div className={styles.words}>
        <h1 className="title">{raceName(summary)}</h1>
        <p className="small secondary">{factsOf(summary, place)}</p>
      </div>
      {day && place && day.races.length > 1 && <RaceChoice day={day} place={place} zone={summary.tz} />}
      {place && <BoatChoice summary={summary} place={place} />}
      <ButtonLink to={mapAddress(address, summary, place, clock)} icon={MapIcon} aria-label="Show on map">
        <span className="only-wide">Show on map</span>
      </ButtonLink>
      {summary.can.share && (
        <Button icon={Share2} aria-label="Share Race" onClick={() => setSharing(true)}>
          <span className="only-wide">Share Race</span>
        </Button>
      )}
      {day && place && <ReportMenu address={address} summary={summary} day={day} race={place.race} editing={editing} />}
      {isSharing && <ShareRace race={summary} onClose={() => setSharing(false)} />}
    </div>
  );
}

/** "15 November 2026, El Saler. Snipe. Start 12:30, Madrid time. Places are among the 8 boats with tracks." */
function factsOf(summary: RaceSummary, place: Place | null): string {
  const { location, start_time, tz, track } = summary;
  const classes = [...new Set(track.map(({ boat_name }) => boat_name))];
  const start = place?.race.start_time ?? null;
  return [
    [dayText(start ?? start_time, tz), location].filter(Boolean).join(", "),
    classes.length === 1 && classes[0],
    start ? `Start ${clockText(start, tz)}, ${zoneName(tz)}` : zoneName(tz),
    place && `Places are among the ${countText(place.race.boats.length, "boat")} with tracks`,
  ]
    .filter(Boolean)
    .map((text) => `${text}.`)
    .join(" ");
}

/** Races that a row of segments has room for. */
const MAX_SEGMENTS = 4;

function RaceChoice({ day, place, zone }: { day: RaceDay; place: Place; zone: string | null }) {
  const choices = day.races.map(({ start_time }, at) => ({
    value: String(at),
    label:
      day.races.length > MAX_SEGMENTS ? `Race ${at + 1}, ${clockText(start_time, zone)}` : clockText(start_time, zone),
  }));
  const choice = {
    label: "Race of the day",
    choices,
    value: String(place.at),
    onChange: (next: string) => place.onRace(Number(next)),
  };
  return choices.length > MAX_SEGMENTS ? <Select bare {...choice} className={styles.race} /> : <Segments {...choice} />;
}

function BoatChoice({ summary, place }: { summary: RaceSummary; place: Place }) {
  const boats = boatsByTrack(place.race, summary.track);
  const racing = place.race.boats.map(({ track }) => boats.get(track)!);
  return <BoatSelect label="Focus boat" boats={racing} track={place.focus} onChange={place.onFocusBoat} />;
}

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
