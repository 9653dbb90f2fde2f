import { Undo2 } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { TimeChart } from "../chart/time-chart";
import { IconButton } from "../components/button";
import { Select } from "../components/select";
import styles from "./chart-pane.module.css";
import type { ReplayModel } from "./replay-model";

/** Chart of one metric over time. The Data panel has the same data as numbers. */
export function ChartPane({ model, chart }: { model: ReplayModel; chart: RefObject<TimeChart | null> }) {
  const holder = useRef<HTMLDivElement>(null);
  const { chart_metric, chosen, focus, zoom_depth } = useSnapshot(model.state);
  useEffect(() => {
    const made = new TimeChart(holder.current!, model.playback, model.zone, {
      onManeuver: (index) => model.choose(index),
      onZoom: (depth, range) => Object.assign(model.state, { zoom_depth: depth, range: { ...range } }),
    });
    chart.current = made;
    return () => made.destroy();
  }, [model, chart]);
  useEffect(() => {
    const metric = model.metric(chart_metric);
    if (metric) chart.current?.setMetric(metric, model.axis(metric));
  }, [model, chart, chart_metric]);
  useEffect(() => chart.current?.setFocus(focus, chosen), [chart, focus, chosen]);
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
        <span className={styles.hint}>Drag to zoom in. Shaded: straights, by tack.</span>
      </div>
      <div ref={holder} className={styles.chart} />
    </section>
  );
}
