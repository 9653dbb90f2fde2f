import { Wind, X } from "lucide-react";
import { useState } from "react";
import type { WindChoice, WindReport } from "../session/correction-source";
import { Button, IconButton } from "../ui/button";
import { Popover } from "../ui/popover";
import { pinWind } from "./wind-answers";
import styles from "./wind-form.module.css";
import { WindKnob } from "./wind-knob";

/** Button that opens the dial, also where the wind is known; a wind the user gave can be taken away. */
export function WindHint({ report, choice }: { report: WindReport; choice: WindChoice }) {
  const { hint_deg, busy, onChange } = choice;
  const [open, setOpen] = useState(false);
  const set = (deg: number) => {
    setOpen(false);
    if (deg !== hint_deg) pinWind(report, choice, deg);
  };
  return (
    <span className={styles.hint}>
      <Popover
        open={open}
        onOpenChange={setOpen}
        label="Wind direction"
        trigger={
          <Button icon={Wind} busy={busy}>
            <span className="truncate">
              {hint_deg === null ? "Set the wind" : `Wind from ${Math.round(hint_deg)}°, yours`}
            </span>
          </Button>
        }
      >
        <div className={styles.dial}>
          <WindKnob
            report={report}
            start_deg={hint_deg ?? report.wind?.twd_deg ?? report.wind_candidates[0]?.twd_deg ?? 0}
            busy={busy}
            onPreview={() => {}}
            onBack={() => setOpen(false)}
            onSet={set}
          />
        </div>
      </Popover>
      {hint_deg !== null && !busy && <IconButton icon={X} label="Take your wind away" onClick={() => onChange(null)} />}
    </span>
  );
}
