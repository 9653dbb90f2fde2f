import { ArrowLeft } from "lucide-react";
import { type ComponentType, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { useSnapshot } from "valtio";
import { useNarrow } from "../look/use-media";
import { nextTask } from "../playback/next-task";
import type { ReplayData } from "../playback/rows";
import type { WindChoice } from "../session/correction-source";
import { type RaceData, ReplayModel } from "../session/replay-model";
import type { ReplayTarget } from "../session/replay-target";
import { resumed, showReplay } from "../session/resume";
import { classes } from "../ui/classes";
import { Icon } from "../ui/icon";
import { lazyQuiet } from "../ui/lazy-component";
import { loadMapParts, MapPane, TITLE_PX } from "./map/map-pane";
import { loadModeParts } from "./map/mode-overlay";
import { type ExtraTab, loadPanels, Panel, type PanelSources } from "./panel";
import styles from "./replay-view.module.css";
import { StarButton } from "./stars/star-controls";
import { useReplayKeys } from "./transport/keys";
import { ChartPane, KeysButton, loadKeys, Transport } from "./transport/transport";

interface ReplayViewProps extends PanelSources {
  data: ReplayData | RaceData;
  /** What a single recording is compared with. */
  target?: ReplayTarget | null;
  showWind: boolean;
  /** Maneuvers and straights. */
  showSegments: boolean;
  style_url: string | null;
  /** An additional tab of the page. */
  extra?: ExtraTab;
  /** Choice of the wind, above the tabs where it is a question; null for a viewer who may not change it. */
  windChoice: WindChoice | null;
  /** Content of the tab Data, by default that of one recording. */
  dataPanel?: ComponentType<{ model: ReplayModel }>;
  /** Notices above the tabs. */
  notice?: ReactNode;
  /** Content above the panel; on a phone above the map. */
  above?: ComponentType<{ model: ReplayModel }>;
  /** Actions beside the playback controls; on a phone in the title. */
  actions?: ComponentType<{ model: ReplayModel }>;
  /** Controls beside the data mode on the map. */
  tools?: ComponentType<{ model: ReplayModel }>;
  /** Content between map and transport. */
  facts?: ReactNode;
  /** Content below the lists. */
  foot?: ReactNode;
  /** Called with each new model, before the map is drawn: applies what the address selects. */
  onModel?: (model: ReplayModel) => (() => void) | undefined;
  /** On a phone: title, subtitle and back link above the map. Without it the parts are below each other. */
  header?: { title: string; line: string; back: string };
}

/** The replay of a session: map, transport, chart and panel. Independent of the source of the data. */
export function ReplayView(props: ReplayViewProps) {
  const { data, target = null, header, onModel } = props;
  const model = useMemo(() => resumed(new ReplayModel(data, target)), [data, target]);
  useEffect(() => exposeTimings(model), [model]);
  useEffect(() => showReplay(model), [model]);
  useEffect(() => onModel?.(model), [model, onModel]);
  useReplayKeys(model);
  const isNarrow = useNarrow();
  return isNarrow && header ? (
    <PhoneLayout {...props} header={header} model={model} />
  ) : (
    <WideLayout {...props} model={model} />
  );
}

const PanelEdge = lazyQuiet(() => import("./panel-edge").then((part) => part.PanelEdge));

/** Loads what the replay of a local file shows; afterwards it needs no network. */
export const loadReplayParts = () =>
  Promise.all([PanelEdge.load(), loadMapParts(), loadModeParts(), loadKeys(), loadPanels()]);

interface Parts extends ReplayViewProps {
  model: ReplayModel;
}

function WideLayout(props: Parts) {
  const { model, tools: Tools, actions: Actions, above: Above, extra, facts, header, stars, corrections } = props;
  // The map comes first.
  const drawn = useInTurn(2);
  return (
    <div className={classes(styles.wide, !header && styles.page, extra && !extra.last && styles.extraFirst)}>
      <MapPane
        {...props}
        covered_px={0}
        tools={
          <>
            {header && <Back to={header.back} className={styles.backOverMap} />}
            {Tools && <Tools model={model} />}
          </>
        }
      />
      {facts}
      <Transport model={model}>
        {Actions && <Actions model={model} />}
        {stars?.mayCreate && <StarButton model={model} />}
        <KeysButton isRace={model.race !== null} />
      </Transport>
      {drawn > 0 ? <ChartPane model={model} corrections={corrections} /> : <section />}
      <aside className={styles.side} aria-label="Figures and lists">
        {header && <PanelEdge model={model} />}
        {drawn > 1 && (
          <>
            {Above && <Above model={model} />}
            <Panel {...props} />
          </>
        )}
      </aside>
    </div>
  );
}

function PhoneLayout(props: Parts & { header: NonNullable<ReplayViewProps["header"]> }) {
  const { model, tools: Tools, actions: Actions, above: Above, foot, header, stars, corrections } = props;
  const drawn = useInTurn(2);
  const [rest, setRest] = useRest(model);
  const [above, above_px] = useHeight();
  const covered = rest === "full" ? restHeight("middle", innerHeight) : restHeight(rest, innerHeight);
  return (
    <div className={styles.phone}>
      <MapPane {...props} covered_px={covered} top_px={TITLE_PX + above_px} tools={Tools && <Tools model={model} />} />
      <PhoneTitle {...header}>{Actions && <Actions model={model} />}</PhoneTitle>
      <div ref={above} className={styles.above}>
        {Above && <Above model={model} />}
      </div>
      <Sheet rest={rest} onRest={setRest}>
        <Transport model={model}>{stars?.mayCreate && <StarButton model={model} />}</Transport>
        {drawn > 0 && <ChartPane model={model} corrections={corrections} />}
        {drawn > 1 && <Panel {...props} foot={rest === "full" && foot} />}
      </Sheet>
    </div>
  );
}

/** The height of the sheet: moved by the user, and by what needs the height of the sheet or of the map. */
function useRest(model: ReplayModel) {
  const [rest, setRest] = useState<Rest>("middle");
  const isSetting = useSnapshot(model.stars).draft !== null;
  const { video } = useSnapshot(model.state);
  useEffect(() => {
    // The form of a section needs the height of the sheet, its handles the chart.
    if (isSetting) setRest("full");
  }, [isSetting]);
  useEffect(() => {
    // A video leaves little of the map.
    if (video) setRest("low");
  }, [video]);
  return [rest, setRest] as const;
}

/** Title and caption are cut to the room beside the tools; pressed, they show their whole text. */
function PhoneTitle({ title, line, back, children }: NonNullable<ReplayViewProps["header"]> & { children: ReactNode }) {
  const [isWhole, setWhole] = useState(false);
  const cut = isWhole ? undefined : "truncate";
  return (
    <div className={styles.top}>
      <Back to={back} />
      <button
        type="button"
        className={classes(styles.who, isWhole && styles.whole)}
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
      >
        <b className={cut}>{title}</b>
        <span className={cut}>{line}</span>
      </button>
      {children}
    </div>
  );
}

/** The way out of a replay that covers the header. */
function Back({ to, className }: { to: string; className?: string | undefined }) {
  return (
    <Link to={to} className={classes(styles.back, className)} aria-label="Back" data-over-map>
      <Icon of={ArrowLeft} size={20} />
    </Link>
  );
}

/** Height of an element, px; 0 without it. */
function useHeight(): [(element: HTMLElement | null) => void, number] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [height, setHeight] = useState(0);
  useEffect(() => {
    if (!element) return;
    const watcher = new ResizeObserver(() => setHeight(element.offsetHeight));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [element]);
  return [setElement, height];
}

declare global {
  interface Window {
    /** The mounted replay, for measurements and flows: JavaScript time of its latest frames, ms. */
    leebow_replay?: {
      frame_ms: () => number[];
      clearTimings: () => void;
      points: number;
      /** Where the focus boat is drawn, px from the top left corner of the map; null without a map. */
      boat: () => { x: number; y: number } | null;
    };
  }
}

function exposeTimings(model: ReplayModel): () => void {
  const { playback, boats } = model;
  window.leebow_replay = {
    frame_ms: () => [...playback.loop.frame_ms()],
    clearTimings: () => playback.loop.clearTimings(),
    points: boats.reduce((sum, { columns }) => sum + columns.n, 0),
    boat: () => model.map?.boatPixel() ?? null,
  };
  return () => {
    playback.dispose();
    delete window.leebow_replay;
  };
}

/** Heights of the bottom sheet on a phone: transport and chart; part of the lists; everything. */
const LOW_PX = 204;
const MIDDLE_PX = 416;
const TOP_GAP_PX = 60;
/** A pointer movement shorter than this is a tap, px. *guess* */
const MAX_TAP_PX = 6;

type Rest = "low" | "middle" | "full";

export function restHeight(rest: Rest, screen_px: number): number {
  const full = screen_px - TOP_GAP_PX;
  return Math.min(full, { low: LOW_PX, middle: MIDDLE_PX, full }[rest]);
}

/** The named height nearest to a height in px. */
export function nearestRest(height_px: number, screen_px: number): Rest {
  const rests: Rest[] = ["low", "middle", "full"];
  const distance = (rest: Rest) => Math.abs(restHeight(rest, screen_px) - height_px);
  return rests.reduce((best, rest) => (distance(rest) < distance(best) ? rest : best));
}

const NEXT: Record<Rest, Rest> = { low: "middle", middle: "full", full: "low" };

/** A bottom sheet with three heights, changed by dragging or pressing its handle, also by keyboard and screen reader. */
function Sheet({ rest, onRest, children }: { rest: Rest; onRest: (rest: Rest) => void; children: ReactNode }) {
  const [dragged_px, setDragged] = useState<number | null>(null);
  const start = useRef({ y: 0, height: 0 });
  const isHandled = useRef(false);
  const screen_px = useScreenHeight();
  const height = dragged_px ?? restHeight(rest, screen_px);
  const end = (y: number) => {
    const moved = start.current.y - y;
    isHandled.current = true;
    setDragged(null);
    onRest(Math.abs(moved) < MAX_TAP_PX ? NEXT[rest] : nearestRest(start.current.height + moved, screen_px));
  };
  return (
    <div className={styles.sheet} data-dragged={dragged_px !== null || undefined} style={{ height }}>
      <button
        type="button"
        className={styles.grab}
        aria-label={rest === "full" ? "Lower the sheet" : "Raise the sheet"}
        aria-expanded={rest !== "low"}
        onClick={() => {
          // Keys and screen readers click without a pointer; the click after a drag or a tap changes nothing more.
          if (!isHandled.current) onRest(NEXT[rest]);
          isHandled.current = false;
        }}
        onPointerDown={(event) => {
          isHandled.current = false;
          start.current = { y: event.clientY, height };
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragged(height);
        }}
        onPointerMove={(event) =>
          dragged_px !== null && setDragged(Math.max(120, start.current.height + start.current.y - event.clientY))
        }
        onPointerUp={(event) => dragged_px !== null && end(event.clientY)}
        onPointerCancel={() => setDragged(null)}
      >
        <i />
      </button>
      {children}
    </div>
  );
}

function useScreenHeight(): number {
  const [height, setHeight] = useState(innerHeight);
  useEffect(() => {
    const resized = () => setHeight(innerHeight);
    addEventListener("resize", resized);
    return () => removeEventListener("resize", resized);
  }, []);
  return height;
}

/** How many of a component's parts are drawn: none at first, then one more in each task, so that none takes long. */
function useInTurn(parts: number): number {
  const [drawn, setDrawn] = useState(0);
  useEffect(() => {
    if (drawn >= parts) return;
    let isGone = false;
    void nextTask().then(() => !isGone && setDrawn(drawn + 1));
    return () => {
      isGone = true;
    };
  }, [drawn, parts]);
  return drawn;
}
