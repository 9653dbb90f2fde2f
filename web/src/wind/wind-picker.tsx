import { type FileAnalysis, halfWidth90, markLetter } from "@leebow/core";
import { Compass, Wind } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../components/button";
import { classes } from "../components/classes";
import { fixed } from "../format/numbers";
import { trackDrawing } from "../map/track-drawing";
import type { ReplayModel } from "../replay/replay-model";
import { notify } from "../stores/notices";
import { countedKind, countsInWind } from "./names-in-wind";
import { legText, wholeDegrees, windHeading } from "./wind-answers";
import type { WindChoice } from "./wind-choice";
import { WindKnob } from "./wind-knob";
import styles from "./wind-picker.module.css";

type Candidate = FileAnalysis["wind_candidates"][number];

interface WindPickerProps {
  model: ReplayModel;
  choice: WindChoice;
}

/**
 * The question about a wind that is not known: a card for each that fits, or a dial. A pinned wind is one line, which
 * changes it. "Not now" leaves one line too: the turns remain without names.
 */
export function WindPicker({ model, choice }: WindPickerProps) {
  const { wind, wind_candidates } = model.data.report;
  const [view, setView] = useState<"ask" | "dial" | "later">("ask");
  const pin = (twd_deg: number) => pinWind(model, choice, twd_deg);
  const preview = (twd_deg: number | null) => {
    model.preview.twd_deg = twd_deg;
  };
  useMapChoice(model, choice);
  if (view === "dial")
    return (
      <WindKnob
        model={model}
        start_deg={choice.hint_deg ?? wind?.twd_deg ?? wind_candidates[0]?.twd_deg ?? 0}
        busy={choice.busy}
        onPreview={preview}
        onBack={() => {
          preview(null);
          setView("ask");
        }}
        onSet={(twd_deg) => {
          setView("ask");
          pin(twd_deg);
        }}
      />
    );
  if (wind !== null) return <Pinned model={model} choice={choice} onChange={() => setView("dial")} />;
  if (view === "later" || wind_candidates.length === 0)
    return (
      <Line
        title={windHeading(wind_candidates.length, "short")}
        text={wind_candidates.length === 0 ? "Set it by hand, or attach a wind file." : "Turns have no names yet."}
        action={wind_candidates.length === 0 ? "Set" : "Choose"}
        busy={choice.busy}
        onAction={() => setView(wind_candidates.length === 0 ? "dial" : "ask")}
      />
    );
  return (
    <Question
      model={model}
      busy={choice.busy}
      onPreview={preview}
      onPin={pin}
      onDial={() => setView("dial")}
      onLater={() => setView("later")}
    />
  );
}

/** Lets the dial on the map pin a wind, too. */
function useMapChoice(model: ReplayModel, choice: WindChoice): void {
  const latest = useRef(choice);
  useEffect(() => {
    latest.current = choice;
  });
  useEffect(() => {
    model.onPin = (twd_deg) => pinWind(model, latest.current, twd_deg);
    model.preview.mayPin = true;
    return () => {
      Object.assign(model.preview, { twd_deg: null, mayPin: false });
      model.onPin = null;
    };
  }, [model]);
}

interface QuestionProps {
  model: ReplayModel;
  busy: boolean;
  onPreview: (twd_deg: number | null) => void;
  onPin: (twd_deg: number) => void;
  onDial: () => void;
  onLater: () => void;
}

/** A card for each wind that fits. */
function Question({ model, busy, onPreview, onPin, onDial, onLater }: QuestionProps) {
  const { wind_candidates } = model.data.report;
  return (
    <section className={styles.ask} aria-labelledby="wind-question">
      <h2 id="wind-question">{windHeading(wind_candidates.length, "question", wind_candidates)}</h2>
      <p className="small secondary">{reasonText(wind_candidates)}</p>
      <div className={classes(styles.cards, wind_candidates.length !== 2 && styles.rows)}>
        {wind_candidates.map((candidate) => (
          <Card
            key={candidate.twd_deg}
            model={model}
            candidate={candidate}
            busy={busy}
            onPreview={onPreview}
            onPin={() => onPin(candidate.twd_deg)}
          />
        ))}
      </div>
      <div className={styles.actions}>
        <Button icon={Compass} onClick={onDial}>
          Set it by hand
        </Button>
        <Button kind="quiet" onClick={onLater}>
          Not now
        </Button>
      </div>
    </section>
  );
}

/** What speaks for the likeliest wind; the engine's first sentence. */
const reasonText = ([first]: readonly Candidate[]): string =>
  first?.reasons[0] ?? "The turns alone do not tell. Choose the one you remember.";

/** Pins a wind; the notice about it takes it back. */
export function pinWind(model: ReplayModel, choice: WindChoice, twd_deg: number): void {
  const whole = Math.round(twd_deg) % 360;
  const before = choice.hint_deg;
  model.preview.twd_deg = null;
  choice.onChange(whole);
  const turns = model.data.report.maneuvers.filter(({ kind }) => kind === "turn");
  const [most] = turns.length > 0 ? countsInWind(turns, whole) : [];
  notify.success(`Wind set: from ${wholeDegrees(whole)}.${most ? turnsText(turns.length, most) : ""}`, {
    label: "Undo",
    run: () => choice.onChange(before),
  });
}

/** " The 14 turns are tacks.", " Of 14 turns 9 are tacks." */
function turnsText(turns: number, { kind, count }: ReturnType<typeof countsInWind>[number]): string {
  const name = countedKind(kind, count).replace(/^\d+ /, "");
  if (turns === 1) return ` The turn is a ${name}.`;
  return count === turns
    ? ` The ${turns} turns are ${name}.`
    : ` Of ${turns} turns ${count} ${count === 1 ? "is a" : "are"} ${name}.`;
}

interface CardProps {
  model: ReplayModel;
  candidate: Candidate;
  busy: boolean;
  onPreview: (twd_deg: number | null) => void;
  onPin: () => void;
}

const DRAWING = { width: 150, height: 76 };

/** One wind that fits: the track in it, its uncertainty and probability, and what the turns would be. */
function Card({ model, candidate: { twd_deg, sd_deg, probability }, busy, onPreview, onPin }: CardProps) {
  const { maneuvers, straights } = model.data.report;
  const turns = maneuvers.filter(({ kind }) => kind === "turn");
  const [most, next] = countsInWind(turns, twd_deg);
  const percent = `${Math.round(100 * probability)}\u00a0%`;
  return (
    <button
      type="button"
      className={styles.card}
      aria-disabled={busy || undefined}
      onPointerEnter={() => onPreview(twd_deg)}
      onPointerLeave={() => onPreview(null)}
      onFocus={() => onPreview(twd_deg)}
      onBlur={() => onPreview(null)}
      onClick={busy ? undefined : onPin}
    >
      <Miniature path={trackDrawing(model.data.columns, DRAWING.width, DRAWING.height)} twd_deg={twd_deg} />
      <span className={styles.body}>
        <span className={styles.figure}>
          <span className="visually-hidden">Wind from </span>
          {wholeDegrees(twd_deg).replace("°", "")}
          <small>° ± {fixed(halfWidth90(sd_deg), 0)}°</small>
        </span>
        <span className={styles.probability}>
          <span>
            <i style={{ width: `${100 * probability}%` }} />
          </span>
          <b>{percent}</b>
        </span>
        {[most, next].map(
          (one) =>
            one && (
              <span key={one.kind} className={styles.names}>
                <i aria-hidden>{markLetter(one.kind)}</i> {countedKind(one.kind, one.count)}
              </span>
            ),
        )}
        <span className={styles.legs}>{legText(straights, twd_deg)}</span>
      </span>
    </button>
  );
}

/** The track with the wind's arrow and streaks. */
function Miniature({ path, twd_deg }: { path: string; twd_deg: number }) {
  const radians = (twd_deg * Math.PI) / 180;
  const [x, y] = [85 + 68 * Math.sin(radians), 46 - 32 * Math.cos(radians)];
  return (
    <svg className={styles.mini} viewBox="0 0 170 92" aria-hidden="true">
      <path
        d={path}
        transform="translate(10 8)"
        fill="none"
        stroke="var(--ink)"
        strokeWidth="1.2"
        strokeLinejoin="round"
      />
      <g transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${twd_deg + 180})`} fill="var(--wind)">
        <path d="M0-14L8 4 2.4 2 2.4 14-2.4 14-2.4 2-8 4Z" />
      </g>
    </svg>
  );
}

/** The wind the user gave, or the one that is estimated. */
function Pinned({ model, choice, onChange }: WindPickerProps & { onChange: () => void }) {
  const { wind } = model.data.report;
  if (!wind || choice.hint_deg === null) return null;
  const own = wind.track_estimate;
  return (
    <Line
      title={`Wind from ${wholeDegrees(wind.twd_deg)} ± ${fixed(halfWidth90(wind.sd_deg), 0)}°`}
      text={own ? `Chosen by you. The track itself suggests ${wholeDegrees(own.twd_deg)}.` : "Chosen by you."}
      action="Change"
      busy={choice.busy}
      onAction={onChange}
      onRemove={() => choice.onChange(null)}
    />
  );
}

interface LineProps {
  title: string;
  text: string;
  action: string;
  busy: boolean;
  onAction: () => void;
  onRemove?: () => void;
}

function Line({ title, text, action, busy, onAction, onRemove }: LineProps) {
  return (
    <section className={styles.line} aria-label="Wind">
      <Wind size={18} aria-hidden="true" />
      <p>
        <b>{title}</b>
        <span>{text}</span>
      </p>
      {onRemove && (
        <Button kind="quiet" busy={busy} onClick={onRemove}>
          Take back
        </Button>
      )}
      <Button busy={busy} onClick={onAction}>
        {action}
      </Button>
    </section>
  );
}
