import { Star, Trash2 } from "lucide-react";
import { useSnapshot } from "valtio";
import { STAR_PATH } from "../../look/shapes";
import type { ReplayModel } from "../../session/replay-model";
import { draftSection, openStar } from "../../session/star-state";
import { Button, IconButton } from "../../ui/button";
import { lazyQuiet } from "../../ui/lazy-component";
import styles from "./star.module.css";

const Banner = lazyQuiet(() => import("./star-banner").then((part) => part.StarBanner));

/** Opens and closes the form of a new gold star. */
export function StarButton({ model }: { model: ReplayModel }) {
  const { draft, draft_of } = useSnapshot(model.stars);
  return (
    <Button
      icon={Star}
      aria-label="Gold star"
      aria-pressed={draft !== null && draft_of === "star"}
      className={styles.button}
      onClick={() => toggleForm(model)}
    >
      <span className={styles.word}>Gold star</span>
    </Button>
  );
}

function toggleForm({ stars, state, playback }: ReplayModel): void {
  if (stars.draft && stars.draft_of === "star") {
    stars.draft = null;
    return;
  }
  const zoomed = state.zoom_depth > 0 ? state.range : null;
  const section = draftSection(playback.time_ms, playback.clock.whole, zoomed);
  openStar(stars, null);
  stars.draft_of = "star";
  stars.draft = section;
}

/** Asks whether the opened star is deleted. */
export function DeleteStar({ model }: { model: ReplayModel }) {
  return (
    <IconButton
      icon={Trash2}
      label="Delete journal segment"
      className={styles.trash}
      onClick={() => (model.stars.deleting = model.stars.opened)}
    />
  );
}

/** Name and times of the opened star, over the map. */
export function StarBanner({ model }: { model: ReplayModel }) {
  const { opened } = useSnapshot(model.stars);
  return opened && <Banner model={model} />;
}

/** The yellow star. */
export function StarSign() {
  return (
    <svg width="20" height="20" viewBox="-11 -11 22 22" aria-hidden="true" style={{ flex: "none" }}>
      <path d={STAR_PATH} fill="var(--accent)" stroke="var(--on-accent)" strokeWidth="1.3" strokeLinejoin="round" />
    </svg>
  );
}
