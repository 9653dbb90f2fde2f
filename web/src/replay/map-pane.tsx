import { markLetter } from "@leebow/core";
import { type RefObject, useEffect, useRef, useState } from "react";
import { subscribe, useSnapshot } from "valtio";
import { latePanel } from "../components/late-panel";
import type { ReplayMap } from "../map/replay-map";
import { kindInWind } from "../wind/names-in-wind";
import { LegendOverlay } from "./legend-overlay";
import styles from "./map-pane.module.css";
import { ModeOverlay } from "./mode-overlay";
import { pathLook } from "./path-look";
import type { ReplayModel } from "./replay-model";
import { shownManeuvers } from "./shown-maneuvers";
import { StarBanner } from "./star-controls";
import { followStars, glowingRanges } from "./star-map";
import { openStar } from "./star-state";
import { WindOverlay } from "./wind-overlay";
import { ScaleMark, ZoomOverlay } from "./zoom-overlay";

interface MapPaneProps {
  model: ReplayModel;
  showWind: boolean;
  showSegments: boolean;
  style_url: string | null;
  /** Height of the bottom sheet over the map, px. */
  covered_px: number;
}

/** Margins of the map that overlays cover, px. */
const WIDE_INSETS = { top: 40, right: 28, bottom: 68, left: 0 };

type Phase = "loading" | "ready" | "failed";

/** The map with its overlays. */
export function MapPane({ model, showWind, showSegments, style_url, covered_px }: MapPaneProps) {
  const container = useRef<HTMLDivElement>(null);
  const map = useRef<ReplayMap>(null);
  const phase = useReplayMap(model, container, map, style_url, showSegments);
  const { note } = useSnapshot(model.state);
  useEffect(() => {
    map.current?.setInsets(
      covered_px > 0 ? { top: 56, right: 0, bottom: covered_px, left: 0 } : WIDE_INSETS,
      covered_px,
      true,
    );
  }, [covered_px, phase]);
  return (
    <section
      className={styles.pane}
      aria-label="Session on the map"
      style={{ "--covered": `${covered_px}px` } as React.CSSProperties}
    >
      <div ref={container} className={styles.map} />
      {phase === "loading" && <div className={styles.bar} role="progressbar" aria-label="Loading the map" />}
      {phase === "failed" && (
        <p className={styles.failed} role="alert">
          The map could not be drawn: this browser offers no WebGL. The chart and the lists work without it.
        </p>
      )}
      <ModeOverlay model={model} />
      <StarBanner model={model} />
      {showWind && (isWindOpen(model) ? <WindPreview model={model} /> : <WindOverlay model={model} />)}
      <div className={styles.foot}>
        <LegendOverlay model={model} />
        <ScaleMark state={model.state} />
        {note && <p className={styles.note}>{note}</p>}
      </div>
      <ZoomOverlay map={map} />
      {!style_url && <small className={styles.credit}>Coast © OpenStreetMap contributors</small>}
    </section>
  );
}

/** Creates the map when its container is mounted, and updates it with every change of state. */
function useReplayMap(
  model: ReplayModel,
  container: RefObject<HTMLDivElement | null>,
  map: RefObject<ReplayMap | null>,
  style_url: string | null,
  showSegments: boolean,
): Phase {
  const [phase, setPhase] = useState<Phase>("loading");
  useEffect(() => {
    const { state } = model;
    let isGone = false;
    let stop = () => {};
    const begin = async () => {
      const { ReplayMap } = await import("../map/replay-map");
      if (isGone || !container.current) return;
      const made = new ReplayMap(
        container.current,
        model.playback,
        {
          onNote: (note) => {
            state.note = note;
          },
          onScale: (px) => {
            state.px_per_metre = px;
          },
          onManeuver: (index) => model.choose(index),
          onBoat: (index) => model.focusOn(index),
          onStar: (index) => openStar(model.stars, model.stars.marks[index] ?? null),
        },
        style_url,
      );
      map.current = made;
      await made.start();
      if (isGone) return;
      setPhase("ready");
      const stops = [followState(model, made, showSegments), followStars(model, made), followPreview(model, made)];
      stop = () => {
        for (const end of stops) end();
      };
    };
    begin().catch((cause: unknown) => {
      console.error(cause);
      if (!isGone) setPhase("failed");
    });
    return () => {
      isGone = true;
      stop();
      map.current?.destroy();
      map.current = null;
    };
  }, [model, container, map, style_url, showSegments]);
  return phase;
}

/** The names of the turns in a wind that is being considered. */
function followPreview(model: ReplayModel, map: ReplayMap): () => void {
  const apply = () => {
    const { twd_deg } = model.preview;
    const { maneuvers } = model.data.report;
    map.set({
      letters:
        twd_deg === null
          ? null
          : maneuvers.map((one) => markLetter(one.kind === "turn" ? kindInWind(one, twd_deg) : one.kind)),
    });
  };
  return subscribe(model.preview, apply);
}

const isWindOpen = ({ race, data: { report } }: ReplayModel): boolean =>
  race === null && report.wind === null && report.wind_candidates.length > 0;

const WindPreview = latePanel(() => import("../wind/wind-preview").then((part) => part.WindPreview), { quiet: true });

function followState(model: ReplayModel, map: ReplayMap, showManeuvers: boolean): () => void {
  const { state } = model;
  let [shown, chosen] = ["", -1];
  const apply = () => {
    // The colours are those of a mode and of a boat.
    const look = `${state.mode} ${state.focus}`;
    map.set({
      fullTail: state.fullTail,
      glowing: glowingRanges(model),
      chosen: state.chosen,
      showManeuvers,
      shown: shownManeuvers(model.data.report.maneuvers, state.filter),
      focus: state.focus,
      hidden: new Set(state.hidden),
      ...(look === shown ? {} : { path: pathLook(model, state.mode) }),
    });
    if (state.chosen !== chosen && state.chosen >= 0)
      map.revealAt(Date.parse(model.data.report.maneuvers[state.chosen]!.time));
    [shown, chosen] = [look, state.chosen];
  };
  apply();
  return subscribe(state, apply);
}
