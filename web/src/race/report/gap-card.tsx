import type { Passing, RaceBoat, RaceReport } from "@leebow/core";
import { useQuery } from "@tanstack/react-query";
import { area, scaleLinear } from "d3";
import { memo, useCallback, useMemo, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { TimeAxis, ValueAxis } from "../../chart/axes";
import { Chart, Drawing, type Frame, TableToggle } from "../../chart/frame";
import { type CanvasLine, LineCanvas } from "../../chart/line-canvas";
import { Playhead } from "../../chart/playhead";
import { type Scale, sliderOf, timeScale } from "../../chart/scales";
import { amount, countText, withUnit } from "../../format/numbers";
import { clockSeconds, minutesSeconds } from "../../format/times";
import { lengthWord, unitName } from "../../format/units";
import { PHONE, useMedia } from "../../look/use-media";
import { Card } from "../../ui/card";
import { Segments } from "../../ui/choices";
import { classes } from "../../ui/classes";
import { numberColumn } from "../../ui/data-table";
import { Async, Loading } from "../../ui/empty-state";
import { BoatTable } from "./boat-cell";
import type { ReportBoat } from "./boats";
import { boatColor } from "./boats";
import type { ReportClock } from "./clock";
import styles from "./gap-card.module.css";
import {
  bandOf,
  type Gap,
  type GapUnit,
  gapAt,
  gapOf,
  gapText,
  largestGap,
  lastKnown,
  lastMoment,
  legEnds,
  spread,
} from "./gaps";
import { waypointName } from "./legs";
import { gapOptions, type ReportSource } from "./queries";
import type { BoatsProps } from "./start-card";

interface GapCardProps extends BoatsProps {
  source: ReportSource;
  /** Number of the race among those of the day, from 0. */
  at: number;
  clock: ReportClock;
  zone: string | null;
}

const unitChoices = () => [
  { value: "s" as GapUnit, label: "Seconds" },
  { value: "m" as GapUnit, label: lengthWord() },
];

/** How far every boat was behind the leader, as a chart over the race or as a table at its marks. */
export function GapCard(props: GapCardProps) {
  const { race, boats, focus } = props;
  const [unit, setUnit] = useState<GapUnit>("s");
  const [isTable, setTable] = useState(false);
  const label = boats.get(focus)?.label ?? focus;
  return (
    <Card
      title="Behind the leader"
      help={
        race.legs.length > 0 && (
          <>
            <span className={styles.caption}>
              Shaded round {label}: the 90 % interval, because ahead and behind depend on the wind direction. At the
              marks it is small.
            </span>
            <TableToggle title="Behind the leader" isTable={isTable} onChange={setTable} />
            <Segments label="Unit" choices={unitChoices()} value={unit} onChange={setUnit} />
          </>
        )
      }
    >
      {race.legs.length === 0 ? <NoGaps race={race} /> : <Gaps {...props} unit={unit} isTable={isTable} />}
    </Card>
  );
}

function NoGaps({ race }: Pick<BoatsProps, "race">) {
  const reason = race.notes.find(({ code }) => code === "no_wind" || code === "wind_may_be_reversed")?.text;
  return <p className="secondary card-body">{reason ?? "Without legs it is not known who was ahead."}</p>;
}

function Gaps({ unit, isTable, ...props }: GapCardProps & { unit: GapUnit; isTable: boolean }) {
  const { source, at } = props;
  const query = useQuery(gapOptions(source));
  const { data } = query;
  const gaps = useMemo(() => (data ? (data[at] ?? []).map((one) => gapOf(one, unit)) : []), [data, at, unit]);
  return (
    <Async
      query={query}
      className="secondary card-body"
      loading={<Loading what="the gaps" heights={[250]} className="card-body" />}
    >
      {() => {
        if (isTable) return <GapTable {...props} gaps={gaps} unit={unit} />;
        if (gaps.length === 0) return <p className="secondary card-body">No gaps are known in this race.</p>;
        return <GapChart {...props} gaps={gaps} unit={unit} />;
      }}
    </Async>
  );
}

interface GapTableProps extends BoatsProps {
  gaps: readonly Gap[];
  unit: GapUnit;
}

interface Row {
  boat: ReportBoat;
  passings: readonly (Passing | null)[];
  gap: Gap | null;
}

/** The gaps at the end of each leg: in seconds from the times of passing, in metres as the chart has them. */
function GapTable({ race, boats, focus, onFocusBoat, gaps, unit }: GapTableProps) {
  const rows = useMemo(
    () =>
      race.boats.map(({ track, passings }) => ({
        boat: boats.get(track)!,
        passings,
        gap: gaps.find((one) => one.track === track) ?? null,
      })),
    [race, boats, gaps],
  );
  const columns = useMemo(
    () =>
      race.legs.map((_, leg) =>
        numberColumn<Row>(
          `leg ${leg}`,
          `At ${waypointName(race, leg)}, ${unit === "s" ? "min" : unitName("m")}`,
          (row) => behindAt(row, leg, unit),
          (behind) => behindCell(behind, unit),
        ),
      ),
    [race, unit],
  );
  return <BoatTable caption="Behind the leader at the marks" {...{ rows, columns, focus, onFocusBoat }} />;
}

function behindAt({ passings, gap }: Row, leg: number, unit: GapUnit): number | null {
  const passing = passings[leg];
  if (!passing) return null;
  if (unit === "s") return passing.behind_s;
  const { value } = gap ? gapAt(gap, Date.parse(passing.time)) : { value: Number.NaN };
  return Number.isNaN(value) ? null : value;
}

function behindCell(behind: number, unit: GapUnit) {
  if (behind <= 0) return <span className="quiet">first</span>;
  return unit === "s" ? `+${minutesSeconds(behind)}` : amount(behind, 0, "m");
}

interface GapChartProps extends BoatsProps {
  gaps: readonly Gap[];
  unit: GapUnit;
  clock: ReportClock;
  zone: string | null;
}

const HEIGHT = { wide: 320, phone: 300 };
const MARGIN = { top: 52, bottom: 26, left: 36 };
/** Room of the labels at the ends of the lines, px. */
const LABELS = { wide: 150, phone: 84 };
/** Steps of the arrow keys, ms. */
const STEP_MS = 1000;
const LONG_STEP_MS = 10_000;

/** Gaps over time: the leader above, a line for each boat, one playhead that pointer and arrow keys move. */
function GapChart(props: GapChartProps) {
  const { clock, zone, gaps, focus, unit, boats } = props;
  const isPhone = useMedia(PHONE);
  const { time_ms } = useSnapshot(clock.readout);
  const own = gaps.find(({ track }) => track === focus);
  const said = own ? `${boats.get(focus)?.label}: ${gapText(gapAt(own, time_ms), unit)}` : "";
  const slider = sliderOf({
    label: "Behind the leader, moment",
    from: clock.from_ms,
    to: clock.to_ms,
    at: time_ms,
    text: `${clockSeconds(time_ms, zone)}. ${said}`,
    step: STEP_MS,
    long: LONG_STEP_MS,
    page: 6 * LONG_STEP_MS,
    unit: 1000,
    onMove: (at_ms) => clock.seek(at_ms),
  });
  return (
    <>
      <Chart
        margin={{ ...MARGIN, right: isPhone ? LABELS.phone : LABELS.wide }}
        height={isPhone ? HEIGHT.phone : HEIGHT.wide}
        className={styles.chart}
        {...slider}
      >
        {(frame) => <Drawn {...props} frame={frame} isPhone={isPhone} />}
      </Chart>
      <p className={styles.readout}>
        <b>{clockSeconds(time_ms, zone)}</b>
        <span>{said}</span>
      </p>
    </>
  );
}

/** It does not depend on the moment: the playhead is moved in the frame loop. */
const Drawn = memo((props: GapChartProps & { frame: Frame; isPhone: boolean }) => {
  const { frame, race, boats, focus, gaps, unit, clock, zone, isPhone } = props;
  // A race may end long after the last mark that was found.
  const to_ms = Math.min(clock.to_ms, (lastMoment(gaps) ?? clock.to_ms) + LONG_STEP_MS);
  const x = useMemo(() => timeScale({ from_ms: clock.from_ms, to_ms }, frame), [clock, to_ms, frame]);
  const y = useMemo(
    () => scaleLinear([Math.max(1, largestGap(gaps)), 0], [frame.bottom, frame.top]).nice(4),
    [gaps, frame],
  );
  const lines = useMemo(() => linesOf(gaps, focus, boats, x, y), [gaps, focus, boats, x, y]);
  const own = gaps.find(({ track }) => track === focus) ?? null;
  const valueAt = useCallback((at_ms: number) => (own ? gapAt(own, at_ms).value : Number.NaN), [own]);
  const color = `var(${boatColor(boats.get(focus)?.index ?? 0)})`;
  return (
    <>
      <Drawing
        frame={frame}
        label={`Gaps to the leader over time, a line for each of ${countText(gaps.length, "boat")}`}
      >
        <LegBand frame={frame} race={race} x={x} isPhone={isPhone} />
        <ValueAxis frame={frame} y={y} ticks={y.ticks(4)} unit={unit} />
        <TimeAxis frame={frame} x={x} zone={zone} />
        {own && <FocusBand gap={own} x={x} y={y} color={color} />}
        <EndLabels {...props} x={x} y={y} />
      </Drawing>
      <LineCanvas frame={frame} lines={lines} />
      <Playhead frame={frame} x={x} y={y} playback={clock} zone={zone} valueAt={valueAt} />
      <Pointer frame={frame} x={x} clock={clock} />
    </>
  );
});

/** The line of the focus boat is above the others. */
function linesOf(gaps: readonly Gap[], focus: string, boats: BoatsProps["boats"], x: Scale, y: Scale): CanvasLine[] {
  const lines = gaps.map(({ track, series }) => ({
    series,
    x,
    y,
    color: boatColor(boats.get(track)?.index ?? 0),
    width_px: track === focus ? 2 : 1.25,
    opacity: track === focus ? 1 : 0.8,
    isFocus: track === focus,
  }));
  return lines.sort((a, b) => Number(a.isFocus) - Number(b.isFocus));
}

/** Over the plot: a press or a drag moves the playhead. */
function Pointer({ frame, x, clock }: { frame: Frame; x: Scale; clock: ReportClock }) {
  const isDown = useRef(false);
  const seek = (event: React.PointerEvent) =>
    clock.seek(x.invert(event.clientX - frame.element.getBoundingClientRect().left));
  return (
    <div
      style={{ position: "absolute", inset: 0 }}
      onPointerDown={(event) => {
        isDown.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        seek(event);
      }}
      onPointerMove={(event) => isDown.current && seek(event)}
      onPointerUp={() => {
        isDown.current = false;
      }}
      onPointerCancel={() => {
        isDown.current = false;
      }}
    />
  );
}

interface EndLabelsProps extends BoatsProps {
  frame: Frame;
  gaps: readonly Gap[];
  unit: GapUnit;
  x: Scale;
  y: Scale;
  isPhone: boolean;
}

/** Distance of two labels, px. */
const LINE_PX = 14;
const GAP_PX = 10;
/** Letters of a name that there is room for. */
const LETTERS = { wide: 13, phone: 8 };

interface EndLabel {
  boat: RaceBoat;
  index: number;
  label: string;
  text: string;
  /** The end of the line. */
  x: number;
  y: number;
}

/** Place, boat and gap at the end of each line, none over another; of more than there is room for the first, and the focus boat. */
function EndLabels(props: EndLabelsProps) {
  const { frame, focus, isPhone } = props;
  const labels = labelsOf(props);
  const places = spread(
    labels.map(({ y }) => y),
    LINE_PX,
    frame.top,
    frame.bottom,
  );
  return labels.map(({ boat, index, label, text, x, y }, at) => {
    const top = places[at]!;
    const color = `var(${boatColor(index)})`;
    return (
      <g key={boat.track}>
        <path d={`M${x} ${y}L${frame.right + GAP_PX - 2} ${top}`} stroke={color} fill="none" />
        <circle cx={x} cy={y} r="3.5" fill={color} stroke="var(--surface)" />
        <text
          x={frame.right + GAP_PX + 2}
          y={top + 4}
          className={classes(styles.label, boat.track === focus && styles.mine)}
        >
          {boat.place ?? "–"}
          <tspan dx="8" fill={color}>
            {isPhone ? shortened(withoutNation(label), LETTERS.phone) : shortened(label, LETTERS.wide)}
          </tspan>
          {!isPhone && (
            <tspan dx="8" className={styles.time}>
              {text}
            </tspan>
          )}
        </text>
      </g>
    );
  });
}

const shortened = (name: string, letters: number) =>
  name.length > letters ? `${name.slice(0, letters - 1).trimEnd()}…` : name;

/** "30782" of "ESP 30782". */
const withoutNation = (label: string) => label.replace(/^[A-Z]{3} (?=\d)/, "");

function labelsOf({ race, boats, focus, gaps, unit, frame, x, y }: EndLabelsProps): EndLabel[] {
  const labels = race.boats.flatMap((boat): EndLabel[] => {
    const gap = gaps.find(({ track }) => track === boat.track);
    const row = gap ? lastKnown(gap.series.pyramid.values) : -1;
    if (!gap || row < 0) return [];
    const { index = 0, label = boat.track } = boats.get(boat.track) ?? {};
    const behind = gap.series.pyramid.values[row]!;
    const text = endText(boat, behind, unit);
    return [{ boat, index, label, text, x: x(gap.series.time_ms[row]!), y: y(behind) }];
  });
  const most = Math.max(1, Math.floor((frame.bottom - frame.top) / LINE_PX) + 1);
  const first = labels.filter(({ boat }, at) => at < most || boat.track === focus);
  const shown = first.length > most ? first.filter((label, at) => at < most - 1 || label === first.at(-1)) : first;
  return shown.sort((a, b) => a.y - b.y);
}

/** The time of the winner, and how far the others finished behind. */
function endText({ state, passings, elapsed_s }: RaceBoat, behind: number, unit: GapUnit): string {
  const last = passings.at(-1);
  if (unit === "m") return withUnit(behind, 0, "m");
  if (state !== "finished" || !last) return "";
  return last.behind_s <= 0 && elapsed_s !== null ? minutesSeconds(elapsed_s) : `+${minutesSeconds(last.behind_s)}`;
}

const BAND = { top: 8, height: 14 };
/** Width of a name of a leg; a shorter leg has none, px. *guess* */
const NAME_PX = 66;
const SHORT_NAME_PX = 50;

/** The legs above the plot, and a rule where the first boat passed the end of each; shaded until the last one did. */
const LegBand = memo(({ frame, race, x, isPhone }: { frame: Frame; race: RaceReport; x: Scale; isPhone: boolean }) => {
  const { left, right, bottom } = frame;
  const ends = legEnds(race);
  const edges = [left, ...ends.map(({ first_ms }) => x(first_ms))];
  const middle = BAND.top + BAND.height / 2;
  return (
    <g className={styles.legs}>
      <rect x={left} y={BAND.top} width={Math.max(0, (edges.at(-1) ?? right) - left)} height={BAND.height} rx="3" />
      {ends.map(({ leg, first_ms, last_ms }, at) => {
        const [from, to] = [edges[at]!, x(first_ms)];
        const kind = race.legs[leg]!.kind;
        const name =
          to - from > NAME_PX && !isPhone ? `Leg ${leg + 1}, ${kind}` : to - from > SHORT_NAME_PX ? kind : "";
        const isFinish = race.waypoints.find(({ id }) => id === race.legs[leg]!.to)?.kind === "finish";
        return (
          <g key={leg}>
            <rect
              x={to}
              y={frame.top}
              width={Math.max(0, x(last_ms) - to)}
              height={bottom - frame.top}
              fill="var(--ink)"
              fillOpacity="0.05"
            />
            <path d={`M${to} ${middle}V${bottom}`} stroke="var(--ink-3)" strokeDasharray="1 3" />
            <text x={(from + to) / 2} y={middle + 4} textAnchor="middle">
              {name}
            </text>
            <circle cx={to} cy={middle} r="9" fill="var(--surface)" stroke="var(--ink-2)" strokeWidth="1.5" />
            <text x={to} y={middle + 4} textAnchor="middle" className={styles.number}>
              {isFinish ? "F" : race.legs[leg]!.to}
            </text>
          </g>
        );
      })}
    </g>
  );
});

/** The 90 % interval about the line of the focus boat. */
function FocusBand({ gap, x, y, color }: { gap: Gap; x: Scale; y: Scale; color: string }) {
  const path = useMemo(() => {
    const [left = 0, right = 1] = x.range();
    const most = y.domain()[0] ?? 0;
    const drawn = area<ReturnType<typeof bandOf>[number]>()
      .defined(({ low, high }) => !Number.isNaN(low) && !Number.isNaN(high))
      .x(({ time_ms }) => x(time_ms))
      .y0(({ low }) => y(low))
      .y1(({ high }) => y(Math.min(most, high)))
      .digits(1);
    return drawn(bandOf(gap, gap.series.time_ms.length / (right - left))) ?? "";
  }, [gap, x, y]);
  return <path d={path} fill={color} fillOpacity="0.16" />;
}
