import type { LineEnd, RaceReport } from "@leebow/core";
import { halfWidth90 } from "@leebow/core";
import { MapPin, Minus, Plus, RotateCcw } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useState } from "react";
import { Chart } from "../../chart/frame";
import { WindDial } from "../../chart/wind-dial";
import { fixed, listed, unitWithInterval, wordFor } from "../../format/numbers";
import { clockSeconds, zoneName } from "../../format/times";
import { type LonLat, Plane } from "../../map/plane";
import { MAX_SHOWN_WIND_SD_DEG } from "../../playback/rows";
import { type BoatPath, placeAt } from "../../session/boat-path";
import { Button, IconButton } from "../../ui/button";
import { Card } from "../../ui/card";
import { classes } from "../../ui/classes";
import { useQuestion } from "../../ui/dialog";
import { Field } from "../../ui/field";
import { type ReportClock, timeOfDay } from "./clock";
import { isIn, momentOf, placedCount, withCorrections, withoutPlaced } from "./corrections";
import { type CourseArea as Area, areaOf, type CoursePoint, coursePoints, placing, pointsWith, WHOLE } from "./course";
import styles from "./course-card.module.css";
import type { WindSide } from "./course-labels";
import { CourseGrips, CourseMap, type Moved, PointSign, type SailedBoat } from "./course-map";
import { EditState } from "./edit-state";
import type { CorrectionEditing } from "./use-corrections";

interface CourseCardProps {
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
  const [question, ask] = useQuestion();
  const placed = editing ? placedCount(editing.list, race) : 0;
  const estimateAgain = () =>
    ask({
      question: "Estimate the course again?",
      detail: `${wordFor(placed, "What", `The ${placed} things`)} you set by hand on this course ${wordFor(placed, "is", "are")} given up: marks, line ends and gun are estimated from the fleet. Undo brings them back.`,
      no: "Keep them",
      yes: "Estimate again",
      onYes: () => editing?.change((list) => withoutPlaced(list, race)),
    });
  return (
    <Card
      title="Course"
      className="stack"
      aside={
        <>
          {placed > 0 && (
            <Button kind="quiet" icon={RotateCcw} onClick={estimateAgain}>
              Estimate again
            </Button>
          )}
          {editing && (
            <Button icon={MapPin} aria-pressed={isPlacing} onClick={() => setPlacing(!isPlacing)}>
              {isPlacing ? "Done" : "Place marks"}
            </Button>
          )}
        </>
      }
    >
      {editing && (isPlacing || editing.failure || editing.undo) && (
        <CourseEditBar {...props} editing={editing} isPlacing={isPlacing} />
      )}
      {props.unread.boats.length > 0 && <Unread {...props.unread} />}
      <CourseArea {...props} isPlacing={isPlacing} />
      {question}
    </Card>
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

interface CourseEditBarProps extends CourseCardProps {
  editing: CorrectionEditing;
  isPlacing: boolean;
}

/** The gun, what was changed, and whether it is stored. */
function CourseEditBar({ race, boats, zone, editing, isPlacing }: CourseEditBarProps) {
  const setGun = (at_ms: number) =>
    editing.change((list) =>
      withCorrections(list, race, [{ action: "set_gun", at: momentOf(race), gun_time: new Date(at_ms).toISOString() }]),
    );
  const hasFinish = editing.list.some((one) => one.action === "set_finish" && isIn(one, race));
  return (
    <div className="grid gap-8 card-body">
      {isPlacing && (
        <>
          <p className="small secondary">
            Drag a mark or an end of the line, or choose it by Tab and move it by the arrow keys: 1 m, with Shift 10 m.
          </p>
          <div className="wrap bottom gap-8">
            <GunField time_ms={Date.parse(race.start_time)} zone={zone} onChange={setGun} />
            {race.gun_candidates.map(({ time }) => (
              <Button key={time} onClick={() => setGun(Date.parse(time))}>
                Gun at {clockSeconds(time, zone)}
              </Button>
            ))}
            {!race.line && <AddLine {...{ race, boats, editing }} action="place_line_end" at={race.start_time} />}
            {race.waypoints.at(-1)?.kind !== "finish" && !hasFinish && (
              <AddLine {...{ race, boats, editing }} action="set_finish" at={race.end_time} />
            )}
          </div>
        </>
      )}
      <EditState editing={editing} />
    </div>
  );
}

const TITLES = { place_line_end: "Add the starting line", set_finish: "Add the finishing line" };

interface AddLineProps extends Pick<CourseEditBarProps, "race" | "boats" | "editing"> {
  action: keyof typeof TITLES;
  /** The moment at which the boats are where the line is put. */
  at: string;
}

/** A line that was not found: puts one across the wind where the boats were at a moment, to be dragged from there. */
function AddLine({ race, boats, editing, action, at }: AddLineProps) {
  const line = useMemo(
    () =>
      newLine(
        at,
        race,
        boats.map(({ path }) => path),
      ),
    [race, boats, at],
  );
  if (!line) return null;
  const place = (end: LineEnd) => {
    const { lat: lat_deg, lon: lon_deg } = line[end];
    return { action, at: momentOf(race), end, lat_deg, lon_deg };
  };
  return (
    <Button onClick={() => editing.change((list) => withCorrections(list, race, [place("pin"), place("committee")]))}>
      {TITLES[action]}
    </Button>
  );
}

interface GunFieldProps {
  time_ms: number;
  zone: string | null;
  onChange: (time_ms: number) => void;
}

/** The moment of the gun as hours, minutes and seconds; ↑ and ↓ move it by 1 s, with Shift by 10 s. Enter stores it. */
function GunField({ time_ms, zone, onChange }: GunFieldProps) {
  const shown = clockSeconds(time_ms, zone);
  const [text, setText] = useState(shown);
  const [isWrong, setWrong] = useState(false);
  useEffect(() => {
    setText(shown);
    setWrong(false);
  }, [shown]);
  const store = () => {
    const at_ms = timeOfDay(text, time_ms, zone);
    setWrong(at_ms === null);
    if (at_ms !== null) onChange(at_ms);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") return store();
    const step_s = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    const at_ms = timeOfDay(text, time_ms, zone);
    if (step_s === 0 || at_ms === null) return;
    event.preventDefault();
    setText(clockSeconds(at_ms + step_s * (event.shiftKey ? 10_000 : 1000), zone));
  };
  return (
    <>
      <Field
        label={`Gun, ${zoneName(zone)}`}
        value={text}
        inputMode="numeric"
        placeholder="hh:mm:ss"
        error={isWrong ? "Write the time as hours, minutes and seconds, for example 12:30:00." : undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {text !== shown && <Button onClick={store}>Set the gun</Button>}
    </>
  );
}

// A first place for a line that neither device nor fleet gives.

/** Half the length of the new line, m. *guess* */
const HALF_LENGTH_M = 50;

/** Across the wind through the middle of the boats at a moment, pin to the left looking upwind; null without boats or a wind. */
export function newLine(
  at: string,
  { twd_deg }: Pick<RaceReport, "twd_deg">,
  paths: readonly (BoatPath | null)[],
): { pin: LonLat; committee: LonLat } | null {
  if (twd_deg === null) return null;
  const places = paths.flatMap((path) => (path && placeAt(path, Date.parse(at))) ?? []);
  if (places.length === 0) return null;
  const mean = (of: (place: LonLat) => number) => places.reduce((sum, place) => sum + of(place), 0) / places.length;
  const plane = new Plane({ lon: mean(({ lon }) => lon), lat: mean(({ lat }) => lat) });
  const angle = (twd_deg * Math.PI) / 180;
  const [east, north] = [Math.cos(angle) * HALF_LENGTH_M, -Math.sin(angle) * HALF_LENGTH_M];
  return {
    pin: { lon: plane.lon(-east), lat: plane.lat(-north) },
    committee: { lon: plane.lon(east), lat: plane.lat(north) },
  };
}

const SOURCES: Record<RaceReport["wind_source"], string> = {
  fleet: "wind from, estimated",
  measured: "wind from, measured",
  boats: "wind from, mean of the boats",
};

interface CourseWindProps {
  race: RaceReport;
  /** The upper corner of the map where it stands. */
  side: WindSide;
}

/** The mean wind of the race with its uncertainty; no arrow where the wind is not sure. */
function CourseWind({ race: { twd_deg, twd_sd_deg, wind_source }, side }: CourseWindProps) {
  const isKnown = twd_deg !== null && twd_sd_deg !== null;
  const isSure = isKnown && twd_sd_deg <= MAX_SHOWN_WIND_SD_DEG;
  return (
    <div className={classes(styles.wind, side === "left" && styles.windLeft)}>
      <p>
        <b>
          {isSure
            ? `${fixed(twd_deg, 0)}° ${unitWithInterval(halfWidth90(twd_sd_deg), 0, "°")}`
            : isKnown
              ? "Wind not sure here"
              : "Wind not known"}
        </b>
        {isSure && <span>{SOURCES[wind_source]}</span>}
      </p>
      {isSure && <WindDial winds={[{ twd_deg, sd_deg: twd_sd_deg }]} className={styles.dial} />}
    </div>
  );
}
