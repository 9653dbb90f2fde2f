import { areaRadial } from "d3";
import { Check, Minus, Plus } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useState } from "react";
import { DIAL_RADIUS, placeOnDial, WindDial } from "../chart/wind-dial";
import type { WindReport } from "../session/correction-source";
import { countedKind, countsInWind } from "../session/names-in-wind";
import { Button, IconButton } from "../ui/button";
import { degreesOf, fitOf, legText, wholeDegrees } from "./wind-answers";
import styles from "./wind-picker.module.css";

/** The edge of the dial, where its grip is. */
const RIM = DIAL_RADIUS + 10;
/** Height of the ring of fit over the dial at the best direction. */
const RING = 16;

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
  const [x, y] = placeOnDial(deg, RIM);
  return (
    <WindDial
      winds={[{ twd_deg: deg, sd_deg: 0 }]}
      viewBox="-99 -90 198 180"
      hasQuarters
      below={<path d={ring} fill="var(--wind)" fillOpacity="0.3" />}
    >
      {winds.map(({ twd_deg }) => {
        const [left, top] = placeOnDial(twd_deg, RIM + RING + 8);
        return (
          <text key={twd_deg} x={left} y={top + 3} textAnchor="middle" className={styles.fit}>
            {wholeDegrees(twd_deg)}
          </text>
        );
      })}
      <g transform={`translate(${x} ${y})`}>
        <circle r="10" fill="var(--surface)" stroke="var(--ink)" strokeWidth="1.8" />
        <circle r="4" fill="var(--wind)" />
      </g>
    </WindDial>
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

/** Area between the dial and the fit of each direction. */
function ringPath(winds: DialProps["winds"]): string {
  const fit = areaRadial<number>()
    .angle((deg) => (deg * Math.PI) / 180)
    .innerRadius(RIM)
    .outerRadius((deg) => RIM + 1 + RING * fitOf(winds, deg))
    .digits(1);
  return fit(Array.from({ length: 181 }, (_, i) => 2 * i)) ?? "";
}

interface DegreesProps {
  deg: number;
  onChange: (deg: number) => void;
}

/** Whole degrees from 0 to 359. */
export const wrapped = (deg: number): number => ((Math.round(deg) % 360) + 360) % 360;

/** A direction as a figure between its two steps. */
export function DegreesStepper({ deg, onChange }: DegreesProps) {
  return (
    <span className={styles.step}>
      <IconButton icon={Minus} label="One degree less" onClick={() => onChange(wrapped(deg - 1))} />
      <DegreesInput deg={deg} onChange={onChange} />
      <IconButton icon={Plus} label="One degree more" onClick={() => onChange(wrapped(deg + 1))} />
    </span>
  );
}

/** The direction as a figure, to be written too. What is no direction leaves the dial as it is. */
function DegreesInput({ deg, onChange }: DegreesProps) {
  const [written, setWritten] = useState<string | null>(null);
  const write = (text: string) => {
    setWritten(text);
    const next = degreesOf(text);
    if (next !== null) onChange(next);
  };
  return (
    <input
      aria-label="Wind from, degrees"
      inputMode="numeric"
      autoComplete="off"
      maxLength={4}
      value={written ?? wholeDegrees(deg)}
      aria-invalid={written !== null && degreesOf(written) === null}
      onFocus={(event) => event.target.select()}
      onChange={(event) => write(event.target.value)}
      onBlur={() => setWritten(null)}
    />
  );
}
