import {
  type Band,
  DEBRIEF_PART_TEXT,
  type DebriefFinding,
  type DebriefPlot,
  type DebriefPotential,
  type DebriefUnit,
  halfWidth90,
  type PartCode,
  type QuantityCode,
  type SessionValue,
} from "@leebow/core";
import { area, line, scaleLinear } from "d3";
import { ListChecks, Map as MapIcon } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { LowerAxis, TimeAxis, ValueAxis } from "../../chart/axes";
import { Chart, Drawing, type Frame } from "../../chart/frame";
import { padded, type Scale, timeScale, valueScale } from "../../chart/scales";
import { amount, sentence, unitWithInterval } from "../../format/numbers";
import { unitName } from "../../format/units";
import { Button, ButtonLink } from "../../ui/button";
import { classes } from "../../ui/classes";
import { WhiskerBar } from "../../ui/marks";
import { type DebriefPlace, evidenceRows } from "./evidence";
import styles from "./finding.module.css";

interface FindingProps {
  finding: DebriefFinding | DebriefPotential;
  place: DebriefPlace;
  /** From 1; none for what went well. */
  rank?: number;
  /** What the width of the bar stands for, m. */
  most_m?: number;
}

/** A figure, what it is, with what it was compared, its plot, and the ways to what it rests on. */
export function Finding({ finding, place, rank, most_m }: FindingProps) {
  const { text, compared_with, plot, unit, code } = finding;
  const detail = "detail" in finding ? finding.detail : null;
  return (
    <div className={classes(styles.finding, rank === undefined && styles.plain)}>
      {rank !== undefined && most_m !== undefined && (
        <div className={styles.size}>
          <span className="quiet strong">{rank}</span>
          <div>
            <Size finding={finding} />
            <WhiskerBar
              from={0}
              to={finding.total_m}
              sd={finding.total_sd_m}
              domain={[0, most_m]}
              className={styles.bar}
            />
          </div>
        </div>
      )}
      <div className={styles.words}>
        <h3>{sentence(text)}</h3>
        {detail && <p>{sentence(detail)}</p>}
        <p className={styles.compared}>
          <span>Compared with</span> {sentence(compared_with)}
        </p>
        <Ways finding={finding} place={place} />
      </div>
      <div className={styles.plot}>
        <FindingPlot
          plot={plot}
          unit={unit}
          name={quantityName(code)}
          earlier={"earlier" in finding ? finding.earlier : []}
          zone={place.zone}
        />
      </div>
    </div>
  );
}

function Size({ finding: { total_m, total_sd_m } }: Pick<FindingProps, "finding">) {
  return (
    <p className={styles.figure}>
      <b>{amount(Math.round(total_m), 0, "m")}</b>{" "}
      <span>{unitWithInterval(Math.round(halfWidth90(total_sd_m)), 0, "m")}</span>
    </p>
  );
}

/** To the map and to the table, each with just what the finding rests on. */
function Ways({ finding: { evidence }, place }: Pick<FindingProps, "finding" | "place">) {
  const rows = evidenceRows(evidence, place.maneuvers);
  const address = place.mapAddress?.(evidence);
  const map = { kind: "quiet", icon: MapIcon } as const;
  return (
    <p className={classes(styles.ways, "no-print")}>
      {address ? (
        <ButtonLink {...map} to={address} data-way="map">
          Show on map
        </ButtonLink>
      ) : (
        <Button {...map} onClick={() => place.onMap(evidence)} data-way="map">
          Show on map
        </Button>
      )}
      {rows && (
        <Button kind="quiet" icon={ListChecks} onClick={() => place.onRows(rows.tab, rows.ids)} data-way="table">
          Open the {rows.text}
        </Button>
      )}
    </p>
  );
}

// The plots of findings: one each, small.

interface PlotProps {
  plot: DebriefPlot;
  unit: DebriefUnit;
  /** What the values are, for screen readers and the axis: "Loss, m". */
  name: string;
  earlier: readonly SessionValue[];
  zone: string | null;
}

const UNITS: Record<DebriefUnit, string> = { m: "m", kn: "kn", deg: "°", pct: "%" };
const MARGIN = { top: 18, right: 10, bottom: 24, left: 40 };
const HEIGHT = 126;
/** Of today and of what was expected, px from the top. */
const ROWS = { today: 22, expected: 46 };
/** Values of two minutes of one leg, with turns between them, are at most so far apart. *guess* */
const MOST_BETWEEN_MS = 200_000;
const SESSIONS = { margin: { top: 8, right: 12, bottom: 24, left: 64 }, height: 88 };

function FindingPlot(props: PlotProps) {
  const { plot } = props;
  if (plot.kind === "sessions") return <Sessions {...props} plot={plot} />;
  const draw = (frame: Frame) => {
    if (plot.kind === "turn_speed") return <TurnSpeed plot={plot} frame={frame} />;
    if (plot.kind === "values") return <Values {...props} plot={plot} frame={frame} />;
    return <OverTime {...props} plot={plot} frame={frame} />;
  };
  return (
    <Chart margin={MARGIN} height={HEIGHT} className={styles.chart}>
      {draw}
    </Chart>
  );
}

type Of<Kind extends DebriefPlot["kind"]> = Extract<DebriefPlot, { kind: Kind }>;

/** A line that is broken where a value is not known. */
const lineOf = (xs: readonly number[], values: readonly (number | null)[], x: Scale, y: Scale): string =>
  line<number | null>()
    .defined((value) => value !== null)
    .x((_, at) => x(xs[at]!))
    .y((value) => y(value!))
    .digits(1)(values) ?? "";

/** Mean speed about the turn, of the chosen turns and of the best third. */
function TurnSpeed({ plot, frame }: { plot: Of<"turn_speed">; frame: Frame }) {
  const x = scaleLinear([plot.time_s[0] ?? 0, plot.time_s.at(-1) ?? 1], [frame.left, frame.right]);
  const { y, ticks } = valueScale([...plot.chosen_kn, ...plot.best_third_kn], frame, { steps: 3 });
  return (
    <Drawing frame={frame} label="Mean speed before, in and after these turns, and of the best third">
      <rect
        x={x(plot.turn_start_s)}
        y={frame.top}
        width={Math.max(0, x(plot.turn_end_s) - x(plot.turn_start_s))}
        height={frame.bottom - frame.top}
        fill="var(--sunken)"
      />
      <text x={x((plot.turn_start_s + plot.turn_end_s) / 2)} y={frame.top - 5} textAnchor="middle">
        turn
      </text>
      <ValueAxis frame={frame} y={y} ticks={ticks} unit="kn" />
      <LowerAxis frame={frame} x={x} ticks={x.ticks(5)} format={(value) => `${value} s`} />
      <path d={lineOf(plot.time_s, plot.best_third_kn, x, y)} className="mark-rule" />
      <path d={lineOf(plot.time_s, plot.chosen_kn, x, y)} className="mark-line" />
      <text x={frame.right} y={frame.top - 5} textAnchor="end" className={styles.quiet}>
        dashed: best third
      </text>
    </Drawing>
  );
}

/** One dot a turn; those that the finding is about are filled. */
function Values({ plot, unit, name, zone, frame }: PlotProps & { plot: Of<"values">; frame: Frame }) {
  const { values, expected } = plot;
  const half = halfWidth90(plot.expected_sd);
  const at = values.map(({ time }) => Date.parse(time));
  const x = timeScale({ from_ms: Math.min(...at), to_ms: Math.max(...at) }, frame);
  const band = [expected - half, expected + half];
  const { y, ticks } = valueScale([...values.map(({ value }) => value), ...band], frame, { steps: 3 });
  return (
    <Drawing frame={frame} label={`${name}: one dot a turn, the dashed line is what was expected`}>
      <Expected y={y} frame={frame} value={expected} half={half} />
      <ValueAxis frame={frame} y={y} ticks={ticks} unit={UNITS[unit]} />
      <TimeAxis frame={frame} x={x} zone={zone} />
      {values.map(({ maneuver, value, chosen }, index) => (
        <circle
          key={maneuver}
          cx={x(at[index]!)}
          cy={y(value)}
          r={3.5}
          className={chosen ? styles.dot : styles.hollow}
        />
      ))}
    </Drawing>
  );
}

/** A value a minute against what was expected of it; where it was less is shaded. */
function OverTime({ plot, unit, name, zone, frame }: PlotProps & { plot: Of<"over_time">; frame: Frame }) {
  const { at, values, expected } = useMemo(() => withBreaks(plot), [plot]);
  const x = timeScale({ from_ms: at[0] ?? 0, to_ms: at.at(-1) ?? 1 }, frame);
  const half = halfWidth90(plot.expected_sd);
  const bounds = expected.flatMap((value) => (value === null ? [] : [value - half, value + half]));
  const { y, ticks } = valueScale([...values, ...bounds], frame, { steps: 3 });
  const around = area<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => x(at[index]!))
    .y0((value) => y(value! - half))
    .y1((value) => y(value! + half))
    .digits(1)(expected);
  const between = area<number | null>()
    .defined((value, index) => value !== null && expected[index] != null)
    .x((_, index) => x(at[index]!))
    .y0((_, index) => y(expected[index]!))
    .y1((value, index) => y(Math.min(value!, expected[index]!)))
    .digits(1)(values);
  return (
    <Drawing frame={frame} label={`${name} over time, the dashed line is what was expected`}>
      <ValueAxis frame={frame} y={y} ticks={ticks} unit={UNITS[unit]} />
      <TimeAxis frame={frame} x={x} zone={zone} />
      <path d={around ?? ""} fill="var(--sunken)" />
      <path d={between ?? ""} fill="var(--ink)" fillOpacity="0.22" />
      <path d={lineOf(at, expected, x, y)} className="mark-rule" />
      <path d={lineOf(at, values, x, y)} className="mark-line" />
    </Drawing>
  );
}

/** The values with a null where the band was left in between, so that no line crosses the time of another leg. */
function withBreaks({ time, values, expected }: Of<"over_time">) {
  const found = { at: [] as number[], values: [] as (number | null)[], expected: [] as (number | null)[] };
  const add = (at_ms: number, value: number | null, was_expected: number | null) => {
    found.at.push(at_ms);
    found.values.push(value);
    found.expected.push(was_expected);
  };
  for (const [index, text] of time.entries()) {
    const at_ms = Date.parse(text);
    const before_ms = found.at.at(-1);
    if (before_ms !== undefined && at_ms - before_ms > MOST_BETWEEN_MS) add(before_ms, null, null);
    add(at_ms, values[index] ?? null, expected[index] ?? null);
  }
  return found;
}

/** What was expected, dashed, in its 90 % interval. */
function Expected({ y, frame, value, half }: { y: Scale; frame: Frame; value: number; half: number }) {
  const top = y(value + half);
  return (
    <>
      <rect
        x={frame.left}
        y={top}
        width={frame.right - frame.left}
        height={Math.max(0, y(value - half) - top)}
        fill="var(--sunken)"
      />
      <path d={`M${frame.left} ${y(value)}H${frame.right}`} className="mark-rule" />
    </>
  );
}

/** Today against what was expected, with their 90 % intervals; the earlier sessions are ticks. */
function Sessions({ plot, unit, name, earlier }: PlotProps & { plot: Of<"sessions"> }) {
  const { today, expected } = plot;
  const [today_half, expected_half] = [halfWidth90(plot.today_sd), halfWidth90(plot.expected_sd)];
  const values = [today - today_half, today + today_half, expected - expected_half, expected + expected_half];
  const domain = padded([...values, ...earlier.map(({ value }) => value)]);
  return (
    <Chart margin={SESSIONS.margin} height={SESSIONS.height} className={styles.chart}>
      {(frame) => {
        const x = scaleLinear(domain, [frame.left, frame.right]).nice(4);
        return (
          <Drawing
            frame={frame}
            label={`${name}: today ${amount(today, 2, UNITS[unit])}, expected ${amount(expected, 2, UNITS[unit])}`}
          >
            <LowerAxis frame={frame} x={x} ticks={x.ticks(4)} hasRules standard={UNITS[unit]} />
            <text x={0} y={frame.bottom + 17} className={styles.quiet}>
              {unitName(UNITS[unit])}
            </text>
            {earlier.map(({ start_time, value }) => (
              <path key={start_time} d={`M${x(value)} ${ROWS.expected - 7}v14`} stroke="var(--line-strong)" />
            ))}
            <Dot x={x} y={ROWS.today} value={today} half={today_half} className={styles.dot}>
              today
            </Dot>
            <Dot x={x} y={ROWS.expected} value={expected} half={expected_half} className={styles.hollow}>
              before
            </Dot>
          </Drawing>
        );
      }}
    </Chart>
  );
}

interface DotProps {
  x: Scale;
  y: number;
  value: number;
  /** Half the width of its 90 % interval. */
  half: number;
  className: string | undefined;
  children: ReactNode;
}

function Dot({ x, y, value, half, className, children }: DotProps) {
  return (
    <>
      <text x={0} y={y + 4}>
        {children}
      </text>
      <path d={`M${x(value - half)} ${y}H${x(value + half)}`} className="mark-line" />
      <circle cx={x(value)} cy={y} r={4.5} className={className} />
    </>
  );
}

// Names of what a debrief counts and compares.

/** Name and standard unit. */
const QUANTITIES: Record<QuantityCode, [name: string, unit: string]> = {
  tack_loss: ["Loss per tack", "m"],
  gybe_loss: ["Loss per gybe", "m"],
  not_recovered: ["Turns without 80 % of the speed regained", "%"],
  upwind_speed: ["Speed upwind", "kn"],
  upwind_vmg: ["VMG upwind", "kn"],
  upwind_angle: ["Wind angle upwind", "°"],
  downwind_speed: ["Speed downwind", "kn"],
  downwind_vmg: ["VMG downwind", "kn"],
  upwind_sides: ["Starboard less port upwind", "kn"],
  downwind_sides: ["Starboard less port downwind", "kn"],
  after_tacks: ["Speed after tacks", "% of that before"],
  stops: ["Time at stops", "%"],
};

/** With the unit, as an axis is named. */
function quantityName(code: QuantityCode): string {
  const [name, unit] = QUANTITIES[code];
  return `${name}, ${unitName(unit)}`;
}

/** "Speed upwind"; turns and roundings have one band. */
export const partName = (code: PartCode, band: Band): string =>
  ["tacks", "gybes", "extra"].includes(code)
    ? DEBRIEF_PART_TEXT[code]
    : `${DEBRIEF_PART_TEXT[code]} ${band === "up" ? "upwind" : "downwind"}`;
