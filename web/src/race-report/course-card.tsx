import type { RaceReport } from "@leebow/core";
import { MapPin, Minus, Plus, RotateCcw } from "lucide-react";
import { useMemo, useState } from "react";
import { Chart } from "../chart/frame";
import { Button, IconButton } from "../components/button";
import { classes } from "../components/classes";
import { Confirm } from "../components/dialog";
import { listed, wordFor } from "../format/counts";
import cards from "./cards.module.css";
import type { ReportClock } from "./clock";
import { placedCount, withoutPlaced } from "./corrections";
import { type CoursePoint, coursePoints, placing, pointsWith } from "./course";
import styles from "./course-card.module.css";
import { CourseEditBar } from "./course-edit-bar";
import { CourseGrips, type Moved } from "./course-grips";
import { CourseMap, PointSign, type SailedBoat } from "./course-map";
import { type CourseArea as Area, areaOf, WHOLE } from "./course-view";
import { CourseWind } from "./course-wind";
import type { CorrectionEditing } from "./use-corrections";

export interface CourseCardProps {
  race: RaceReport;
  boats: readonly SailedBoat[];
  /** Names of the boats whose tracks could not be loaded, and what loads them again. */
  unread: { boats: readonly string[]; retry: () => void };
  focus: string;
  clock: ReportClock;
  zone: string | null;
  /** Null for a viewer who may not change the race. */
  editing: CorrectionEditing | null;
}

/** The course as it was found or placed, with the tracks; marks, line ends and gun can be set by hand. */
export function CourseCard(props: CourseCardProps) {
  const { race, editing } = props;
  const [isPlacing, setPlacing] = useState(false);
  const [asksAgain, setAsksAgain] = useState(false);
  const placed = editing ? placedCount(editing.list, race) : 0;
  return (
    <section className={classes(cards.card, styles.card)} aria-labelledby="race-course">
      <div className={cards.head}>
        <h2 id="race-course" className="grow">
          Course
        </h2>
        {placed > 0 && (
          <Button kind="quiet" icon={RotateCcw} onClick={() => setAsksAgain(true)}>
            Estimate again
          </Button>
        )}
        {editing && (
          <Button icon={MapPin} aria-pressed={isPlacing} onClick={() => setPlacing(!isPlacing)}>
            {isPlacing ? "Done" : "Place marks"}
          </Button>
        )}
      </div>
      {editing && (isPlacing || editing.failure || editing.undo) && (
        <CourseEditBar {...props} editing={editing} isPlacing={isPlacing} />
      )}
      {props.unread.boats.length > 0 && <Unread {...props.unread} />}
      <CourseArea {...props} isPlacing={isPlacing} />
      {editing && asksAgain && (
        <Confirm
          open
          question="Estimate the course again?"
          detail={`${wordFor(placed, "What", `The ${placed} things`)} you set by hand on this course ${wordFor(placed, "is", "are")} given up: marks, line ends and gun are estimated from the fleet. Undo brings them back.`}
          no="Keep them"
          yes="Estimate again"
          onNo={() => setAsksAgain(false)}
          onYes={() => {
            editing.change((list) => withoutPlaced(list, race));
            setAsksAgain(false);
          }}
        />
      )}
    </section>
  );
}

/** Which boats are not on the map although they sailed. */
function Unread({ boats, retry }: CourseCardProps["unread"]) {
  return (
    <div className={styles.unread} role="alert">
      <p>{`Not on the map, because ${wordFor(boats.length, "the track", "their tracks")} could not be loaded: ${listed(boats)}.`}</p>
      <Button onClick={retry}>Try again</Button>
    </div>
  );
}

const NO_MARGIN = { top: 0, right: 0, bottom: 0, left: 0 };
const MAX_FACTOR = 16;

function CourseArea(props: CourseCardProps & { isPlacing: boolean }) {
  const { race, boats, clock, editing } = props;
  const found = useMemo(() => coursePoints(race), [race]);
  const list = editing?.list;
  const points = useMemo(() => pointsWith(found, race, list ?? []), [found, race, list]);
  const paths = useMemo(() => boats.map(({ path }) => path), [boats]);
  const area = useMemo(() => areaOf(paths, found, clock.from_ms, clock.to_ms), [paths, found, clock]);
  return (
    <div className={styles.map}>
      {area ? (
        <Shown {...props} placed={points} area={area} />
      ) : (
        <>
          <p className={styles.nothing}>{nothingText(props)}</p>
          <CourseWind race={race} side="right" />
        </>
      )}
      <Legend points={points} />
    </div>
  );
}

/** Why no track is shown. */
function nothingText({ boats, unread }: CourseCardProps): string {
  const known = boats.filter(({ boat }) => boat.id !== null).length;
  if (known === 0) return "The tracks of this race are not shown to you.";
  return unread.boats.length === known ? "No track could be loaded." : "Loading the tracks";
}

interface ShownProps extends CourseCardProps {
  placed: readonly CoursePoint[];
  area: Area;
  isPlacing: boolean;
}

function Shown({ race, boats, focus, clock, editing, placed, area, isPlacing }: ShownProps) {
  const [zoom, setZoom] = useState(WHOLE);
  const [moved, setMoved] = useState<Moved | null>(null);
  const points = useMemo(
    () => placed.map((point) => (point.id === moved?.id ? { ...point, ...moved, basis: "hand" as const } : point)),
    [placed, moved],
  );
  /** The point that was chosen last: the middle of a magnified map. */
  const [chosen, setChosen] = useState<[number, number] | null>(null);
  const choose = ({ lon, lat }: CoursePoint, isInPicture: boolean) => {
    const at: [number, number] = [area.plane.x(lon), area.plane.y(lat)];
    setChosen(at);
    if (!isInPicture) setZoom({ ...zoom, center: at });
  };
  const place = (point: CoursePoint, at: { lon: number; lat: number }) => {
    setMoved(null);
    editing?.change((now) => placing(now, race, point, at));
  };
  return (
    <>
      <Chart margin={NO_MARGIN} className={styles.chart}>
        {(frame) => (
          <CourseMap {...{ area, points, boats, focus, clock, zoom, frame, isPlacing }} onZoom={setZoom}>
            {(camera, windSide) => (
              <>
                <CourseWind race={race} side={windSide} />
                {isPlacing && (
                  <CourseGrips
                    points={points}
                    camera={camera}
                    plane={area.plane}
                    onMove={setMoved}
                    onPlace={place}
                    onFocusPoint={choose}
                  />
                )}
              </>
            )}
          </CourseMap>
        )}
      </Chart>
      <div className={styles.zoom}>
        <IconButton
          icon={Plus}
          label="Larger"
          disabled={zoom.factor >= MAX_FACTOR}
          onClick={() => setZoom({ factor: zoom.factor * 2, center: zoom.center ?? chosen })}
        />
        <IconButton
          icon={Minus}
          label="Smaller"
          disabled={zoom.factor === 1}
          onClick={() => setZoom(zoom.factor <= 2 ? WHOLE : { ...zoom, factor: zoom.factor / 2 })}
        />
      </div>
    </>
  );
}

const SIGN = { target: { kind: "mark", waypoints: [], mark: 0 } } as const;

function Legend({ points }: { points: readonly CoursePoint[] }) {
  const hasHand = points.some(({ basis }) => basis === "hand");
  if (!hasHand && !points.some(({ basis }) => basis === "estimated")) return null;
  return (
    <div className={styles.legend}>
      {points.some(({ basis }) => basis === "estimated") && (
        <span>
          <svg width="18" height="18" viewBox="-9 -9 18 18" aria-hidden="true">
            <circle r="7.5" className={styles.doubt} />
            <PointSign point={{ ...SIGN, target: { ...SIGN.target, waypoints: [] }, basis: "estimated" }} />
          </svg>
          estimated from the fleet, ring 2 sd
        </span>
      )}
      {hasHand && (
        <span>
          <svg width="18" height="18" viewBox="-9 -9 18 18" aria-hidden="true">
            <PointSign point={{ ...SIGN, target: { ...SIGN.target, waypoints: [] }, basis: "hand" }} />
          </svg>
          placed by hand
        </span>
      )}
    </div>
  );
}
