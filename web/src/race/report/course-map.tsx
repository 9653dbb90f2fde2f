import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";
import { useSnapshot } from "valtio";
import type { Frame } from "../../chart/frame";
import { countText } from "../../format/numbers";
import { graticuleLines, minuteLabel } from "../../map/graticule";
import { type Camera, type LonLat, type Plane, planePoint } from "../../map/plane";
import { type BoatPath, drawnPoints, placeAt } from "../../session/boat-path";
import { classes } from "../../ui/classes";
import { boatColor, type ReportBoat } from "./boats";
import type { ReportClock } from "./clock";
import { type CourseArea, type CoursePoint, cameraOf, movedBy, pixelOf, pointText, svgPath, type Zoom } from "./course";
import courseCard from "./course-card.module.css";
import { LEGEND, labelledPoints, type WindSide, windPlate, windSideOf, ZOOM } from "./course-labels";
import styles from "./course-map.module.css";

export interface SailedBoat {
  boat: ReportBoat;
  path: BoatPath | null;
}

interface CourseMapProps {
  area: CourseArea;
  points: readonly CoursePoint[];
  boats: readonly SailedBoat[];
  focus: string;
  clock: ReportClock;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  frame: Frame;
  /** The wind stays where it is: points are placed, and it would move under the pointer. */
  isPlacing: boolean;
  /** Over the drawing, where the camera puts it. */
  children?: (camera: Camera, windSide: WindSide) => ReactNode;
}

/** The tracks of the boats, the points of the course and, at the moment of the clock, the boats. */
export function CourseMap(props: CourseMapProps) {
  const { area, points, boats, focus, clock, zoom, frame, isPlacing, children } = props;
  const { width, height } = frame;
  const { plane } = area;
  const camera = useMemo(() => cameraOf(area, width, height, zoom), [area, width, height, zoom]);
  const tracks = useMemo(() => placesOf(boats, clock), [boats, clock]);
  const [stands, setStands] = useState<WindSide | null>(null);
  const freeSide = useMemo(
    () => windSideOf(area, points, tracks, { width, height }, stands),
    [area, points, tracks, width, height, stands],
  );
  const windSide = isPlacing && stands !== null ? stands : freeSide;
  if (windSide !== stands) setStands(windSide);
  const pan = usePan(props, camera);
  return (
    <>
      <svg width={width} height={height} role="img" aria-label={mapLabel(boats, points)} {...pan}>
        <Graticule camera={camera} plane={plane} windSide={windSide} />
        <Tracks camera={camera} plane={plane} boats={boats} focus={focus} clock={clock} />
        <StartLine camera={camera} plane={plane} points={points} />
        <Points {...{ camera, plane, points, tracks, windSide }} />
        <BoatsNow camera={camera} plane={plane} boats={boats} focus={focus} clock={clock} />
      </svg>
      {children?.(camera, windSide)}
    </>
  );
}

function mapLabel(boats: readonly SailedBoat[], points: readonly CoursePoint[]): string {
  const tracks = countText(boats.filter(({ path }) => path).length, "boat");
  const estimated = points.some(({ basis }) => basis === "estimated");
  const named = points.map(pointText).join("; ");
  return `Map of the course with the tracks of ${tracks}. ${named}.${estimated ? " Where there is ±, it is estimated." : ""}`;
}

/** Dragging moves the map once it is magnified. */
function usePan({ zoom, onZoom, area }: CourseMapProps, camera: Camera) {
  const last = useRef<[number, number] | null>(null);
  if (zoom.factor === 1) return { className: styles.drawing };
  const [west, south, east, north] = area.edges;
  return {
    className: classes(styles.drawing, styles.movable),
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      last.current = [event.clientX, event.clientY];
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
      if (!last.current) return;
      const [x, y] = zoom.center ?? [(west + east) / 2, (south + north) / 2];
      const [right, down] = [event.clientX - last.current[0], event.clientY - last.current[1]];
      last.current = [event.clientX, event.clientY];
      onZoom({ ...zoom, center: [x - right / camera.scale, y + down / camera.scale] });
    },
    onPointerUp: () => {
      last.current = null;
    },
    onPointerCancel: () => {
      last.current = null;
    },
  };
}

interface Drawn {
  camera: Camera;
  plane: Plane;
}

const Graticule = memo(({ camera, plane, windSide }: Drawn & { windSide: WindSide }) => {
  const { step, lons, lats } = graticuleLines(camera, plane);
  const { width, height } = camera;
  const top = windSide === "left" ? windPlate(camera, windSide).bottom : 0;
  const half = (px: number) => Math.round(px) + 0.5;
  const x = (lon_min: number) => half(pixelOf(camera, plane, { lon: lon_min / 60, lat: plane.origin.lat })[0]);
  const y = (lat_min: number) => half(pixelOf(camera, plane, { lon: plane.origin.lon, lat: lat_min / 60 })[1]);
  return (
    <g className={styles.graticule}>
      <path
        d={[...lons.map((lon) => `M${x(lon)} 0V${height}`), ...lats.map((lat) => `M0 ${y(lat)}H${width}`)].join("")}
      />
      {lats
        .filter((lat) => y(lat) > top + 20 && y(lat) < height - 70)
        .map((lat) => (
          <text key={lat} x="6" y={y(lat) - 4}>
            {minuteLabel(lat, step, ["N", "S"])}
          </text>
        ))}
      {lons
        .filter((lon) => x(lon) > LEGEND.width + 6 && x(lon) < width - ZOOM.width - 56)
        .map((lon) => (
          <text key={lon} x={x(lon) + 4} y={height - 7}>
            {minuteLabel(lon, step, ["E", "W"])}
          </text>
        ))}
    </g>
  );
});

interface BoatsDrawn extends Drawn {
  boats: readonly SailedBoat[];
  focus: string;
  clock: ReportClock;
}

/** The focus boat's track is above the others. */
const Tracks = memo(({ camera, plane, boats, focus, clock }: BoatsDrawn) => {
  const order = [...boats].sort((a, b) => Number(a.boat.track === focus) - Number(b.boat.track === focus));
  return order.map(
    ({ boat, path }) =>
      path && (
        <TrackLine
          key={boat.track}
          {...{ camera, plane, path, clock }}
          index={boat.index}
          isFocus={boat.track === focus}
        />
      ),
  );
});

interface TrackLineProps extends Drawn {
  path: BoatPath;
  clock: ReportClock;
  index: number;
  isFocus: boolean;
}

const TrackLine = memo(({ camera, plane, path, clock, index, isFocus }: TrackLineProps) => {
  const d = useMemo(
    () => svgPath(camera, plane, drawnPoints(path, clock.from_ms, clock.to_ms)),
    [camera, plane, path, clock],
  );
  return <path d={d} stroke={`var(${boatColor(index)})`} className={classes(styles.track, isFocus && styles.focus)} />;
});

function BoatsNow({ camera, plane, boats, focus, clock }: BoatsDrawn) {
  const { time_ms } = useSnapshot(clock.readout);
  return boats.map(({ boat, path }) => {
    const place = path && placeAt(path, time_ms);
    if (!place) return null;
    const [cx, cy] = pixelOf(camera, plane, place);
    const isFocus = boat.track === focus;
    return (
      <g key={boat.track}>
        {isFocus && <circle cx={cx} cy={cy} r="9" fill="none" stroke="var(--accent-edge)" strokeWidth="1.5" />}
        <circle
          cx={cx}
          cy={cy}
          r={isFocus ? 5 : 4}
          fill={`var(${boatColor(boat.index)})`}
          stroke="var(--surface)"
          strokeWidth="1.5"
        />
      </g>
    );
  });
}

function StartLine({ camera, plane, points }: Drawn & { points: readonly CoursePoint[] }) {
  const ends = ["line_end", "finish"].map((kind) => points.filter(({ target }) => target.kind === kind));
  return ends.map((pair) => {
    if (pair.length !== 2) return null;
    const [a, b] = pair.map((point) => pixelOf(camera, plane, point)) as [[number, number], [number, number]];
    return <path key={pair[0]!.id} d={`M${a}L${b}`} className={styles.line} />;
  });
}

/** Every how many drawn points of a track one counts in the choice of where labels and wind stand. */
const THIN = 4;

function placesOf(boats: readonly SailedBoat[], { from_ms, to_ms }: ReportClock): LonLat[] {
  return boats.flatMap(({ path }) =>
    (path ? drawnPoints(path, from_ms, to_ms) : []).flatMap((place, at) =>
      place && at % THIN === 0 ? [{ lon: place[0], lat: place[1] }] : [],
    ),
  );
}

interface PointsProps extends Drawn {
  points: readonly CoursePoint[];
  tracks: readonly LonLat[];
  windSide: WindSide;
}

function Points({ camera, plane, points, tracks, windSide }: PointsProps) {
  const labelled = useMemo(() => {
    const pixels = tracks.map((place) => pixelOf(camera, plane, place));
    return labelledPoints(points, camera, plane, { windSide, tracks: pixels });
  }, [points, camera, plane, windSide, tracks]);
  // No sign lies over a label.
  return (
    <>
      {labelled.map(({ point, x, y, radius }) => (
        <g key={point.id}>
          {radius > 0 && <circle cx={x} cy={y} r={radius} className={styles.doubt} />}
          <g transform={`translate(${x} ${y})`}>
            <PointSign point={point} />
          </g>
        </g>
      ))}
      {labelled.map(
        ({ point, text, label }) =>
          label && (
            <text key={point.id} x={label.x} y={label.y} textAnchor={label.anchor} className={styles.label}>
              {text}
            </text>
          ),
      )}
    </>
  );
}

/** A diamond for what was placed by hand, a square for the committee boat, a dot for the others. */
export function PointSign({ point: { basis, target } }: { point: Pick<CoursePoint, "basis" | "target"> }) {
  if (basis === "hand")
    return <path d="M0-7L7 0 0 7-7 0Z" fill="var(--accent)" stroke="var(--accent-edge)" strokeWidth="1.5" />;
  const isCommittee = target.kind !== "mark" && target.end === "committee";
  return isCommittee ? (
    <path d="M-4-4H4V4H-4Z" fill="var(--ink)" stroke="var(--surface)" />
  ) : (
    <circle r="3.5" fill="var(--ink)" stroke="var(--surface)" />
  );
}

/** The position at a place of the picture. */
function positionAt(camera: Camera, plane: Plane, px: number, py: number) {
  const [x, y] = planePoint(camera, px, py);
  return { lon: plane.lon(x), lat: plane.lat(y) };
}

interface CourseGripsProps {
  points: readonly CoursePoint[];
  camera: Camera;
  plane: Plane;
  onMove: (moved: Moved) => void;
  onPlace: (point: CoursePoint, place: LonLat) => void;
  onFocusPoint: (point: CoursePoint, isInPicture: boolean) => void;
}

/** A point while it is moved. */
export interface Moved extends LonLat {
  id: string;
}

/** Pause after the last arrow key before the place is stored, ms. *guess* */
const KEY_PAUSE_MS = 700;
const STEPS: Record<string, [east: number, north: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The points of the course as buttons that are dragged, or moved by the arrow keys: 1 m, with Shift 10 m. */
export const CourseGrips = ({ points, ...rest }: CourseGripsProps) =>
  points.map((point) => <Grip key={point.id} point={point} {...rest} />);

function Grip({ point, ...props }: Omit<CourseGripsProps, "points"> & { point: CoursePoint }) {
  const { camera, plane, onMove, onPlace, onFocusPoint } = props;
  const [x, y] = pixelOf(camera, plane, point);
  const [isDragged, setDragged] = useState(false);
  /** Moved by keys, and not stored yet. */
  const waiting = useRef<LonLat | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const store = useEffectEvent(() => {
    clearTimeout(timer.current);
    if (waiting.current) onPlace(point, waiting.current);
    waiting.current = null;
  });
  useEffect(() => () => store(), []);
  const move = (place: LonLat) => onMove({ id: point.id, lon: place.lon, lat: place.lat });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const metres = event.shiftKey ? 10 : 1;
    const place = movedBy(waiting.current ?? point, plane, step[0] * metres, step[1] * metres);
    waiting.current = place;
    move(place);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => store(), KEY_PAUSE_MS);
  };
  const drag = useDrag({ x, y, camera, plane, onDrag: move, onDrop: (place) => onPlace(point, place), setDragged });
  return (
    <button
      type="button"
      className={classes(courseCard.grip, isDragged && courseCard.dragged)}
      style={{ left: x, top: y }}
      aria-label={`${pointText(point)}. Arrow keys move it 1 m, with Shift 10 m`}
      onKeyDown={onKeyDown}
      onFocus={() => onFocusPoint(point, x > 0 && x < camera.width && y > 0 && y < camera.height)}
      onBlur={() => store()}
      {...drag}
    />
  );
}

interface DragOptions {
  /** Of the point, px. */
  x: number;
  y: number;
  camera: Camera;
  plane: Plane;
  onDrag: (place: LonLat) => void;
  onDrop: (place: LonLat) => void;
  setDragged: (isDragged: boolean) => void;
}

/** Where the pointer took hold of the point, and where the point is now, px. */
interface Hold {
  from: [number, number];
  at: [number, number];
  hasMoved: boolean;
}

function useDrag({ x, y, camera, plane, onDrag, onDrop, setDragged }: DragOptions) {
  const hold = useRef<Hold | null>(null);
  const end = (isDropped: boolean) => {
    const held = hold.current;
    hold.current = null;
    setDragged(false);
    if (isDropped && held?.hasMoved) onDrop(positionAt(camera, plane, ...held.at));
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      hold.current = { from: [event.clientX - x, event.clientY - y], at: [x, y], hasMoved: false };
      setDragged(true);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const held = hold.current;
      if (!held) return;
      held.at = [event.clientX - held.from[0], event.clientY - held.from[1]];
      held.hasMoved = true;
      onDrag(positionAt(camera, plane, ...held.at));
    },
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
  };
}
