import { clockShiftOf, clockShiftText, type FileAnalysis } from "@leebow/core";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import { hasInstruments } from "../../analysis/instruments/has-instruments";
import { setClock } from "../../corrections/correct";
import { clockSeconds, shortDay, zoneName } from "../../format/times";
import type { CorrectionSource } from "../../session/correction-source";
import { clockOf } from "../../session/own-clock";
import type { ReplayModel } from "../../session/replay-model";
import { Button } from "../../ui/button";
import { classes } from "../../ui/classes";
import { Field } from "../../ui/field";
import styles from "./parts.module.css";

interface ClockPartProps {
  model: ReplayModel;
  source: CorrectionSource;
}

/** The clock of a recording: when it begins, and a shift by hand where it was wrong. */
export function ClockPart({ model, source }: ClockPartProps) {
  const [isOpen, setOpen] = useState(false);
  const { report } = model.data;
  const shift_s = clockOf(source.corrections);
  const recorded_ms = Date.parse(report.start_time) - 1000 * shift_s;
  const moment = (at_ms: number) => `${shortDay(at_ms, model.zone)}, ${clockSeconds(at_ms, model.zone)}`;
  return (
    <section className={styles.list} aria-label="Clock">
      <div className={styles.head}>
        <h2>Clock</h2>
        {source.edit && shift_s !== 0 && (
          <Button
            kind="quiet"
            icon={Undo2}
            busy={source.busy}
            onClick={() => void setClock(source, 0, "The clock is as recorded.")}
          >
            As recorded
          </Button>
        )}
        {source.edit && !isOpen && <Button onClick={() => setOpen(true)}>Set the clock</Button>}
      </div>
      <p className={classes("secondary", styles.all)}>
        {report.undated && shift_s === 0
          ? `The file has times of day and no date: it starts at ${clockSeconds(recorded_ms, null)}. Nothing in it says on which day.`
          : `It starts on ${moment(recorded_ms + 1000 * shift_s)}, ${zoneName(model.zone)}${shift_s === 0 ? "." : `, set by ${clockShiftText(shift_s)}.`}`}
      </p>
      {isOpen && (
        <ClockForm
          isDayAsked={report.undated}
          recorded_ms={recorded_ms}
          moment={moment}
          busy={source.busy}
          onCancel={() => setOpen(false)}
          onSet={async (next_s) =>
            (await setClock(source, next_s, `The clock is set: ${moment(recorded_ms + 1000 * next_s)}.`)) &&
            setOpen(false)
          }
        />
      )}
    </section>
  );
}

const NO_TIME = "The measured wind covers no time of this track";
/** A wind log that covers no time of the recording, or one that is used where nothing was measured on board. */
const hasWindLog = (report: FileAnalysis): boolean =>
  report.notes.some((note) => note.startsWith(NO_TIME)) ||
  (["measured", "fused"].includes(report.wind?.source ?? "") && !hasInstruments(report));

/** The clock of the wind log of a recording. */
export function WindClock({ model, source }: ClockPartProps) {
  const [isOpen, setOpen] = useState(false);
  const { report } = model.data;
  const shift_s = clockOf(source.corrections, "wind_clock");
  const isOff = report.notes.some((note) => note.startsWith(NO_TIME));
  if (!source.edit || !(shift_s !== 0 || hasWindLog(report))) return null;
  const set = (next_s: number) =>
    setClock(
      source,
      next_s,
      next_s === 0 ? "The clock of the wind log is as recorded." : "The clock of the wind log is set.",
      "wind_clock",
    );
  return (
    <section className={styles.list} aria-label="Clock of the wind log">
      <div className={styles.head}>
        <h2>Clock of the wind log</h2>
        {shift_s !== 0 && (
          <Button kind="quiet" icon={Undo2} busy={source.busy} onClick={() => void set(0)}>
            As recorded
          </Button>
        )}
        {!isOpen && <Button onClick={() => setOpen(true)}>Set it</Button>}
      </div>
      <p className={classes("secondary", styles.all)}>
        {shift_s !== 0 && `Set by ${clockShiftText(shift_s)}. `}
        {isOff ? "It covers no time of this track." : shift_s === 0 && "As recorded."}
      </p>
      {isOpen && (
        <ClockForm
          isDayAsked={false}
          recorded_ms={null}
          moment={String}
          busy={source.busy}
          onCancel={() => setOpen(false)}
          onSet={async (next_s) => (await set(next_s)) && setOpen(false)}
        />
      )}
    </section>
  );
}

interface ClockFormProps {
  /** The recording has no date. */
  isDayAsked: boolean;
  /** Null where its start is not known. */
  recorded_ms: number | null;
  moment: (at_ms: number) => string;
  busy: boolean;
  onCancel: () => void;
  onSet: (shift_s: number) => unknown;
}

function ClockForm({ isDayAsked, recorded_ms, moment, busy, onCancel, onSet }: ClockFormProps) {
  const [text, setText] = useState("");
  const [day, setDay] = useState("");
  const typed_s = text.trim() === "" ? 0 : clockShiftOf(text);
  const day_s = isDayAsked && day ? Date.parse(`${day}T00:00:00Z`) / 1000 : 0;
  const shift_s = typed_s === null ? null : typed_s + day_s;
  const isComplete = shift_s !== null && shift_s !== 0 && (!isDayAsked || day !== "");
  const error = typed_s === null ? "Write a time like +2h, -0:00:03, +59d or +1024w." : undefined;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) void onSet(shift_s);
      }}
      onKeyDown={(event) => event.key === "Escape" && onCancel()}
    >
      {isDayAsked && (
        <Field label="First day" type="date" value={day} onChange={(event) => setDay(event.target.value)} />
      )}
      <Field
        label="Add to all times"
        placeholder="+2h"
        value={text}
        error={error}
        hint="+2h, -0:00:03, +59d or +1024w"
        onChange={(event) => setText(event.target.value)}
      />
      {recorded_ms !== null && (
        <p aria-live="polite">
          {isComplete ? `Will start: ${moment(recorded_ms + 1000 * shift_s)}` : "Will start: as it does now"}
        </p>
      )}
      <div className="row">
        <Button onClick={onCancel}>Cancel</Button>
        <Button kind="primary" type="submit" busy={busy} disabled={!isComplete}>
          Set the clock
        </Button>
      </div>
    </form>
  );
}
