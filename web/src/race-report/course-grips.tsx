import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { classes } from "../components/classes";
import type { Camera, LonLat, Plane } from "../map/plane";
import { type CoursePoint, movedBy, pointText } from "./course";
import styles from "./course-card.module.css";
import { positionAt } from "./course-map";
import { pixelOf } from "./course-view";

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
      className={classes(styles.grip, isDragged && styles.dragged)}
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
