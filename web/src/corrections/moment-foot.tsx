import { SEGMENT_KINDS } from "@leebow/core";
import { CircleHelp, Plus, Undo2, Wind } from "lucide-react";
import { useState } from "react";
import { useSnapshot } from "valtio";
import { countText } from "../format/numbers";
import { clockSeconds } from "../format/times";
import type { TimeRange } from "../playback/clock";
import type { CorrectionSource } from "../session/correction-source";
import { CORRECTABLE_KINDS, type CorrectableKind } from "../session/names-in-wind";
import { clockOf, laterBy } from "../session/own-clock";
import type { ReplayModel } from "../session/replay-model";
import { windAt, windRow, windTrack } from "../session/wind-now";
import { Button, IconButton } from "../ui/button";
import { Select } from "../ui/select";
import { added, correct, correctionText, pinnedWind, removeCorrection } from "./correct";
import styles from "./corrections.module.css";
import { Explanation } from "./explanation";
import { SectionForm } from "./section-form";
import { DegreesStepper, wrapped } from "./wind-knob";

/** A maneuver that is added begins and ends this long before and after the present moment, ms. *guess* */
const HALF_MANEUVER_MS = 8000;

const KINDS = CORRECTABLE_KINDS.map((value) => ({ value, label: SEGMENT_KINDS[value].name }));

/** At the present moment: why there is no maneuver, a new one, and the corrections so far. */
export function MomentFoot({ model, source }: { model: ReplayModel; source: CorrectionSource }) {
  const [open, setOpen] = useState<"none" | "why" | "add" | "wind" | "list">("none");
  const [asked_ms, setAsked] = useState(0);
  const toggle = (next: typeof open) => {
    setAsked(model.playback.time_ms);
    setOpen(open === next ? "none" : next);
  };
  const { corrections, busy } = source;
  return (
    <div className={styles.foot}>
      {open === "why" && (
        <div className="grid gap-8">
          <b>At {clockSeconds(asked_ms, model.zone)}</b>
          <Explanation source={source} time_ms={asked_ms} />
        </div>
      )}
      {open === "add" && <Add model={model} source={source} at_ms={asked_ms} onClose={() => setOpen("none")} />}
      {open === "wind" && <WindPart model={model} source={source} at_ms={asked_ms} onClose={() => setOpen("none")} />}
      {open === "list" && <CorrectionList model={model} source={source} />}
      <div className={styles.actions}>
        <Now model={model} />
        <Button icon={CircleHelp} aria-expanded={open === "why"} onClick={() => toggle("why")}>
          Why here?
        </Button>
        {source.edit && (
          <Button icon={Plus} aria-expanded={open === "add"} onClick={() => toggle("add")}>
            Add
          </Button>
        )}
        {source.edit && (
          <Button icon={Wind} aria-expanded={open === "wind"} onClick={() => toggle("wind")}>
            Wind here
          </Button>
        )}
        {corrections.length > 0 && (
          <Button aria-expanded={open === "list"} busy={busy} onClick={() => toggle("list")}>
            {countText(corrections.length, "correction")}
          </Button>
        )}
      </div>
    </div>
  );
}

function Now({ model }: { model: ReplayModel }) {
  const { time_ms } = useSnapshot(model.playback.readout);
  return <span className={styles.now}>{clockSeconds(time_ms, model.zone)}</span>;
}

interface AddProps {
  model: ReplayModel;
  source: CorrectionSource;
  at_ms: number;
  onClose: () => void;
}

function Add({ model, source, at_ms, onClose }: AddProps) {
  const [kind, setKind] = useState<CorrectableKind>("tack");
  const { whole } = model.playback.clock;
  return (
    <div className="grid gap-8">
      <Select label="Add a" choices={KINDS} value={kind} onChange={setKind} />
      <SectionForm
        model={model}
        initial={{
          from_ms: Math.max(whole.from_ms, at_ms - HALF_MANEUVER_MS),
          to_ms: Math.min(whole.to_ms, at_ms + HALF_MANEUVER_MS),
        }}
        action="Add"
        busy={source.busy}
        onCancel={onClose}
        onSave={async (section) => (await correct(source, added(kind, section), model.zone)) && onClose()}
      />
    </div>
  );
}

/** The corrections in their order, each with the reason where it has no effect. */
function CorrectionList({ model, source }: { model: ReplayModel; source: CorrectionSource }) {
  const clock_s = clockOf(source.corrections);
  return (
    <ul className={styles.list} aria-label="Corrections by hand">
      {source.corrections.map((correction, index) => {
        const outcome = source.outcomes?.[index];
        return (
          <li key={JSON.stringify(correction)}>
            <span>
              {correctionText(laterBy(correction, clock_s), model.zone)}
              {outcome && !outcome.applied && <small>{outcome.reason}</small>}
            </span>
            {source.edit && (
              <IconButton
                icon={Undo2}
                label="Take this correction back"
                onClick={() => void removeCorrection(source, index)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** A part begins and ends this long before and after the present moment, ms, or this share of the session. *guess* */
const HALF_PART_MS = 10 * 60_000;
const HALF_PART_SHARE = 1 / 8;

interface WindPartProps {
  model: ReplayModel;
  source: CorrectionSource;
  at_ms: number;
  onClose: () => void;
}

/** Pins the wind of a part of the session: after a shift the rest keeps its own. */
function WindPart({ model, source, at_ms, onClose }: WindPartProps) {
  const [deg, setDeg] = useState(() => windBefore(model, at_ms));
  const save = async (section: TimeRange) => (await correct(source, pinnedWind(deg, section), model.zone)) && onClose();
  return (
    <div className="grid gap-8" role="group" aria-label="Wind of a part">
      <div className={styles.actions}>
        <b>Wind from</b>
        <DegreesStepper deg={deg} onChange={setDeg} />
      </div>
      <SectionForm
        model={model}
        of="wind"
        initial={partAt(model, at_ms)}
        action="Set the wind"
        busy={source.busy}
        onCancel={onClose}
        onSave={save}
      />
    </div>
  );
}

/** The wind at this moment, or the one that fits the track best. */
function windBefore(model: ReplayModel, at_ms: number): number {
  const { focus } = model.state;
  const track = windTrack(model, focus);
  const now = track && windAt(track, windRow(track, at_ms));
  return wrapped(now?.twd_deg ?? model.data.report.wind_candidates[0]?.twd_deg ?? 0);
}

/** What the chart shows where it is zoomed, else the time about this moment. */
function partAt({ state, playback }: ReplayModel, at_ms: number): TimeRange {
  if (state.zoom_depth > 0) return { ...state.range };
  const { from_ms, to_ms } = playback.clock.whole;
  const half_ms = Math.min(HALF_PART_MS, HALF_PART_SHARE * (to_ms - from_ms));
  return { from_ms: Math.max(from_ms, at_ms - half_ms), to_ms: Math.min(to_ms, at_ms + half_ms) };
}
