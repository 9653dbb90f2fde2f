import { SEGMENT_KINDS } from "@leebow/core";
import { Keyboard, Pause, Play, StepBack, StepForward, Undo2 } from "lucide-react";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { subscribe, useSnapshot } from "valtio";
import { Overview } from "../../chart/overview";
import { TimeChart } from "../../chart/time-chart";
import { correct } from "../../corrections/correct";
import { clockSeconds, dayKey, shortDay, zoneName } from "../../format/times";
import { SPEEDS } from "../../playback/clock";
import type { Metric } from "../../playback/metric";
import { isParted, leftOutTimes } from "../../playback/rows";
import type { CorrectionSource } from "../../session/correction-source";
import { shownManeuvers } from "../../session/names-in-wind";
import { partCorrection } from "../../session/parts";
import type { ReplayModel } from "../../session/replay-model";
import { moveEnd, openStar, sectionOf } from "../../session/star-state";
import { backTo, zoomBack, zoomTo } from "../../session/zoom";
import { Button, IconButton } from "../../ui/button";
import { classes } from "../../ui/classes";
import { Icon } from "../../ui/icon";
import { lazyClosable, lazyQuiet } from "../../ui/lazy-component";
import { Select } from "../../ui/select";
import { DeleteStar } from "../stars/star-controls";
import { WRITING } from "./keys";
import styles from "./transport.module.css";

/** Playback controls: play, steps between maneuvers, speed, the time in the track's zone, overview of the session. */
export function Transport({ model, children }: { model: ReplayModel; children?: React.ReactNode }) {
  const { playback } = model;
  const { playing } = useSnapshot(playback.readout);
  return (
    <section className={styles.transport} aria-label="Playback">
      <StepButton model={model} by={-1} />
      <button
        type="button"
        className={styles.play}
        aria-label={playing ? "Pause" : "Play"}
        onClick={() => playback.toggle()}
      >
        <Icon of={playing ? Pause : Play} size={20} />
      </button>
      <StepButton model={model} by={1} />
      <SpeedButton model={model} />
      <TimeNow model={model} />
      <Strip model={model} />
      {children}
    </section>
  );
}

/** To the next maneuver or the previous one, which its tooltip names: "Next: tack at 13:43:40 (.)". */
function StepButton({ model, by }: { model: ReplayModel; by: 1 | -1 }) {
  const { focus } = useSnapshot(model.state);
  const { maneuvers } = model.boats[focus]!.report;
  // Drawn anew when the maneuver is another, not with every change of the time.
  const beside = useSyncExternalStore(
    (changed) => subscribe(model.playback.readout, changed),
    () => model.neighbour(by),
  );
  const maneuver = maneuvers[beside];
  const [word, key] = by > 0 ? ["Next", "."] : ["Previous", ","];
  const tip = maneuver
    ? `${word}: ${SEGMENT_KINDS[maneuver.kind].name.toLowerCase()} at ${clockSeconds(maneuver.time, model.zone)} (${key})`
    : `No ${word.toLowerCase()} maneuver`;
  return (
    <IconButton
      icon={by > 0 ? StepForward : StepBack}
      label={`${word} maneuver`}
      tip={tip}
      disabled={maneuvers.length === 0}
      onClick={() => model.step(by)}
    />
  );
}

function SpeedButton({ model: { playback } }: { model: ReplayModel }) {
  const { speed } = useSnapshot(playback.readout);
  return (
    <button
      type="button"
      className={styles.speed}
      aria-label={`Speed ${speed} times. Change`}
      onClick={() => playback.stepSpeed()}
    >
      <b>{speed}×</b>
      <span className={styles.dots} aria-hidden="true">
        {SPEEDS.map((one) => (
          <i key={one} className={one <= speed ? styles.on : ""} />
        ))}
      </span>
    </button>
  );
}

function TimeNow({ model: { playback, zone } }: { model: ReplayModel }) {
  const { time_ms } = useSnapshot(playback.readout);
  const { from_ms, to_ms } = playback.clock.whole;
  const isOneDay = dayKey(from_ms, zone) === dayKey(to_ms, zone);
  return (
    <div className={styles.clock}>
      <b>{clockSeconds(time_ms, zone)}</b>
      <span>
        <span className={isOneDay ? "only-wide" : ""}>{shortDay(time_ms, zone)}, </span>
        {zoneName(zone)}
      </span>
    </div>
  );
}

function Strip({ model: { playback, boats, state, zone } }: { model: ReplayModel }) {
  const { cover, focus, range } = useSnapshot(state);
  const { report } = boats[focus]!;
  const leftOut = useMemo(() => leftOutTimes(report), [report]);
  return (
    <Overview
      playback={playback}
      straights={report.straights}
      leftOut={leftOut}
      zone={zone}
      range={range}
      cover={cover}
      className={classes("only-wide", styles.strip)}
    />
  );
}

const KeysDialog = lazyClosable(() => import("./keys-dialog").then((part) => part.KeysDialog));

export const loadKeys = KeysDialog.load;

/** Opens the list of keyboard shortcuts; so does the key "?". */
export function KeysButton({ isRace }: { isRace: boolean }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === "?" && !(event.target as HTMLElement).closest(WRITING)) setOpen(true);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <IconButton icon={Keyboard} label="Keyboard shortcuts" onClick={() => setOpen(true)} />
      {isOpen && <KeysDialog isRace={isRace} onClose={() => setOpen(false)} />}
    </>
  );
}

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

const PartBand = lazyQuiet(() => import("../parts/part-band").then((part) => part.PartBand));
const PartsLine = lazyQuiet(() => import("../parts/parts-plate").then((part) => part.PartsPlate));
const BoatLines = lazyQuiet(() => import("../boats/boat-lines").then((part) => part.BoatLines));

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
          width={130}
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
        <span className={classes("only-wide", styles.hint)}>{hint(opened !== null, draft !== null, model)}</span>
        {model.race && <BoatLines model={model} />}
      </div>
      {hasBand && <PartBand model={model} corrections={corrections} />}
      <div className="rest">{metric && <MetricChart model={model} metric={metric} />}</div>
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
