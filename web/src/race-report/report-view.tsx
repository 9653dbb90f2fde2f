import type { RaceDay, RaceReport } from "@leebow/core";
import { useDeferredValue, useMemo } from "react";
import { Figure, Figures } from "../components/figure";
import { clock as clockText } from "../format/times";
import { type ReportSource, usePaths } from "../queries/race-report";
import { boatsByTrack, noteText, type ReportSubject } from "./boats";
import type { ReportClock } from "./clock";
import { CourseCard } from "./course-card";
import { DuelCard } from "./duel-card";
import { headFigures } from "./figures";
import { GapCard } from "./gap-card";
import { HandicapCard } from "./handicap-card";
import { LegsCard } from "./legs-card";
import { RaceNotes } from "./race-notes";
import type { Place } from "./report-place";
import styles from "./report-view.module.css";
import { StartCard } from "./start-card";
import type { CorrectionEditing } from "./use-corrections";

interface RaceReportViewProps {
  source: ReportSource;
  subject: ReportSubject;
  day: RaceDay;
  race: RaceReport;
  place: Place;
  editing: CorrectionEditing | null;
  clock: ReportClock;
}

/** The cards of one race. */
export function RaceReportView({ source, subject, day, race, place, editing, clock }: RaceReportViewProps) {
  const { zone } = subject;
  const boats = useMemo(() => boatsByTrack(race, subject.boats), [race, subject]);
  const order = useMemo(() => [...boats.values()], [boats]);
  // Those of a large fleet come one after the other; the map need not be drawn for each.
  const { paths, failed, retry } = useDeferredValue(usePaths(source, order));
  const sailed = useMemo(() => order.map((boat, at) => ({ boat, path: paths[at] ?? null })), [order, paths]);
  const unread = { boats: failed.flatMap((at) => order[at]?.label ?? []), retry };
  const { focus, leg, onFocusBoat, onLeg } = place;
  const shared = { race, boats, focus, onFocusBoat };
  const legs = { leg: Math.min(leg, Math.max(0, race.legs.length - 1)), onLeg };
  const shown = race.boats.find(({ track }) => track === focus) ?? race.boats[0];
  return (
    <>
      <RaceNotes
        notes={[...day.notes, ...race.notes].map((note) => ({ ...note, text: noteText(note, subject.boats) }))}
        recalls={race.recalls.map((at) => clockText(at, zone))}
        practice_starts={day.practice_starts.map((at) => clockText(at, zone))}
        editing={editing}
      />
      <div className={styles.cards}>
        {shown && (
          <Figures columns={6} className={styles.figures}>
            {headFigures(race, shown, (track) => boats.get(track)?.label ?? track).map((figure) => (
              <Figure key={figure.name} {...figure} />
            ))}
          </Figures>
        )}
        <div className={styles.two}>
          <CourseCard {...{ race, focus, clock, zone, editing, unread }} boats={sailed} />
          <StartCard {...shared} zone={zone} mayPlace={editing !== null} />
        </div>
        <GapCard {...shared} source={source} at={place.at} clock={clock} zone={zone} />
        <LegsCard {...shared} {...legs} source={source} at={place.at} />
        {race.handicap && <HandicapCard {...shared} result={race.handicap} />}
        {place.against !== null && race.legs.length > 0 && (
          <DuelCard
            {...shared}
            {...legs}
            against={place.against}
            onAgainst={place.onAgainst}
            source={source}
            zone={zone}
          />
        )}
      </div>
    </>
  );
}
