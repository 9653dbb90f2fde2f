import { useEffect } from "react";
import { useSnapshot } from "valtio";
import type { ReplayModel } from "../../session/replay-model";
import { sectionOf } from "../../session/star-state";
import { backTo, zoomTo } from "../../session/zoom";

/** An opened star is a zoom of its own, which ends with it. */
export function useOpenedStar(model: ReplayModel): void {
  const opened_id = useSnapshot(model.stars).opened?.id ?? null;
  useEffect(() => {
    const star = model.stars.opened;
    if (opened_id === null || !star) return;
    const before = model.zoom.depth;
    const section = sectionOf(star);
    model.stars.level = before + 1;
    zoomTo(model, section);
    model.playback.seek(section.from_ms);
    return () => {
      model.stars.level = 0;
      backTo(model, before);
    };
  }, [model, opened_id]);
}
