import { type ReactNode, useEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { Button } from "../../components/button";
import { lazyPanel } from "../../components/lazy-component";
import type { ReplayMap } from "../../map/replay-map";
import { isParted } from "../../playback/sailed";
import type { ReplayModel } from "../../session/replay-model";
import type { WindChoice } from "../../session/wind-choice";
import { StarBanner } from "../stars/star-controls";
import styles from "./map-pane.module.css";
import { ModeOverlay } from "./mode-overlay";
import { type MapPhase, useReplayMap } from "./use-replay-map";
import { WindOverlay } from "./wind-overlay";
import { ScaleMark, ZoomOverlay } from "./zoom-overlay";

interface MapPaneProps {
  model: ReplayModel;
  showWind: boolean;
  showSegments: boolean;
  style_url: string | null;
  /** Choice of the wind; null for a viewer who may not change it. */
  windChoice: WindChoice | null;
  /** Height of the bottom sheet over the map, px. */
  covered_px: number;
  /** Height of what lies over the upper edge, px. */
  top_px?: number;
  /** Further controls beside the data mode. */
  tools?: ReactNode;
}

/** Margins of the map with the labels of the graticule, px. */
const WIDE_INSETS = { top: 4, right: 4, bottom: 22, left: 4 };
/** Height of the title over the map on a phone, px. */
export const TITLE_PX = 56;

const Legend = lazyPanel(() => import("./legend-overlay").then((part) => part.LegendOverlay), { quiet: true });
const PartsPlate = lazyPanel(() => import("../../parts/parts-plate").then((part) => part.PartsPlate), { quiet: true });
const WindPreview = lazyPanel(() => import("./wind-preview").then((part) => part.WindPreview), { quiet: true });

export const loadMapParts = () => Promise.all([Legend.load(), WindPreview.load(), PartsPlate.load()]);

const isWindOpen = ({ race, data: { report } }: ReplayModel): boolean =>
  race === null && report.wind === null && report.wind_candidates.length > 0;

/** The map with its overlays. Those marked `data-over-map` keep the boats out of their place. */
export function MapPane({
  model,
  showWind,
  showSegments,
  style_url,
  windChoice,
  covered_px,
  top_px = TITLE_PX,
  tools,
}: MapPaneProps) {
  const container = useRef<HTMLDivElement>(null);
  const map = useRef<ReplayMap>(null);
  const { phase, retry } = useReplayMap({ model, container, map, style_url, showManeuvers: showSegments });
  const { note } = useSnapshot(model.state);
  useEffect(() => {
    if (phase !== "ready") return;
    const insets = covered_px > 0 ? { top: top_px, right: 0, bottom: covered_px, left: 0 } : WIDE_INSETS;
    map.current?.setInsets(insets, covered_px, true);
  }, [covered_px, top_px, phase]);
  return (
    <section
      className={styles.pane}
      aria-label="Session on the map"
      style={{ "--covered": `${covered_px}px`, "--over": `${top_px - TITLE_PX}px` } as React.CSSProperties}
    >
      <div ref={container} className={styles.map} />
      <PhaseNotice phase={phase} onRetry={retry} />
      <div className={styles.head}>
        <ModeOverlay model={model} showManeuvers={showSegments} />
        {tools}
        {isParted(model.data.report) && <PartsPlate model={model} />}
      </div>
      <StarBanner model={model} />
      {showWind &&
        (isWindOpen(model) ? <WindPreview model={model} choice={windChoice} /> : <WindOverlay model={model} />)}
      <div className={styles.foot}>
        <Legend model={model} showManeuvers={showSegments} />
        <ScaleMark model={model} />
      </div>
      <ZoomOverlay map={map} />
      {(note || !style_url) && (
        <small className={styles.credit} data-over-map>
          {note && <span>{note}</span>}
          {!style_url && <span>Coast © OpenStreetMap contributors</span>}
        </small>
      )}
    </section>
  );
}

/** What stands in the place of a map that is not drawn. */
function PhaseNotice({ phase, onRetry }: { phase: MapPhase; onRetry: () => void }) {
  return (
    <>
      {phase === "loading" && <div className={styles.bar} role="progressbar" aria-label="Loading the map" />}
      {phase === "unloaded" && (
        <div className={styles.failed} role="alert">
          <p>
            The map could not be loaded. The chart and the lists work without it. Check your connection and try again.
          </p>
          <Button onClick={onRetry}>Try again</Button>
        </div>
      )}
      {phase === "failed" && (
        <p className={styles.failed} role="alert">
          The map could not be drawn: this browser offers no WebGL. The chart and the lists work without it.
        </p>
      )}
    </>
  );
}
