import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { Button } from "../components/button";
import type { TimeRange } from "../playback/clock";
import type { ReplayModel } from "../session/replay-model";
import styles from "./corrections.module.css";
import { SectionEnds } from "./section-ends";

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
      className={styles.section}
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
