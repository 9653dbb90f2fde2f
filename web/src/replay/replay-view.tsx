import { ArrowLeft } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { TimeChart } from "../chart/time-chart";
import { classes } from "../components/classes";
import { Icon } from "../components/icon";
import { ChartPane } from "./chart-pane";
import { useReplayKeys } from "./keys";
import { MapPane } from "./map-pane";
import { type ExtraTab, Panel } from "./panel";
import { type ReplayData, ReplayModel } from "./replay-model";
import styles from "./replay-view.module.css";
import { leave, resumed } from "./resume";
import { type Rest, restHeight, Sheet } from "./sheet";
import { Transport } from "./transport";
import { useNarrow } from "./use-narrow";

export interface ReplayViewProps {
  data: ReplayData;
  showWind: boolean;
  /** Maneuvers and straights. */
  showSegments: boolean;
  style_url: string | null;
  /** A page's own tab. */
  extra?: ExtraTab;
  /** Where the user gives the wind; shown above the tabs where the track tells none. */
  windHint?: ReactNode;
  /** Between map and transport. */
  facts?: ReactNode;
  /** Below the lists. */
  foot?: ReactNode;
  /** On the phone: who and when, above the map with the way back. Without it the parts stand under each other. */
  header?: { title: string; line: string; back: string };
}

/** A session on the map, in time, in figures. Knows nothing of where the data came from. */
export function ReplayView(props: ReplayViewProps) {
  const { data, header } = props;
  const model = useMemo(() => resumed(new ReplayModel(data)), [data]);
  const chart = useRef<TimeChart>(null);
  useEffect(() => exposeTimings(model), [model]);
  useEffect(() => leave(model), [model]);
  useReplayKeys(
    model,
    useCallback(() => chart.current?.back(), []),
  );
  const isNarrow = useNarrow();
  return isNarrow && header ? (
    <PhoneLayout {...props} header={header} model={model} chart={chart} />
  ) : (
    <WideLayout {...props} model={model} chart={chart} />
  );
}

interface Parts extends ReplayViewProps {
  model: ReplayModel;
  chart: React.RefObject<TimeChart | null>;
}

function WideLayout({ model, chart, showWind, showSegments, style_url, extra, windHint, facts, foot, header }: Parts) {
  return (
    <div className={classes(styles.wide, !header && styles.page, extra && !extra.last && styles.extraFirst)}>
      <MapPane model={model} showWind={showWind} showSegments={showSegments} style_url={style_url} covered_px={0} />
      {facts}
      <Transport model={model} />
      <ChartPane model={model} chart={chart} />
      <aside className={styles.side} aria-label="Figures and lists">
        <Panel model={model} showSegments={showSegments} extra={extra} windHint={windHint} foot={foot} />
      </aside>
    </div>
  );
}

function PhoneLayout({
  model,
  chart,
  showWind,
  showSegments,
  style_url,
  extra,
  windHint,
  foot,
  header,
}: Parts & { header: NonNullable<ReplayViewProps["header"]> }) {
  const [rest, setRest] = useState<Rest>("middle");
  const covered = rest === "full" ? restHeight("middle", innerHeight) : restHeight(rest, innerHeight);
  return (
    <div className={styles.phone}>
      <MapPane
        model={model}
        showWind={showWind}
        showSegments={showSegments}
        style_url={style_url}
        covered_px={covered}
      />
      <div className={styles.top}>
        <Link to={header.back} className={styles.back} aria-label="Back">
          <Icon of={ArrowLeft} size={20} />
        </Link>
        <div className={styles.who}>
          <b className="truncate">{header.title}</b>
          <span className="truncate">{header.line}</span>
        </div>
      </div>
      <Sheet rest={rest} onRest={setRest}>
        <Transport model={model} />
        <ChartPane model={model} chart={chart} />
        <Panel
          model={model}
          showSegments={showSegments}
          extra={extra}
          windHint={windHint}
          foot={rest === "full" && foot}
        />
      </Sheet>
    </div>
  );
}

declare global {
  interface Window {
    /** The replay on the screen, for measuring: JS ms of its latest frames. */
    leebow_replay?: { frame_ms: () => number[]; clearTimings: () => void; points: number };
  }
}

function exposeTimings({ playback, data }: ReplayModel): () => void {
  window.leebow_replay = {
    frame_ms: () => [...playback.loop.frame_ms()],
    clearTimings: () => playback.loop.clearTimings(),
    points: data.columns.n,
  };
  return () => {
    playback.dispose();
    delete window.leebow_replay;
  };
}
