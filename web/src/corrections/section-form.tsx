import { Minus, Plus } from "lucide-react";
import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { clockSeconds } from "../format/times";
import type { TimeRange } from "../playback/clock";
import type { ReplayModel } from "../session/replay-model";
import { moveEnd } from "../session/star-state";
import { Button, IconButton } from "../ui/button";
import styles from "./corrections.module.css";
import sectionEnds from "./section-form.module.css";

interface SectionFormProps {
  model: ReplayModel;
  /** What it is the section of. */
  of?: "maneuver" | "wind" | "part";
  /** Section shown at first. */
  initial: TimeRange;
  /** Name of the button that saves. */
  action: string;
  busy: boolean;
  onCancel: () => void;
  onSave: (section: TimeRange) => unknown;
}

/** Start and end of a maneuver, of a part, or of one with its own wind, by the handles of the chart or by seconds. */
export function SectionForm({ model, of = "maneuver", initial, action, busy, onCancel, onSave }: SectionFormProps) {
  const { stars } = model;
  const { draft } = useSnapshot(stars);
  // biome-ignore lint/correctness/useExhaustiveDependencies: The first section is set once.
  useEffect(() => {
    stars.draft_of = of;
    stars.draft = { ...initial };
    return () => {
      if (stars.draft_of === of) stars.draft = null;
    };
  }, [stars]);
  if (!draft) return null;
  return (
    <div
      role="group"
      aria-label="Section"
      className="grid gap-8"
      onKeyDown={(event) => event.key === "Escape" && onCancel()}
    >
      <p className="small secondary">Drag the handles in the chart, or set its ends here.</p>
      <SectionEnds model={model} />
      <div className={styles.actions}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button kind="primary" busy={busy} onClick={() => onSave({ ...draft })}>
          {action}
        </Button>
      </div>
    </div>
  );
}

const STEP_MS = 1000;

/** The ends of the section that is being set, moved by seconds. */
export function SectionEnds({ model }: { model: ReplayModel }) {
  return (
    <div className={sectionEnds.ends}>
      <End model={model} end="from_ms" name="Start" />
      <End model={model} end="to_ms" name="End" />
    </div>
  );
}

function End({ model, end, name }: { model: ReplayModel; end: keyof TimeRange; name: string }) {
  const { draft } = useSnapshot(model.stars);
  const by = (step_ms: number) => {
    const { stars, playback } = model;
    if (stars.draft) stars.draft = moveEnd(stars.draft, end, stars.draft[end] + step_ms, playback.clock.whole);
  };
  return (
    <span role="group" aria-label={`${name} of the section`}>
      <IconButton icon={Minus} label={`${name} 1 s earlier`} onClick={() => by(-STEP_MS)} />
      <output>{clockSeconds(draft?.[end], model.zone)}</output>
      <IconButton icon={Plus} label={`${name} 1 s later`} onClick={() => by(STEP_MS)} />
    </span>
  );
}
