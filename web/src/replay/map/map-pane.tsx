import { MILES_PER_M } from "@leebow/core/units";
import { Maximize, Minus, Plus } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { setDial, WindDial } from "../../chart/wind-dial";
import { inUnit, unitName } from "../../format/units";
import type { ReplayMap } from "../../map/replay-map";
import { isParted } from "../../playback/rows";
import type { WindChoice } from "../../session/correction-source";
import type { ReplayModel } from "../../session/replay-model";
import { turnCounts, type WindText, windAt, windRow, windText, windTrack } from "../../session/wind-now";
import { Button, IconButton } from "../../ui/button";
import { classes } from "../../ui/classes";
import { lazyQuiet } from "../../ui/lazy-component";
import { StarBanner } from "../stars/star-controls";
import mapOverlay from "./map-overlay.module.css";
import styles from "./map-pane.module.css";
import { ModeOverlay } from "./mode-overlay";
import { type MapPhase, useReplayMap } from "./use-replay-map";

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

const Legend = lazyQuiet(() => import("./legend-overlay").then((part) => part.LegendOverlay));
const PartsPlate = lazyQuiet(() => import("../parts/parts-plate").then((part) => part.PartsPlate));
const WindPreview = lazyQuiet(() => import("./wind-preview").then((part) => part.WindPreview));

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

/** Of the dial before its first frame. */
const ANY_WIND = [{ twd_deg: 0, sd_deg: 0 }];

/** The wind at the current time, with its uncertainty and source. */
function WindOverlay({ model }: { model: ReplayModel }) {
  const dial = useRef<SVGSVGElement>(null);
  const { focus } = useSnapshot(model.state);
  const [track, counts] = useMemo(() => [windTrack(model, focus), turnCounts(model, focus)], [model, focus]);
  const [words, setWords] = useState<WindText>(() => windText(track, windAt(track, 0), counts));
  useEffect(() => {
    const { playback } = model;
    let shown: [row: number, bearing_deg: number] = [NaN, NaN];
    return playback.loop.subscribe("overlay", () => {
      const row = track ? windRow(track, playback.time_ms) : -1;
      const { bearing_deg } = model.camera;
      if (row === shown[0] && bearing_deg === shown[1]) return;
      shown = [row, bearing_deg];
      const wind = windAt(track, row);
      setDial(dial.current!, wind, bearing_deg);
      const next = windText(track, wind, counts);
      setWords((before) => (`${before.figure}${before.lines}` === `${next.figure}${next.lines}` ? before : next));
    });
  }, [model, track, counts]);
  return (
    <div
      className={mapOverlay.wind}
      data-over-map
      role="img"
      aria-label={`Wind: ${[words.figure, ...words.lines].filter(Boolean).join(", ")}`}
    >
      <div className={classes(mapOverlay.words, words.figure === null && mapOverlay.unsure)}>
        {words.figure && <b>{words.figure}</b>}
        {words.lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </div>
      <div className={mapOverlay.dial}>
        <WindDial svg={dial} winds={ANY_WIND} />
      </div>
    </div>
  );
}

function ZoomOverlay({ map }: { map: RefObject<ReplayMap | null> }) {
  return (
    <div className={classes("plate", mapOverlay.zoom)} data-over-map>
      <IconButton icon={Plus} label="Zoom in" onClick={() => map.current?.zoom(1)} />
      <IconButton icon={Minus} label="Zoom out" onClick={() => map.current?.zoom(-1)} />
      <IconButton icon={Maximize} label="Show the whole session" onClick={() => map.current?.fit()} />
    </div>
  );
}

/** The scale bar, drawn with the map in the frame loop. */
function ScaleMark({ model }: { model: ReplayModel }) {
  const bar = useRef<HTMLDivElement>(null);
  const length = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let shown = 0;
    return model.playback.loop.subscribe("overlay", () => {
      const { px_per_metre } = model.camera;
      if (px_per_metre === shown || !bar.current || !length.current) return;
      shown = px_per_metre;
      const { text, px } = scaleBar(px_per_metre);
      bar.current.hidden = false;
      bar.current.style.width = `${px}px`;
      length.current.textContent = text;
    });
  }, [model]);
  return (
    <div className={mapOverlay.scale} data-over-map hidden ref={bar}>
      <span>
        <span>0</span>
        <span ref={length} />
      </span>
      <div />
    </div>
  );
}

const WIDEST_PX = 110;

/** The longest round length that fits, as text and in px; from one long unit on in that unit. */
export function scaleBar(px_per_metre: number): { text: string; px: number } {
  const most_m = WIDEST_PX / px_per_metre;
  const most_long = inUnit(most_m * MILES_PER_M, "mi");
  const [standard, most] = most_long >= 1 ? ["mi", most_long] : ["m", inUnit(most_m, "m")];
  const ten = 10 ** Math.floor(Math.log10(most));
  const length = [5, 2, 1].map((k) => k * ten).find((one) => one <= most) ?? ten;
  return { text: `${length} ${unitName(standard)}`, px: (WIDEST_PX * length) / most };
}
