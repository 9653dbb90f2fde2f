import type { TrackPart } from "@leebow/core";
import { useState } from "react";
import { useSnapshot } from "valtio";
import { range as rangeText } from "../../format/times";
import type { TimeRange } from "../../playback/clock";
import { isParted, partsOf } from "../../playback/rows";
import type { CorrectionSource } from "../../session/correction-source";
import { partName, partRange } from "../../session/parts";
import type { ReplayModel } from "../../session/replay-model";
import { classes } from "../../ui/classes";
import { switchPart } from "./change-parts";
import { PartIcon } from "./part-icon";
import styles from "./parts.module.css";

/** The parts of the recording above the chart: arrow keys between them, Enter chooses one, X leaves it out or takes it in. */
export function PartBand({ model, corrections }: { model: ReplayModel; corrections: CorrectionSource | undefined }) {
  const { focus, range, part: chosen } = useSnapshot(model.state);
  const [active, setActive] = useState(0);
  const { report } = model.boats[focus]!;
  const parts = partsOf(report);
  if (!isParted(report)) return null;
  const at = Math.min(active, parts.length - 1);
  const onKeyDown = (event: React.KeyboardEvent) => {
    const part = parts[at]!;
    if (event.key === "ArrowRight") setActive(Math.min(parts.length - 1, at + 1));
    else if (event.key === "ArrowLeft") setActive(Math.max(0, at - 1));
    else if (event.key === "Enter") model.state.part = at;
    else if (event.key === "x" && corrections?.edit) void switchPart(corrections, part, model.zone);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      className={styles.band}
      role="listbox"
      aria-label="Parts of the recording"
      tabIndex={0}
      aria-activedescendant={`part-${at}`}
      onKeyDown={onKeyDown}
    >
      {parts.map((part, index) => (
        <BandPart
          key={part.start_time}
          id={`part-${index}`}
          part={part}
          range={range}
          zone={model.zone}
          isChosen={index === chosen}
          onPress={() => {
            setActive(index);
            model.state.part = index;
          }}
        />
      ))}
    </div>
  );
}

interface BandPartProps {
  id: string;
  part: TrackPart;
  range: TimeRange;
  zone: string | null;
  isChosen: boolean;
  onPress: () => void;
}

function BandPart({ id, part, range, zone, isChosen, onPress }: BandPartProps) {
  const place = placeOf(part, range);
  if (!place) return null;
  const times = rangeText(part.start_time, part.end_time, zone);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: The band has the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: The band has the focus.
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      aria-label={`${partName(part)}, ${times}${part.left_out ? ", left out" : ""}`}
      className={classes(
        styles.part,
        part.left_out && styles.hatched,
        part.kind === "unknown" && styles.doubt,
        isChosen && styles.chosen,
      )}
      style={place}
      onClick={onPress}
    >
      <span className={styles.label}>
        {(part.left_out || part.kind !== "sailing") && <PartIcon part={part} />}
        <span className={styles.name}>{partName(part)}</span>
        {!part.left_out && <span className={styles.times}>{times}</span>}
      </span>
    </div>
  );
}

/** Left edge and width of a part in the range of the chart; null outside of it. */
function placeOf(part: TrackPart, { from_ms, to_ms }: TimeRange): { left: string; width: string } | null {
  const { from_ms: start_ms, to_ms: end_ms } = partRange(part);
  const share = (at_ms: number) => Math.min(1, Math.max(0, (at_ms - from_ms) / (to_ms - from_ms)));
  const [left, right] = [share(start_ms), share(end_ms)];
  const pct = (value: number) => `${(100 * value).toFixed(3)}%`;
  return right > left ? { left: pct(left), width: pct(right - left) } : null;
}
