import { type Maneuver, partSeconds, type TrackPart } from "@leebow/core";
import { Undo2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { SectionForm } from "../../corrections/section-form";
import { countText } from "../../format/numbers";
import { durationText, range as rangeText } from "../../format/times";
import { isParted, partsOf } from "../../playback/rows";
import type { CorrectionSource } from "../../session/correction-source";
import { hasPartCorrections, partName, partRange } from "../../session/parts";
import type { ReplayModel } from "../../session/replay-model";
import { Button } from "../../ui/button";
import { classes } from "../../ui/classes";
import { asFound, moveEdges, switchPart } from "./change-parts";
import { PartIcon } from "./part-icon";
import styles from "./parts.module.css";

interface PartsListProps {
  model: ReplayModel;
  corrections: CorrectionSource | undefined;
}

/** The parts of a recording in time order, each with what leaves it out or takes it in. */
export function PartsList({ model, corrections }: PartsListProps) {
  const { report } = model.data;
  const parts = partsOf(report);
  if (parts.length === 0) return null;
  return (
    <section className={styles.list} aria-label="Parts">
      <div className={styles.head}>
        <h2>Parts</h2>
        {corrections?.edit && hasPartCorrections(corrections.corrections) && (
          <Button kind="quiet" icon={Undo2} busy={corrections.busy} onClick={() => void asFound(corrections)}>
            As found
          </Button>
        )}
      </div>
      {isParted(report) || hasPartCorrections(corrections?.corrections ?? []) ? (
        <>
          {parts.map((part, index) => (
            <PartRow key={part.start_time} model={model} part={part} index={index} corrections={corrections} />
          ))}
          <Sums parts={parts} />
        </>
      ) : (
        <p className={classes("secondary", styles.all)}>All of it is sailing.</p>
      )}
    </section>
  );
}

function Sums({ parts }: { parts: readonly TrackPart[] }) {
  const seconds = (some: readonly TrackPart[]) => some.reduce((sum, part) => sum + partSeconds(part), 0);
  const sailed_s = seconds(parts.filter(({ left_out }) => !left_out));
  return (
    <p className={classes("small secondary", styles.all)}>
      {durationText(seconds(parts))} in the file, {sailed_s > 0 ? durationText(sailed_s) : "nothing"} sailed
    </p>
  );
}

interface PartRowProps extends PartsListProps {
  part: TrackPart;
  index: number;
}

function PartRow({ model, part, index, corrections }: PartRowProps) {
  const isOpen = useSnapshot(model.state).part === index;
  const times = rangeText(part.start_time, part.end_time, model.zone);
  const detail = detailOf(part, model.data.report.maneuvers);
  const choose = () => {
    model.state.part = isOpen ? -1 : index;
    if (!isOpen) model.playback.seek(partRange(part).from_ms);
  };
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  return (
    <>
      <div ref={row} className={classes(styles.row, isOpen && "chosen", part.left_out && styles.out)}>
        <span
          className={classes(styles.sign, part.left_out && styles.hatched, part.kind === "unknown" && styles.doubt)}
        >
          <PartIcon part={part} />
        </span>
        <button type="button" className={styles.what} aria-expanded={isOpen} onClick={choose}>
          {partName(part)}
          <small>
            {times}
            {detail && `, ${detail}`}
          </small>
        </button>
        <span className="secondary">{durationText(partSeconds(part))}</span>
        {corrections?.edit && (
          <Button
            busy={corrections.busy}
            aria-label={`${part.left_out ? "Take in" : "Leave out"}: ${partName(part)}, ${times}`}
            onClick={() => void switchPart(corrections, part, model.zone)}
          >
            {part.left_out ? "Take in" : "Leave out"}
          </Button>
        )}
      </div>
      {isOpen && (
        <div className={styles.form}>
          <p>{whyOf(part)}</p>
          {corrections?.edit && (
            <SectionForm
              model={model}
              of="part"
              initial={partRange(part)}
              action="Move the edges"
              busy={corrections.busy}
              onCancel={choose}
              onSave={async (to) => (await moveEdges(corrections, part, to, model.zone)) && choose()}
            />
          )}
        </div>
      )}
    </>
  );
}

/** "18 tacks, 7 gybes" of sailing; of a part that may not be sailing its probability of being that. */
function detailOf({ kind, start, end, probability }: TrackPart, maneuvers: readonly Maneuver[]): string {
  if (kind === "unknown") return `kept: ${Math.round(100 * (1 - probability))} % sailing`;
  if (kind !== "sailing") return "";
  const count = (wanted: Maneuver["kind"]) =>
    maneuvers.filter((one) => one.kind === wanted && one.counted && one.start >= start && one.start < end).length;
  const [tacks, gybes] = [count("tack"), count("gybe")];
  return [tacks > 0 && countText(tacks, "tack"), gybes > 0 && countText(gybes, "gybe")].filter(Boolean).join(", ");
}

/** Why a part is of its kind: "Left out: it moves steadily as under tow. 98 % sure." */
function whyOf({ reason, left_out, by_hand, probability }: TrackPart): string {
  const head = left_out ? "Left out" : "Taken in";
  if (by_hand) return `${head} by hand.`;
  const sure = `${Math.round(100 * probability)} % sure.`;
  return reason ? `${left_out ? "Left out: " : ""}${reason} ${sure}` : "It is sailing.";
}
