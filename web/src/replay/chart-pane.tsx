import { Undo2 } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { TimeChart } from "../chart/time-chart";
import { IconButton } from "../components/button";
import { latePanel } from "../components/late";
import { Select } from "../components/select";
import styles from "./chart-pane.module.css";
import type { ReplayModel } from "./replay-model";
import { shownManeuvers } from "./shown-maneuvers";
import { closeAbove, starEvents, useStarChart } from "./star-chart";
import { DeleteStar } from "./star-controls";

const DRAFT_HINTS = {
  star: "The yellow window is the section of the new star.",
  maneuver: "The yellow window is the maneuver. Drag its handles.",
  wind: "The yellow window is the part with this wind. Drag its handles.",
};

function hint(isStar: boolean, isDraft: boolean, { data, race, stars }: ReplayModel): string {
  if (isStar) return "Only this section plays. The arrow goes back to the whole track.";
  if (isDraft) return DRAFT_HINTS[stars.draft_of];
  const of = race && race.boats.length > 1 ? ` of ${data.name}` : "";
  const straights = data.report.wind
    ? `straights${of}, by tack`
    : "straights. Their tack is open until the wind is known";
  return `Drag to zoom in. Shaded: ${straights}.`;
}

const BoatLines = latePanel(() => import("./boat-lines").then((part) => part.BoatLines), { quiet: true });

/** Chart of one metric over time. The Data panel has the same data as numbers. */
export function ChartPane({ model, chart }: { model: ReplayModel; chart: RefObject<TimeChart | null> }) {
  const holder = useRef<HTMLDivElement>(null);
  const { chart_metric, chosen, cover, filter, focus, zoom_depth } = useSnapshot(model.state);
  useEffect(() => {
    const made = new TimeChart(holder.current!, model.playback, model.zone, {
      onManeuver: (index) => model.choose(index),
      onZoom: (depth, range) => {
        Object.assign(model.state, { zoom_depth: depth, range: { ...range } });
        // A zoomed range plays alone: playback pauses at its end and returns to its start.
        model.playback.setSection(depth > 0 ? { ...range } : null);
        closeAbove(model, depth);
      },
      ...starEvents(model),
    });
    chart.current = made;
    return () => made.destroy();
  }, [model, chart]);
  useEffect(() => {
    const metric = model.metric(chart_metric);
    if (metric) chart.current?.setMetric(metric, model.axis(metric));
  }, [model, chart, chart_metric]);
  useEffect(
    () => chart.current?.setFocus(focus, chosen, shownManeuvers(model.boats[focus]!.report.maneuvers, filter)),
    [model, chart, focus, chosen, filter],
  );
  useStarChart(model, chart);
  const { opened, draft } = useSnapshot(model.stars);
  useEffect(() => chart.current?.setCover(cover), [chart, cover]);
  const metrics = model.metrics.map(({ id, display_unit }) => ({
    value: id,
    label: `${id.toUpperCase().replace("_", " ")}, ${display_unit}`,
  }));
  const name = model.metric(chart_metric)?.name ?? "No data";
  return (
    <section className={styles.pane} aria-label={`Chart of ${name.toLowerCase()} over time`}>
      <div className={styles.head}>
        <Select
          bare
          label="Metric of the chart"
          className={styles.metric}
          choices={metrics}
          value={chart_metric}
          onChange={(next) => (model.state.chart_metric = next)}
        />
        <IconButton
          icon={Undo2}
          label="One zoom back"
          disabled={zoom_depth === 0}
          onClick={() => chart.current?.back()}
        />
        {opened?.can.delete && <DeleteStar model={model} />}
        <span className={styles.hint}>{hint(opened !== null, draft !== null, model)}</span>
        {model.race && <BoatLines model={model} />}
      </div>
      <div ref={holder} className={styles.chart} />
    </section>
  );
}
