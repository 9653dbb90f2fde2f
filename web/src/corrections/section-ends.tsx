import { Minus, Plus } from "lucide-react";
import { useSnapshot } from "valtio";
import { IconButton } from "../components/button";
import { clockSeconds } from "../format/times";
import type { TimeRange } from "../playback/clock";
import type { ReplayModel } from "../session/replay-model";
import { moveEnd } from "../session/star-state";
import styles from "./section-ends.module.css";

const STEP_MS = 1000;

/** The ends of the section that is being set, moved by seconds. */
export function SectionEnds({ model }: { model: ReplayModel }) {
  return (
    <div className={styles.ends}>
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
