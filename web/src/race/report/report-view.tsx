import type { RaceCorrection, RaceDay, RaceNote, RaceNoteCode, RaceReport } from "@leebow/core";
import { Info, TriangleAlert } from "lucide-react";
import { useDeferredValue, useMemo } from "react";
import { listed, wordFor } from "../../format/numbers";
import { clock as clockText } from "../../format/times";
import { Button } from "../../ui/button";
import { Notice } from "../../ui/empty-state";
import { Figure, Figures } from "../../ui/figure";
import { boatsByTrack, noteText, type ReportSubject } from "./boats";
import type { ReportClock } from "./clock";
import { CourseCard } from "./course-card";
import { DuelCard } from "./duel-card";
import { headFigures } from "./figures";
import { GapCard } from "./gap-card";
import { HandicapCard } from "./handicap-card";
import { LegsCard } from "./legs-card";
import { type ReportSource, usePaths } from "./queries";
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
        <div className="columns gap">
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

/** Codes of notes shown as warnings: the result may be wrong. */
const DOUBTS = new Set<RaceNoteCode>(["wind_may_be_reversed", "clock_differs", "correction_not_applied", "no_start"]);

interface RaceNotesProps {
  notes: readonly RaceNote[];
  /** Starts that were recalled, as texts of their times. */
  recalls?: readonly string[];
  practice_starts?: readonly string[];
  /** Null for a viewer who may not change the race. */
  editing?: CorrectionEditing | null;
}

/** What there is to know about the day or the race, a sentence each. */
function RaceNotes({ notes, recalls = [], practice_starts = [], editing = null }: RaceNotesProps) {
  const added = [
    recalls.length > 0 && `${starts(recalls)} recalled before this race.`,
    practice_starts.length > 0 && `${starts(practice_starts)} followed by no race and counted as practice.`,
  ].filter((one) => one !== false);
  if (notes.length + added.length === 0) return null;
  return (
    <div>
      {notes.map(({ code, text, track, clock_ahead_s: ahead_s }) => (
        <Notice
          key={`${code} ${track} ${text}`}
          icon={DOUBTS.has(code) ? TriangleAlert : Info}
          warn={DOUBTS.has(code)}
          action={
            editing &&
            track !== null &&
            ahead_s !== undefined && (
              <Button kind="quiet" onClick={() => editing.change(withClock({ action: "set_clock", track, ahead_s }))}>
                Set her clock
              </Button>
            )
          }
        >
          {text}
        </Notice>
      ))}
      {added.map((text) => (
        <Notice key={text} icon={Info}>
          {text}
        </Notice>
      ))}
    </div>
  );
}

/** A change of the corrections that sets a clock. */
const withClock = (set: RaceCorrection & { action: "set_clock" }) => (list: readonly RaceCorrection[]) => [
  ...list.filter((one) => one.action !== "set_clock" || one.track !== set.track),
  set,
];

const starts = (times: readonly string[]) =>
  `The ${wordFor(times.length, "start")} at ${listed(times)} ${wordFor(times.length, "was", "were")}`;
