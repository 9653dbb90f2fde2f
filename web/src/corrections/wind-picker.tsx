import { type FileAnalysis, halfWidth90, howSure, markLetter } from "@leebow/core";
import { Compass, Wind } from "lucide-react";
import { type ReactNode, useState } from "react";
import { fixed } from "../format/numbers";
import { readStored, textsOf, writeStored } from "../server/stored";
import type { WindChoice, WindReport } from "../session/correction-source";
import { countedKind, countsInWind } from "../session/names-in-wind";
import { Button } from "../ui/button";
import { classes } from "../ui/classes";
import { legText, pinWind, wholeDegrees, windHeading } from "./wind-answers";
import { WindKnob } from "./wind-knob";
import styles from "./wind-picker.module.css";

interface WindPickerProps {
  report: WindReport;
  choice: WindChoice;
  /** The track, north up, on the card of each wind. */
  picture: ReactNode;
  /** The wind that is pointed at or set on the dial; null for none. */
  onPreview?: (twd_deg: number | null) => void;
  /** Whether the user asked for the question: it is shown also where it was left open. */
  asked?: boolean;
  /** Called when a wind was pinned or left open. */
  onAnswer?: () => void;
}

const noPreview = () => {};

/**
 * The question about a wind that is not known: a card for each that fits, or a dial. A pinned wind is one line, which
 * changes it. "I don't know" leaves one line too: the turns remain without names.
 */
export function WindPicker({ report, choice, picture, onPreview = noPreview, asked, onAnswer }: WindPickerProps) {
  const { wind, wind_candidates } = report;
  const [view, setView] = useState<"ask" | "dial" | "later">(!asked && isWindLeftOpen(report) ? "later" : "ask");
  const pin = (twd_deg: number) => {
    onPreview(null);
    pinWind(report, choice, twd_deg);
    leaveWindOpen(report, false);
    onAnswer?.();
  };
  if (view === "dial")
    return (
      <WindKnob
        report={report}
        start_deg={choice.hint_deg ?? wind?.twd_deg ?? wind_candidates[0]?.twd_deg ?? 0}
        busy={choice.busy}
        onPreview={onPreview}
        onBack={() => {
          onPreview(null);
          setView("ask");
        }}
        onSet={(twd_deg) => {
          setView("ask");
          pin(twd_deg);
        }}
      />
    );
  if (wind !== null) return <Pinned wind={wind} choice={choice} onChange={() => setView("dial")} />;
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
      report={report}
      picture={picture}
      busy={choice.busy}
      onPreview={onPreview}
      onPin={pin}
      onDial={() => setView("dial")}
      onLater={() => {
        leaveWindOpen(report, true);
        setView("later");
        onAnswer?.();
      }}
    />
  );
}

interface QuestionProps extends Pick<WindPickerProps, "report" | "picture"> {
  busy: boolean;
  onPreview: (twd_deg: number | null) => void;
  onPin: (twd_deg: number) => void;
  onDial: () => void;
  onLater: () => void;
}

/** A card for each wind that fits, and the answers that are no card. */
function Question({ report, picture, busy, onPreview, onPin, onDial, onLater }: QuestionProps) {
  const { wind_candidates } = report;
  return (
    <section className={styles.ask} aria-labelledby="wind-question">
      <h2 id="wind-question">{windHeading(wind_candidates.length, "question", wind_candidates)}</h2>
      <p className="small secondary">{reasonText(wind_candidates)}</p>
      <div className={classes(styles.cards, wind_candidates.length !== 2 && styles.rows)}>
        {wind_candidates.map((candidate) => (
          <WindCard
            key={candidate.twd_deg}
            report={report}
            picture={picture}
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
          I don't know
        </Button>
      </div>
    </section>
  );
}

/** What speaks for the likeliest wind; the engine's first sentence. */
const reasonText = ([first]: FileAnalysis["wind_candidates"]): string =>
  first?.reasons[0] ?? "The turns alone do not tell. Choose the one you remember.";

/** The wind the user gave, or the one that is estimated. */
function Pinned({ wind, choice, onChange }: { wind: WindReport["wind"]; choice: WindChoice; onChange: () => void }) {
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

interface WindCardProps {
  report: WindReport;
  /** The track, north up. */
  picture: ReactNode;
  candidate: FileAnalysis["wind_candidates"][number];
  busy: boolean;
  onPreview: (twd_deg: number | null) => void;
  onPin: () => void;
}

/** One wind that fits: the track in it, its uncertainty and probability, and what the turns would be. */
function WindCard({ report, picture, candidate, busy, onPreview, onPin }: WindCardProps) {
  const { maneuvers, straights } = report;
  const { twd_deg, sd_deg, probability } = candidate;
  const turns = maneuvers.filter(({ kind }) => kind === "turn");
  const [most, next] = countsInWind(turns, twd_deg);
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
      <span className={styles.mini}>
        {picture}
        <Arrow twd_deg={twd_deg} />
      </span>
      <span className={styles.body}>
        <span className={styles.figure}>
          <span className="visually-hidden">Wind from </span>
          {wholeDegrees(twd_deg).replace("°", "")}
          <small>° ± {fixed(halfWidth90(sd_deg), 0)}°</small>
        </span>
        <span className={styles.probability}>
          <span className="share-bar">
            <i style={{ width: `${100 * probability}%` }} />
          </span>
          <b>{howSure(probability)}</b>
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

/** The wind's arrow at the side it comes from. */
function Arrow({ twd_deg }: { twd_deg: number }) {
  const radians = (twd_deg * Math.PI) / 180;
  const [x, y] = [85 + 68 * Math.sin(radians), 46 - 32 * Math.cos(radians)];
  return (
    <svg viewBox="0 0 170 92" aria-hidden="true">
      <g transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${twd_deg + 180})`} fill="var(--wind)">
        <path d="M0-14L8 4 2.4 2 2.4 14-2.4 14-2.4 2-8 4Z" />
      </g>
    </svg>
  );
}

// Sessions for which the user has answered that the wind is not known: the question does not come again.

const KEY = "leebow.wind-left-open";
/** The oldest are forgotten. *guess* */
const MAX_SESSIONS = 500;

const nameOf = ({ start_time, points }: WindReport): string => `${start_time} ${points}`;

const names = (): string[] => textsOf(readStored(KEY));

const isWindLeftOpen = (report: WindReport): boolean => names().includes(nameOf(report));

/** Remembers, or forgets, that the user does not know the wind of this session. */
function leaveWindOpen(report: WindReport, isOpen: boolean): void {
  const name = nameOf(report);
  const others = names().filter((one) => one !== name);
  writeStored(KEY, (isOpen ? [...others, name] : others).slice(-MAX_SESSIONS));
}
