import type { Track } from "@leebow/api/contract";
import { Wind } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button";
import { classes } from "../../components/classes";
import { Icon } from "../../components/icon";
import { lazyClosable } from "../../components/lazy-component";
import { useWindChoice } from "../../queries/wind-choice";
import { wholeDegrees, windHeading, windLabel } from "../../wind/wind-answers";
import styles from "./track-row.module.css";

const WindDialog = lazyClosable(() => import("./wind-dialog").then((part) => part.WindDialog));

/** What is open about the wind of a track, or what the user set; the dialog has the winds that fit and the dial. */
export function RowWind({ track, className }: { track: Track; className?: string | undefined }) {
  const choice = useWindChoice(track);
  const [isOpen, setOpen] = useState(false);
  const { wind_candidates, wind_hint_deg } = track;
  if (wind_hint_deg === null && wind_candidates.length === 0) return null;
  const text =
    wind_hint_deg !== null
      ? `Wind from ${wholeDegrees(wind_hint_deg)}, ${choice ? "chosen by you" : "set by hand"}.`
      : `${windHeading(wind_candidates.length, "short")}: ${wind_candidates.map(windLabel).join("; ")}.`;
  return (
    <div className={classes(styles.wind, className)}>
      <Icon of={Wind} size={14} />
      <p>{text}</p>
      {choice && (
        <Button
          busy={choice.busy}
          aria-label={wind_hint_deg === null ? "Choose the wind" : "Change the wind"}
          onClick={() => setOpen(true)}
        >
          {wind_hint_deg === null ? "Choose" : "Change"}
        </Button>
      )}
      {isOpen && choice && <WindDialog track={track} choice={choice} onClose={() => setOpen(false)} />}
    </div>
  );
}
