import { subscribe } from "valtio";
import type { ReplayMap } from "../../map/replay-map";
import { rowsBetween } from "../../playback/rows";
import type { ReplayModel } from "../../session/replay-model";
import { sectionOf } from "../../session/star-state";

/** Row ranges that are highlighted: the opened star alone, else the new star and the selected straights. */
export function glowingRanges({ data, state, stars }: ReplayModel): { start: number; end: number }[] {
  const section = stars.opened ? sectionOf(stars.opened) : stars.draft;
  const own = section ? [rowsBetween(data.columns.time_ms, section.from_ms, section.to_ms)] : [];
  if (stars.opened) return own;
  const straights = state.selected.map((index) => data.report.straights[index]!);
  return [...straights.map(({ start, end }) => ({ start, end })), ...own];
}

/** Shows the stars on the map and moves the camera to the opened one, and back to the session. */
export function followStars(model: ReplayModel, map: ReplayMap): () => void {
  const { stars } = model;
  let opened: number | null = null;
  const apply = () => {
    map.set({
      glowing: glowingRanges(model),
      isPale: stars.opened !== null,
      stars: [...stars.marks.map((star) => sectionOf(star).from_ms), ...(stars.draft ? [stars.draft.from_ms] : [])],
    });
    const id = stars.opened?.id ?? null;
    if (id === opened) return;
    opened = id;
    if (!stars.opened) return map.fit();
    const { from_ms, to_ms } = sectionOf(stars.opened);
    map.fitBetween(from_ms, to_ms);
  };
  apply();
  return subscribe(stars, apply);
}
