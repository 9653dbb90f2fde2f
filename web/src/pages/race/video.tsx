import { Film } from "lucide-react";
import { useSnapshot } from "valtio";
import { Button } from "../../components/button";
import { lazyClosable } from "../../components/lazy-component";
import type { ReplayModel } from "../../session/replay-model";
import styles from "./page.module.css";

const VideoPane = lazyClosable(() => import("../../replay/video/video-pane").then((module) => module.VideoPane));

/** Opens and closes the video beside the replay. */
export function VideoButton({ model: { state } }: { model: ReplayModel }) {
  const { video } = useSnapshot(state);
  return (
    <Button
      kind="quiet"
      icon={Film}
      className={styles.action}
      aria-label="Video"
      aria-pressed={video}
      onClick={() => {
        state.video = !video;
      }}
    >
      <span className={styles.word}>Video</span>
    </Button>
  );
}

/** The video, while it is open; its code is loaded then. */
export function VideoPlace({ model }: { model: ReplayModel }) {
  const { video } = useSnapshot(model.state);
  if (!video) return null;
  return (
    <VideoPane
      model={model}
      onClose={() => {
        model.state.video = false;
      }}
    />
  );
}
