import { Layers } from "lucide-react";
import { useState } from "react";
import { useSnapshot } from "valtio";
import type { ReplayModel } from "../../session/replay-model";
import { IconButton } from "../../ui/button";
import { Segments } from "../../ui/choices";
import { classes } from "../../ui/classes";
import { lazyQuiet } from "../../ui/lazy-component";
import { Select } from "../../ui/select";
import styles from "./map-overlay.module.css";

const TAILS = [
  { value: "tail", label: "Tail" },
  { value: "full", label: "Full tail" },
] as const;

const KindLegend = lazyQuiet(() => import("./kind-legend").then((part) => part.KindLegend));

export const loadModeParts = KindLegend.load;

/** Choice of the colour metric and of the length of the drawn track. On a phone behind a button. */
export function ModeOverlay({ model, showManeuvers }: { model: ReplayModel; showManeuvers: boolean }) {
  const { mode, fullTail } = useSnapshot(model.state);
  const [isOpen, setOpen] = useState(false);
  const modes = [
    { value: "none", label: "No data" },
    { value: "tags", label: "Tags" },
    ...model.metrics.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <div className={classes("plate", styles.layers)} data-over-map>
        <IconButton
          icon={Layers}
          label="Colour and tail of the track"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      <div className={classes("plate", styles.mode, isOpen && styles.open)} data-over-map>
        <Select
          bare
          label="Colour the track by"
          className={styles.metric}
          choices={modes}
          value={mode}
          onChange={(next) => (model.state.mode = next)}
        />
        <Segments
          label="Tail"
          choices={TAILS}
          value={fullTail ? "full" : "tail"}
          onChange={(next) => (model.state.fullTail = next === "full")}
        />
        {showManeuvers && isOpen && (
          <div className={styles.lettersHere}>
            <KindLegend model={model} />
          </div>
        )}
      </div>
    </>
  );
}
