import { Check } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useState } from "react";
import { Button } from "../components/button";
import { DegreesStepper, wrapped } from "./degrees-stepper";
import { countedKind, countsInWind } from "./names-in-wind";
import { fitOf, legText, wholeDegrees } from "./wind-answers";
import type { WindReport } from "./wind-choice";
import styles from "./wind-picker.module.css";

const RADIUS = 84;
/** Height of the ring of fit over the dial at the best direction. */
const RING = 22;
const POINTS = [
  ["N", 0, -59],
  ["E", 63, 4],
  ["S", 0, 67],
  ["W", -63, 4],
] as const;

interface WindKnobProps {
  report: WindReport;
  start_deg: number;
  busy: boolean;
  onPreview: (twd_deg: number) => void;
  onBack: () => void;
  onSet: (twd_deg: number) => void;
}

/** A dial on which the user sets any wind: by pointer, by arrow keys 1°, with Shift 10°. */
export function WindKnob({ report, start_deg, busy, onPreview, onBack, onSet }: WindKnobProps) {
  const [deg, setDeg] = useState(wrapped(start_deg));
  const { maneuvers, straights, wind_candidates } = report;
  // biome-ignore lint/correctness/useExhaustiveDependencies: The function is another with every render, and means the same.
  useEffect(() => onPreview(deg), [deg]);
  const turns = useMemo(() => maneuvers.filter(({ kind }) => kind === "turn"), [maneuvers]);
  const names = countsInWind(turns, deg).map(({ kind, count }) => countedKind(kind, count));
  return (
    <section className={styles.ask} aria-label="Set the wind by hand">
      <h2>Where did the wind blow from?</h2>
      <p className="small secondary">
        Turn the knob.{wind_candidates.length > 0 && " The blue ring shows how well each wind fits the track."}
      </p>
      <Dial deg={deg} winds={wind_candidates} onChange={(next) => setDeg(wrapped(next))} />
      <div className={styles.set}>
        <DegreesStepper deg={deg} onChange={setDeg} />
        <span className={styles.legs}>
          {[...names.slice(0, 2), legText(straights, deg)].filter(Boolean).join(", ")}
        </span>
      </div>
      <div className={styles.actions}>
        <Button onClick={onBack}>Back</Button>
        <Button kind="primary" icon={Check} busy={busy} onClick={() => onSet(deg)}>
          Set {wholeDegrees(deg)}
        </Button>
      </div>
    </section>
  );
}

interface DialProps {
  deg: number;
  winds: Parameters<typeof fitOf>[0];
  onChange: (deg: number) => void;
}

function Dial({ deg, winds, onChange }: DialProps) {
  const turn = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLDivElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    onChange((Math.atan2(clientX - left - width / 2, top + height / 2 - clientY) * 180) / Math.PI);
  };
  return (
    <div
      className={styles.dial}
      role="slider"
      tabIndex={0}
      aria-label="Wind from"
      aria-valuenow={deg}
      aria-valuemin={0}
      aria-valuemax={359}
      aria-valuetext={wholeDegrees(deg)}
      onKeyDown={(event) => turnByKey(event, deg, onChange)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        turn(event);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && turn(event)}
    >
      <DialPicture deg={deg} winds={winds} />
    </div>
  );
}

function DialPicture({ deg, winds }: Omit<DialProps, "onChange">) {
  const ring = useMemo(() => (winds.length > 0 ? ringPath(winds) : ""), [winds]);
  const [x, y] = onCircle(deg, RADIUS);
  return (
    <svg viewBox="-138 -126 276 252" aria-hidden="true">
      <path d={ring} fill="var(--wind)" fillOpacity="0.3" fillRule="evenodd" />
      <circle r={RADIUS} fill="var(--sea)" stroke="var(--line-strong)" />
      <g fill="none" stroke="var(--ink-3)">
        <circle r="76.5" pathLength="360" strokeWidth="5" strokeDasharray="0.77 9.23" transform="rotate(-0.39)" />
      </g>
      {POINTS.map(([name, left, top]) => (
        <text key={name} x={left} y={top} textAnchor="middle" className={styles.point}>
          {name}
        </text>
      ))}
      {winds.map(({ twd_deg }) => {
        const [at_x, at_y] = onCircle(twd_deg, RADIUS + RING + 11);
        return (
          <text key={twd_deg} x={at_x} y={at_y + 4} textAnchor="middle" className={styles.fit}>
            {wholeDegrees(twd_deg)}
          </text>
        );
      })}
      <path d={`M${x} ${y}L0 0`} stroke="var(--wind)" strokeWidth="2.5" />
      <path d="M0 10L8-7 0-3-8-7Z" fill="var(--wind)" transform={`rotate(${deg})`} />
      <g transform={`translate(${x} ${y})`}>
        <circle r="14" fill="var(--surface)" stroke="var(--ink)" strokeWidth="2.5" />
        <circle r="5.5" fill="var(--wind)" />
      </g>
    </svg>
  );
}

function turnByKey(event: KeyboardEvent, deg: number, onChange: (deg: number) => void): void {
  const steps: Record<string, number> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  // The arrow keys of the replay move the time.
  event.stopPropagation();
  onChange(deg + step * (event.shiftKey ? 10 : 1));
}

const onCircle = (deg: number, radius: number): [x: number, y: number] => {
  const radians = (deg * Math.PI) / 180;
  return [Math.round(10 * radius * Math.sin(radians)) / 10, Math.round(-10 * radius * Math.cos(radians)) / 10];
};

/** Area between the dial and the fit of each direction. */
function ringPath(winds: DialProps["winds"]): string {
  const at = (deg: number) => onCircle(deg, RADIUS + 2 + RING * fitOf(winds, deg)).join(" ");
  return `M${Array.from({ length: 180 }, (_, i) => at(2 * i)).join("L")}Z`;
}
