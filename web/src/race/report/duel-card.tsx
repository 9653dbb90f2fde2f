import {
  type Duel,
  type DuelParts,
  type DuelPhase,
  type DuelPoint,
  type DuelSaid,
  halfWidth90,
  type TackSide,
} from "@leebow/core";
import { useQuery } from "@tanstack/react-query";
import { area, extent, line, max, scaleLinear } from "d3";
import { useMemo, useState } from "react";
import { TimeAxis, ValueAxis } from "../../chart/axes";
import { Chart, Drawing, type Frame } from "../../chart/frame";
import { type Scale, timeScale } from "../../chart/scales";
import { amount, listed, unitWithInterval, withUnit } from "../../format/numbers";
import { minutesSeconds } from "../../format/times";
import { unitName } from "../../format/units";
import { Card } from "../../ui/card";
import { type DataColumn, DataTable, numberColumn, quantityColumn } from "../../ui/data-table";
import { Async, Loading } from "../../ui/empty-state";
import { boatColor, type ReportBoat } from "./boats";
import cards from "./cards.module.css";
import styles from "./duel-card.module.css";
import { isClear } from "./figures";
import { LegChoice } from "./legs";
import { duelOptions, type ReportSource } from "./queries";
import { BoatSelect } from "./race-head";
import type { BoatsProps } from "./start-card";

interface DuelCardProps extends BoatsProps {
  source: ReportSource;
  zone: string | null;
  leg: number;
  onLeg: (leg: number) => void;
  /** Track of the boat that the focus boat is compared with. */
  against: string;
  onAgainst: (track: string) => void;
}

/** Why the focus boat gained on another one on a leg, or lost. */
export function DuelCard(props: DuelCardProps) {
  const { race, boats, focus, onFocusBoat, against, onAgainst, leg, onLeg } = props;
  const racing = race.boats.map(({ track }) => boats.get(track)!);
  const others = (without: string) => racing.filter(({ track }) => track !== without);
  return (
    <Card
      title="Two boats"
      help={
        <>
          <BoatSelect label="First boat" boats={others(against)} track={focus} onChange={onFocusBoat} />
          <span className="caption">against</span>
          <BoatSelect label="Second boat" boats={others(focus)} track={against} onChange={onAgainst} />
        </>
      }
      aside={<LegChoice race={race} leg={leg} onLeg={onLeg} label="Leg of the two boats" />}
    >
      <Compared {...props} />
    </Card>
  );
}

function Compared({ race, boats, focus, against, leg, source, zone }: DuelCardProps) {
  const question = { start_time: race.start_time, a: focus, b: against, leg };
  const query = useQuery(duelOptions(source, question));
  return (
    <Async
      query={query}
      className="secondary card-body"
      loading={<Loading what="the two boats" heights={[250]} className="card-body" />}
    >
      {({ duel }) =>
        duel ? (
          <Parts duel={duel} a={boats.get(duel.a)!} b={boats.get(duel.b)!} zone={zone} />
        ) : (
          <p className="secondary card-body">
            These two boats did not sail leg {leg + 1} together: the start or the end of it is missing in one of their
            tracks.
          </p>
        )
      }
    </Async>
  );
}

interface Row {
  id: string;
  phase: DuelPhase;
}

function Parts({ duel, a, b, zone }: { duel: Duel; a: ReportBoat; b: ReportBoat; zone: string | null }) {
  const [lit, setLit] = useState<string | null>(null);
  const rows = useMemo(() => duel.phases.map((phase, at): Row => ({ id: String(at + 1), phase })), [duel]);
  const columns = useMemo(() => phaseColumns(duel, b.sailor), [duel, b]);
  const { said, doubt } = duelSentence(duel, a.sailor, b.sailor);
  return (
    <div className={styles.two}>
      <DuelChart duel={duel} a={a} b={b} zone={zone} lit={lit} />
      <div>
        <DataTable
          caption={`What ${a.sailor} gained on ${b.sailor} on leg ${duel.leg + 1}, ${unitName("m")}`}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          highlighted={lit}
          onHighlight={setLit}
        />
        <p className={styles.said} role="status">
          <b>{said}</b>
        </p>
        {doubt && <p className={cards.note}>{doubt}</p>}
      </div>
    </div>
  );
}

const seconds = ({ start_time, end_time }: Pick<DuelPhase, "start_time" | "end_time">) =>
  (Date.parse(end_time) - Date.parse(start_time)) / 1000;

/** Each part by phase, with the sum of the leg below. */
function phaseColumns(duel: Duel, other: string): DataColumn<Row>[] {
  const { sum } = duel;
  return [
    {
      id: "phase",
      title: "Phase",
      value: ({ id }) => Number(id),
      cell: ({ id, phase }) => (
        <span className={styles.phase}>
          <i>{id}</i> {relationText(duel, phase, other)}
        </span>
      ),
      foot: `Leg ${duel.leg + 1}`,
    },
    numberColumn("time", "Time\nmin", ({ phase }) => seconds(phase), minutesSeconds, {
      foot: minutesSeconds(seconds(duel)),
    }),
    ...DUEL_PARTS.map(({ part, title }) =>
      numberColumn<Row>(
        part,
        title,
        ({ phase }) => phase[`${part}_m`],
        (metres, { phase }) => <Metres metres={metres} sd={phase[`${part}_sd_m`]} />,
        { foot: <Metres metres={sum[`${part}_m`]} sd={sum[`${part}_sd_m`]} /> },
      ),
    ),
    quantityColumn("total", "Total\n", "m", 1, ({ phase }) => phase.total_m, {
      cell: ({ phase }) => <Total metres={phase.total_m} sd={phase.total_sd_m} />,
      foot: <Total metres={sum.total_m} sd={sum.total_sd_m} />,
    }),
  ];
}

/** Quiet where it is less than its uncertainty. */
function Metres({ metres, sd }: { metres: number; sd: number }) {
  if (isClear(metres, sd)) return signedMetres(metres);
  return (
    <span className="quiet">
      {signedMetres(metres)}
      <span className="visually-hidden">, less than its uncertainty</span>
    </span>
  );
}

const Total = ({ metres, sd }: { metres: number; sd: number }) => (
  <>
    <b>{signedMetres(metres)}</b> <span className="caption">± {amount(halfWidth90(sd), 0, "m")}</span>
  </>
);

interface DuelChartProps {
  duel: Duel;
  a: ReportBoat;
  b: ReportBoat;
  zone: string | null;
  /** Number of the phase that is shown, as text; null for none. */
  lit: string | null;
}

const MARGIN = { top: 58, right: 12, bottom: 26, left: 40 };
const HEIGHT = 300;
/** Bars of the tacks of both boats, px from the top. */
const BARS = { first: 22, step: 13, height: 10 };
/** A bar narrower than this has no letter, px. */
const LETTER_PX = 16;
/** Least range of the scale to both sides, m. */
const LEAST_M = 5;

/** By how much the first boat was ahead over the leg, in the colour of the boat that was; and on which tacks they sailed. */
function DuelChart(props: DuelChartProps) {
  const { duel, a, b } = props;
  return (
    <figure className={styles.figure}>
      <Chart margin={MARGIN} height={HEIGHT} className={styles.chart}>
        {(frame) => <Drawn {...props} frame={frame} />}
      </Chart>
      <figcaption className={styles.legend}>
        <span>
          <i className={styles.ahead} /> {a.sailor} ahead of {b.sailor}, along the leg
        </span>
        <span>
          <i className={styles.aside} /> to the right, at most {withUnit(mostAside(duel.points), 0, "m")}, on a scale of
          its own
        </span>
        <span>
          <i className={styles.sd} /> 90 % interval
        </span>
      </figcaption>
    </figure>
  );
}

function Drawn({ duel, a, b, zone, lit, frame }: DuelChartProps & { frame: Frame }) {
  const from_ms = Date.parse(duel.start_time);
  const x = useMemo(
    () => timeScale({ from_ms, to_ms: Date.parse(duel.end_time) }, frame),
    [from_ms, duel.end_time, frame],
  );
  const y = useMemo(() => metresScale(duel, frame), [duel, frame]);
  const paths = useMemo(() => pathsOf(duel, from_ms, x, y), [duel, from_ms, x, y]);
  const [top, middle] = [y.range()[1]!, y(0)];
  return (
    <Drawing
      frame={frame}
      label={`${a.sailor} against ${b.sailor} on leg ${duel.leg + 1}: ${withUnit(duel.start_m, 0, "m")} ahead at its start, ${withUnit(duel.end_m, 0, "m")} at its end`}
    >
      <Phases duel={duel} lit={lit} x={x} frame={frame} />
      <ValueAxis frame={frame} y={y} ticks={y.ticks(5)} unit="m" />
      <TimeAxis frame={frame} x={x} zone={zone} />
      <path d={paths.band} className="mark-band" />
      <path d={paths.over} style={{ fill: `var(${boatColor(a.index)})` }} fillOpacity="0.3" />
      <path d={paths.under} style={{ fill: `var(${boatColor(b.index)})` }} fillOpacity="0.3" />
      <path d={paths.aside} className="mark-rule" />
      <path d={paths.ahead} className="mark-line" />
      <text x={frame.right} y={top + 12} textAnchor="end" className={styles.name}>
        {a.label} ahead
      </text>
      <text x={frame.right} y={Math.max(frame.bottom - 6, middle + 14)} textAnchor="end" className={styles.name}>
        {b.label} ahead
      </text>
      {[a, b].map((boat, at) => (
        <Tacks
          key={boat.track}
          boat={boat}
          bars={tackBars(duel.points, at === 0 ? "a_tack" : "b_tack")}
          y={BARS.first + at * BARS.step}
          x={(after_s) => x(from_ms + 1000 * after_s)}
        />
      ))}
    </Drawing>
  );
}

/** The phases with their numbers; the chosen one is shaded. */
function Phases({ duel, lit, x, frame }: { duel: Duel; lit: string | null; x: Scale; frame: Frame }) {
  return duel.phases.map(({ start_time, end_time }, at) => {
    const [from, to] = [x(Date.parse(start_time)), x(Date.parse(end_time))];
    return (
      <g key={start_time}>
        {lit === String(at + 1) && (
          <rect
            x={from}
            y={BARS.first - 18}
            width={to - from}
            height={frame.bottom - BARS.first + 18}
            fill="var(--accent-soft)"
          />
        )}
        {at > 0 && (
          <path d={`M${from} ${BARS.first - 4}V${frame.bottom}`} stroke="var(--ink-3)" strokeDasharray="1 3" />
        )}
        <text x={(from + to) / 2} y={BARS.first - 7} textAnchor="middle" className={styles.number}>
          {at + 1}
        </text>
      </g>
    );
  });
}

function Tacks({
  boat,
  bars,
  y,
  x,
}: {
  boat: ReportBoat;
  bars: readonly TackBar[];
  y: number;
  x: (after_s: number) => number;
}) {
  return (
    <g>
      <rect x={2} y={y + 2} width={10} height={5} style={{ fill: `var(${boatColor(boat.index)})` }} />
      {bars.map(({ side, from_s, to_s }) => {
        const [left, right] = [x(from_s), x(to_s)];
        return (
          <g key={from_s} className={styles[side]}>
            <rect x={left} y={y} width={Math.max(1, right - left - 1)} height={BARS.height} />
            {right - left > LETTER_PX && (
              <text x={(left + right) / 2} y={y + BARS.height - 1.5} textAnchor="middle">
                {side === "port" ? "P" : "S"}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

/** The greatest distance across the leg, m. */
const mostAside = (points: readonly DuelPoint[]) => max(points, ({ right_m }) => Math.abs(right_m ?? 0)) ?? 0;

function metresScale({ points }: Duel, frame: Frame): Scale {
  const known = points.flatMap(({ ahead_m, ahead_sd_m }) =>
    ahead_m === null ? [] : [ahead_m - halfWidth90(ahead_sd_m ?? 0), ahead_m + halfWidth90(ahead_sd_m ?? 0)],
  );
  const [low = 0, high = 0] = extent([...known, -LEAST_M, LEAST_M]) as [number, number];
  return scaleLinear([low, high], [frame.bottom, frame.top]).nice(5);
}

function pathsOf({ points }: Duel, from_ms: number, x: Scale, y: Scale) {
  const at = ({ after_s }: DuelPoint) => x(from_ms + 1000 * after_s);
  const isKnown = ({ ahead_m }: DuelPoint) => ahead_m !== null;
  const between = (low: (point: DuelPoint) => number, high: (point: DuelPoint) => number) =>
    area<DuelPoint>()
      .defined(isKnown)
      .x(at)
      .y0((point) => y(low(point)))
      .y1((point) => y(high(point)))
      .digits(1)(points) ?? "";
  const curve = (value: (point: DuelPoint) => number) =>
    line<DuelPoint>()
      .defined(isKnown)
      .x(at)
      .y((point) => y(value(point)))
      .digits(1)(points) ?? "";
  // The boats are much farther apart across the leg than along it.
  const aside = (0.9 * Math.min(...y.domain().map(Math.abs))) / Math.max(LEAST_M, mostAside(points));
  const ahead = ({ ahead_m }: DuelPoint) => ahead_m ?? 0;
  const half = ({ ahead_sd_m }: DuelPoint) => halfWidth90(ahead_sd_m ?? 0);
  return {
    band: between(
      (point) => ahead(point) - half(point),
      (point) => ahead(point) + half(point),
    ),
    over: between(
      () => 0,
      (point) => Math.max(0, ahead(point)),
    ),
    under: between(
      () => 0,
      (point) => Math.min(0, ahead(point)),
    ),
    ahead: curve(ahead),
    aside: curve(({ right_m }) => aside * (right_m ?? 0)),
  };
}

// On which tacks two boats sailed a leg.

/** A stretch on one tack, s after the start of the duel. */
interface TackBar {
  side: TackSide;
  from_s: number;
  to_s: number;
}

/** Stretches on one tack. */
export function tackBars(points: readonly DuelPoint[], key: "a_tack" | "b_tack"): TackBar[] {
  const bars: TackBar[] = [];
  for (const { after_s, [key]: side } of points) {
    const last = bars.at(-1);
    if (last) last.to_s = Math.max(last.to_s, side === null ? last.to_s : after_s);
    if (side !== null && last?.side !== side) bars.push({ side, from_s: after_s, to_s: after_s });
  }
  return bars;
}

// What is said about two boats on a leg; from the figures alone.

/** Parts of the difference, in the order of the table. */
const DUEL_PARTS = [
  { part: "speed", title: "Speed" },
  { part: "height", title: "Height" },
  { part: "shift", title: "Wind\nshift" },
  { part: "turns", title: "Turns" },
  { part: "rest", title: "Rest" },
] as const;

/** "+3.2", "−0.9", "0.0". */
export function signedMetres(metres: number): string {
  const text = amount(Math.abs(metres), 1, "m");
  return Number(text) === 0 ? text : `${metres > 0 ? "+" : "−"}${text}`;
}

/** "Both on starboard", "Apart, Jon on the right", "Coming together", "To the mark". */
export function relationText(duel: Duel, phase: DuelPhase, other: string): string {
  if (phase.relation === "to_mark") return "To the mark";
  const middle_s =
    (Date.parse(phase.start_time) + Date.parse(phase.end_time)) / 2000 - Date.parse(duel.start_time) / 1000;
  const point = duel.points.find(({ after_s }) => after_s >= middle_s);
  if (phase.relation === "same_tack") return point?.a_tack ? `Both on ${point.a_tack}` : "On the same tack";
  if (phase.relation === "together") return "Coming together";
  return point?.right_m ? `Apart, ${other} on the ${point.right_m < 0 ? "right" : "left"}` : "Apart";
}

/** The causes beyond chance, and whether the boats' order on the leg is known by them. */
export function duelSentence({ sum, said }: Duel, name: string, other: string): { said: string; doubt: string | null } {
  const clear = isClear(sum.total_m, sum.total_sd_m);
  const doubt = clear
    ? null
    : "The leg's total is smaller than its doubt. Who won the leg is known from the marks, not from this sum.";
  const total = lengthText(sum.total_m, sum.total_sd_m);
  if (said.length === 0)
    return {
      said: clear
        ? `${name} ${sum.total_m > 0 ? "gained" : "lost"} ${total} on ${other}; no single cause is beyond chance.`
        : "Too close to tell.",
      doubt,
    };
  const causes = said.map((cause) => causeText(cause, sum));
  return { said: `${name} ${listed(causes)}.`, doubt };
}

/** "3.2 ± 1 m", without its sign. */
const lengthText = (metres: number, sd: number) =>
  `${amount(Math.abs(metres), 1, "m")} ${unitWithInterval(halfWidth90(sd), 0, "m")}`;

function causeText(cause: DuelSaid, sum: DuelParts): string {
  if (cause === "lower_and_faster") return "sailed lower and faster, without a difference";
  if (cause === "higher_and_slower") return "sailed higher and slower, without a difference";
  const [metres, sd] = [sum[`${cause}_m`], sum[`${cause}_sd_m`]];
  const by = { speed: "by speed", height: "by height", shift: "by the side of the course", turns: "in turns" }[cause];
  return `${metres > 0 ? "gained" : "lost"} ${lengthText(metres, sd)} ${by}`;
}
