import { useState } from "react";
import type { TimeRange } from "../playback/clock";
import type { CorrectionSource } from "../session/correction-source";
import type { ReplayModel } from "../session/replay-model";
import { windAt, windRow, windTrack } from "../session/wind-now";
import { DegreesStepper, wrapped } from "../wind/degrees-stepper";
import { correct, pinnedWind } from "./correct";
import styles from "./corrections.module.css";
import { SectionForm } from "./section-form";

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
export function WindPart({ model, source, at_ms, onClose }: WindPartProps) {
  const [deg, setDeg] = useState(() => windBefore(model, at_ms));
  const save = async (section: TimeRange) => (await correct(source, pinnedWind(deg, section), model.zone)) && onClose();
  return (
    <div className={styles.box} role="group" aria-label="Wind of a part">
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
