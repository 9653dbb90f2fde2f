import { X } from "lucide-react";
import { useSnapshot } from "valtio";
import { clockSeconds } from "../../format/times";
import type { ReplayModel } from "../../session/replay-model";
import { openStar, sectionOf } from "../../session/star-state";
import { IconButton } from "../../ui/button";
import styles from "./star.module.css";
import { StarSign } from "./star-controls";

export function StarBanner({ model }: { model: ReplayModel }) {
  const { opened } = useSnapshot(model.stars);
  if (!opened) return null;
  const { from_ms, to_ms } = sectionOf(opened);
  return (
    <div className={styles.banner} role="status" data-over-map>
      <StarSign />
      <b className="two-lines" title={opened.content}>
        {opened.content}
      </b>
      <span className={styles.times}>
        {clockSeconds(from_ms, model.zone)} to {clockSeconds(to_ms, model.zone)}
      </span>
      <IconButton icon={X} label="Back to the whole track" onClick={() => openStar(model.stars, null)} />
    </div>
  );
}
