import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import type { ReplayModel } from "../session/replay-model";
import { SplitHandle } from "../ui/split-handle";
import styles from "./replay-view.module.css";

/** Widths of the panel and of the map beside it, px. *from* the visual design, the least ones *guess* */
const PANEL_PX = { wide: 392, narrow: 320, video: 480, min: 280 };
const MIN_MAP_PX = 360;
/** Replays at least this wide have the wide panel, px. */
const WIDE_PX = 1200;

/** The width the user has set, px; it holds until the page is loaded again. */
let chosen_px: number | null = null;

/** The left edge of the panel, which can be dragged. The panel is wider with a video. */
export function PanelEdge({ model }: { model: ReplayModel }) {
  const holder = useRef<HTMLDivElement>(null);
  const page_px = usePageWidth(holder);
  const { video } = useSnapshot(model.state);
  const [set_px, setPx] = useState(chosen_px);
  const max = Math.max(PANEL_PX.min, page_px - MIN_MAP_PX);
  const first = page_px < WIDE_PX ? PANEL_PX.narrow : video ? PANEL_PX.video : PANEL_PX.wide;
  const value = Math.min(max, set_px ?? first);
  useEffect(() => {
    if (page_px > 0) pageOf(holder)?.style.setProperty("--panel", `${value}px`);
  }, [page_px, value]);
  return (
    <div ref={holder} className={styles.edge}>
      <SplitHandle
        orientation="vertical"
        label="Width of the panel"
        value={value}
        min={PANEL_PX.min}
        max={max}
        onChange={(px) => {
          chosen_px = px;
          setPx(px);
        }}
      />
    </div>
  );
}

/** The element with map and panel. */
const pageOf = (holder: React.RefObject<HTMLElement | null>) => holder.current?.closest("aside")?.parentElement;

function usePageWidth(holder: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const page = pageOf(holder);
    if (!page) return;
    const watcher = new ResizeObserver(() => setWidth(page.clientWidth));
    watcher.observe(page);
    return () => watcher.disconnect();
  }, [holder]);
  return width;
}
