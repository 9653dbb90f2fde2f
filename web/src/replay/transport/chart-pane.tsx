import { Undo2 } from "lucide-react";
import { useEffect, useMemo } from "react";
import { useSnapshot } from "valtio";
import { TimeChart } from "../../chart/time-chart";
import { correct } from "../../corrections/correct";
import type { Metric } from "../../playback/metric";
import { isParted } from "../../playback/rows";
import type { CorrectionSource } from "../../session/correction-source";
import { shownManeuvers } from "../../session/names-in-wind";
import { partCorrection } from "../../session/parts";
import type { ReplayModel } from "../../session/replay-model";
import { moveEnd, openStar, sectionOf } from "../../session/star-state";
import { backTo, zoomBack, zoomTo } from "../../session/zoom";
import { Button, IconButton } from "../../ui/button";
import { lazyPanel } from "../../ui/lazy-component";
import { Select } from "../../ui/select";
import { DeleteStar } from "../stars/star-controls";
import styles from "./chart-pane.module.css";

const DRAFT_HINTS = {
  star: "The yellow window is the section of the new star.",
  maneuver: "The yellow window is the maneuver. Drag its handles.",
  wind: "The yellow window is the part with this wind. Drag its handles.",
  part: "The yellow window is the part. Drag its edges.",
};

function hint(isStar: boolean, isDraft: boolean, { data, race, stars }: ReplayModel): string {
  if (isStar) return "Only this section plays. The arrow goes back to the whole track.";
  if (isDraft) return DRAFT_HINTS[stars.draft_of];
  if (isParted(data.report)) return "Hatched: left out. Press a part to choose it, drag its edge to move it.";
  const of = race && race.boats.length > 1 ? ` of ${data.name}` : "";
  const straights = data.report.wind
    ? `straights${of}, by tack`
    : "straights. Their tack is open until the wind is known";
  return `Drag to zoom in. Shaded: ${straights}.`;
}

const PartBand = lazyPanel(() => import("../parts/part-band").then((part) => part.PartBand), { quiet: true });
const PartsLine = lazyPanel(() => import("../parts/parts-plate").then((part) => part.PartsPlate), { quiet: true });
const BoatLines = lazyPanel(() => import("../boats/boat-lines").then((part) => part.BoatLines), { quiet: true });

/** Chart of one metric over time. The Data panel has the same data as numbers. */
export function ChartPane({ model, corrections }: { model: ReplayModel; corrections?: CorrectionSource | undefined }) {
  const { chart_metric, focus, zoom_depth } = useSnapshot(model.state);
  const { opened, draft } = useSnapshot(model.stars);
  useOpenedStar(model);
  const metrics = model.metrics.map(({ id, name, display_unit }) => ({
    value: id,
    label: id.startsWith("target_") ? name : `${id.toUpperCase().replace("_", " ")}, ${display_unit}`,
  }));
  const metric = model.metric(chart_metric);
  const hasBand = isParted(model.boats[focus]!.report);
  const leaveOut = async (source: CorrectionSource) =>
    (await correct(source, partCorrection("leave_out", model.state.range), model.zone)) && zoomBack(model);
  return (
    <section className={styles.pane} aria-label={`Chart of ${(metric?.name ?? "No data").toLowerCase()} over time`}>
      <div className={styles.head}>
        <Select
          bare
          label="Metric of the chart"
          className={styles.metric}
          choices={metrics}
          value={chart_metric}
          onChange={(next) => (model.state.chart_metric = next)}
        />
        <IconButton icon={Undo2} label="One zoom back" disabled={zoom_depth === 0} onClick={() => zoomBack(model)} />
        {zoom_depth > 0 && model.race === null && corrections?.edit && (
          <Button busy={corrections.busy} onClick={() => void leaveOut(corrections)}>
            Leave out
          </Button>
        )}
        {opened?.can.delete && <DeleteStar model={model} />}
        <span className={styles.hint}>{hint(opened !== null, draft !== null, model)}</span>
        {model.race && <BoatLines model={model} />}
      </div>
      {hasBand && <PartBand model={model} corrections={corrections} />}
      <div className={styles.chart}>{metric && <MetricChart model={model} metric={metric} />}</div>
      {hasBand && <PartsLine model={model} isLine />}
    </section>
  );
}

function MetricChart({ model, metric }: { model: ReplayModel; metric: Metric }) {
  const { playback, stars, zone } = model;
  const { chosen, cover, filter, picked, focus, range } = useSnapshot(model.state);
  const { draft, marks } = useSnapshot(stars);
  const visible = useMemo(
    () => shownManeuvers(model.boats[focus]!.report.maneuvers, { filter, picked }),
    [model, focus, filter, picked],
  );
  const starts = useMemo(() => marks.map((star) => sectionOf(star).from_ms), [marks]);
  return (
    <TimeChart
      playback={playback}
      metric={metric}
      scale={model.axis(metric)}
      range={range}
      zone={zone}
      focus={focus}
      chosen={chosen}
      visible={visible}
      cover={cover}
      draft={draft}
      stars={starts}
      onZoom={(zoomed) => zoomTo(model, zoomed)}
      onManeuver={(index) => model.choose(index)}
      onSectionEnd={(end, at_ms) => {
        if (stars.draft) stars.draft = moveEnd(stars.draft, end, at_ms, playback.clock.whole);
      }}
      onStar={(index) => openStar(stars, stars.marks[index] ?? null)}
    />
  );
}

/** An opened star is a zoom of its own, which ends with it. */
function useOpenedStar(model: ReplayModel): void {
  const opened_id = useSnapshot(model.stars).opened?.id ?? null;
  useEffect(() => {
    const star = model.stars.opened;
    if (opened_id === null || !star) return;
    const before = model.zoom.depth;
    const section = sectionOf(star);
    model.stars.level = before + 1;
    zoomTo(model, section);
    model.playback.seek(section.from_ms);
    return () => {
      model.stars.level = 0;
      backTo(model, before);
    };
  }, [model, opened_id]);
}
