import {
  CALIBRATED_NAMES,
  type Calibration,
  type CalibrationRow,
  calibrationAdvice,
  calibrationFigure,
  calibrationOf,
  calibrationSource,
  type Doubt,
  errorsOf,
  type FileAnalysis,
  INSTRUMENT_NAMES,
  type Instrument,
  type InstrumentErrors,
  isError,
  PLUS_MINUS_MEANING,
  SIDE_FIGURE_NAMES,
  type SideFigure,
  sidesText,
  type TrackColumns,
  tooLittleText,
  withApplied,
} from "@leebow/core";
import { bisector } from "d3";
import { Compass, Gauge, type LucideIcon, Satellite, Wind } from "lucide-react";
import { type ReactNode, useId, useMemo, useState } from "react";
import { TimeAxis, ValueAxis } from "../../chart/axes";
import { Chart, Drawing, type Frame, Hairline, Note, useHover } from "../../chart/frame";
import { linePath } from "../../chart/line-path";
import { type Scale, sliderOf, timeScale, valueScale } from "../../chart/scales";
import { changeCorrections, correct, removeCorrection } from "../../corrections/correct";
import { amount, compass, fixed, turned, UNKNOWN, withUnit } from "../../format/numbers";
import { clock } from "../../format/times";
import { unitName } from "../../format/units";
import { PHONE, useMedia } from "../../look/use-media";
import type { CorrectionSource } from "../../session/correction-source";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Switch } from "../../ui/choices";
import { classes } from "../../ui/classes";
import { EmptyState } from "../../ui/empty-state";
import { ScrollRegion } from "../../ui/scroll-region";
import { Table } from "../../ui/table";
import { isSpeed, isWind, ownSentence, type Reading, readingsOf, whyText } from "./doubt-words";
import styles from "./instruments-view.module.css";

interface InstrumentsViewProps {
  report: FileAnalysis;
  columns: TrackColumns;
  source: CorrectionSource;
  isStored?: boolean;
  /** What applies the calibration to other logs. */
  earlier?: ReactNode;
}

/** By what the figures of a track are corrected. */
export const appliedIn = ({ corrections }: CorrectionSource): InstrumentErrors | null =>
  corrections.findLast(({ action }) => action === "calibrate")?.calibration ?? null;

/** Which instruments are used when, what they read too much or too little, and port against starboard. */
export function InstrumentsView({ report, columns, source, isStored = false, earlier }: InstrumentsViewProps) {
  const found = useMemo(() => calibrationOf(report, columns), [report, columns]);
  const { doubts = [] } = report;
  const applied = appliedIn(source);
  const calibration = found && withApplied(found, applied);
  if (!calibration && doubts.length === 0)
    return (
      <EmptyState title="No instruments in this recording">
        It holds positions only. Wind and turns come from the track. With a vane, log or compass in the file, their
        errors are measured here.
      </EmptyState>
    );
  const nothing = calibration && tooLittleText(calibration);
  return (
    <div className="grid one-column gap">
      <UsedCard report={report} columns={columns} source={source} />
      {doubts.map((doubt) => (
        <WhyCard key={doubt.instrument} doubt={doubt} report={report} />
      ))}
      {nothing && (
        <Card title="Too little to say">
          <p className="sentence">{nothing}</p>
        </Card>
      )}
      {calibration && !nothing && (
        <>
          <CalibrationCard {...{ calibration, applied, isStored, source, earlier }} />
          <SidesCard calibration={calibration} />
        </>
      )}
    </div>
  );
}

interface UsedCardProps {
  report: FileAnalysis;
  columns: TrackColumns;
  source: CorrectionSource;
}

interface Row {
  name: string;
  icon: LucideIcon;
  channels: readonly string[];
  instruments: readonly Instrument[];
}

const ROWS: readonly Row[] = [
  { name: "Vane", icon: Wind, channels: ["awa", "twa"], instruments: ["vane"] },
  { name: "Wind", icon: Wind, channels: [], instruments: ["wind"] },
  { name: "Log", icon: Gauge, channels: ["stw"], instruments: ["log"] },
  { name: "Compass", icon: Compass, channels: ["hdg", "hdg_mag"], instruments: ["compass"] },
  { name: "GPS", icon: Satellite, channels: ["sog", "cog"], instruments: ["speed", "course"] },
];

/** A bar per instrument over the time of the recording. */
function UsedCard({ report, columns, source }: UsedCardProps) {
  const { doubts = [], start_time, end_time, time_zone } = report;
  const rows = ROWS.map((row) => ({
    ...row,
    doubts: doubts.filter(({ instrument }) => row.instruments.includes(instrument)),
  })).filter((row) => row.doubts.length > 0 || row.channels.some((id) => columns.channels[id] !== undefined));
  return (
    <Card
      title="Used in this track"
      aside={doubts.some(({ used }) => !used) && <span className="caption">Hatched: not used</span>}
    >
      <ul className={styles.used}>
        {rows.map(({ name, icon: Icon, doubts }) => (
          <li key={name}>
            <span className="row strong">
              <Icon size={16} aria-hidden="true" />
              {name}
            </span>
            <Bar report={report} doubts={doubts} />
            {doubts.length === 0 && <span className={styles.whole}>Used throughout.</span>}
            {doubts.map((doubt) => (
              <div key={doubt.instrument} className={styles.doubt}>
                <span>{ownSentence(doubt, report)}</span>
                {source.edit && <Trust doubt={doubt} zone={time_zone} source={source} />}
              </div>
            ))}
          </li>
        ))}
      </ul>
      <p className={styles.ends}>
        <span>{clock(start_time, time_zone)}</span>
        <span>{clock(end_time, time_zone)}</span>
      </p>
    </Card>
  );
}

/** Hatched where the instruments of a row are not used. */
function Bar({ report, doubts }: { report: FileAnalysis; doubts: readonly Doubt[] }) {
  const [from_ms, to_ms] = [Date.parse(report.start_time), Date.parse(report.end_time)];
  const share = (time: string) => (100 * (Date.parse(time) - from_ms)) / (to_ms - from_ms || 1);
  const spans = doubts.filter(({ used }) => !used).flatMap((doubt) => doubt.spans.map((span) => ({ doubt, span })));
  return (
    <span className={styles.bar} aria-hidden="true">
      {spans.map(({ doubt, span: { start_time, end_time } }) => (
        <i
          key={`${doubt.instrument} ${start_time}`}
          style={{ left: `${share(start_time)}%`, width: `${share(end_time) - share(start_time)}%` }}
        />
      ))}
    </span>
  );
}

function Trust({ doubt, zone, source }: { doubt: Doubt; zone: string | null; source: CorrectionSource }) {
  const { busy, corrections } = source;
  const { instrument, used } = doubt;
  const isOf = (named: Instrument | undefined) =>
    named === undefined || named === instrument || (isWind(named) && isWind(instrument));
  const at = corrections.findIndex((one) => one.action === "trust_instruments" && isOf(one.instrument));
  if (used)
    return (
      <Button disabled={busy || at < 0} onClick={() => void removeCorrection(source, at)}>
        Leave it out again
      </Button>
    );
  return (
    <Button disabled={busy} onClick={() => void correct(source, { action: "trust_instruments", instrument }, zone)}>
      Use it all the same
    </Button>
  );
}

interface CalibrationCardProps {
  calibration: Calibration;
  /** With which the figures are corrected; null where they are not. */
  applied: InstrumentErrors | null;
  /** Of a track on the server, where it holds for the later logs of the boat. */
  isStored: boolean;
  source: CorrectionSource;
  /** What applies it to other logs. */
  earlier?: ReactNode;
}

/** What each instrument reads too much or too little, with its uncertainty. */
function CalibrationCard({ calibration: { rows }, applied, isStored, source, earlier }: CalibrationCardProps) {
  const errors = errorsOf(rows);
  const { busy, edit } = source;
  const canSwitch = edit !== null && (applied !== null || Object.keys(errors).length > 0);
  const onSwitch = (isOn: boolean) => {
    const before = source.corrections.filter(({ action }) => action === "calibrate");
    const others = (list: CorrectionSource["corrections"]) => list.filter(({ action }) => action !== "calibrate");
    void changeCorrections(
      source,
      (list) => (isOn ? [...others(list), { action: "calibrate", calibration: errors }] : others(list)),
      isOn ? "The figures are corrected by the calibration." : "The figures are as the instruments read.",
      (list) => [...others(list), ...before],
    );
  };
  return (
    <Card
      title="Calibration"
      aside={
        <>
          {earlier}
          {canSwitch && (
            <Switch
              label="Correct the figures with it"
              checked={applied !== null}
              disabled={busy}
              onChange={onSwitch}
            />
          )}
        </>
      }
    >
      <ScrollRegion label="Errors of the instruments">
        <table className={styles.calibration}>
          <caption className="visually-hidden">Calibration. {PLUS_MINUS_MEANING}</caption>
          <thead>
            <tr>
              <th scope="col">Instrument</th>
              <th scope="col">Found</th>
              <th scope="col">±</th>
              <th scope="col" className={styles.middle}>
                no error
              </th>
              <th scope="col" className={styles.words}>
                What to do
              </th>
              <th scope="col" className={styles.words}>
                From
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <InstrumentRow key={row.instrument} row={row} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className="sentence">
        Found is what to add to the reading, of the log what to multiply it by. {PLUS_MINUS_MEANING}
        {applied &&
          ` The figures of this track are corrected with it${isStored ? ", and later logs of this boat too" : ""}.`}
      </p>
    </Card>
  );
}

/** Half the width of the plot, ° and, of a factor, as a share. */
const REACH_DEG = 10;
const REACH_FACTOR = 0.25;

function InstrumentRow({ row }: { row: CalibrationRow }) {
  const { instrument, value, half_width } = row;
  const [name, what] = CALIBRATED_NAMES[instrument];
  const isFound = isError(row);
  return (
    <tr className={value === null ? styles.unknown : undefined}>
      <th scope="row">
        <b>{name}</b> {what}
      </th>
      <td className={isFound ? styles.found : undefined}>{value === null ? UNKNOWN : calibrationFigure(row, value)}</td>
      <td>{half_width !== null && `± ${calibrationFigure(row, half_width, false)}`}</td>
      <td className={styles.middle}>
        <span className={styles.plot} aria-hidden="true">
          {value !== null && half_width !== null && <Dot row={row} value={value} half={half_width} isFound={isFound} />}
        </span>
      </td>
      <td className={styles.words}>{calibrationAdvice(row)}</td>
      <td className={classes(styles.words, styles.source)}>{calibrationSource(row)}</td>
    </tr>
  );
}

function Dot({ row, value, half, isFound }: { row: CalibrationRow; value: number; half: number; isFound: boolean }) {
  const [zero, reach] = row.instrument === "log" ? [1, REACH_FACTOR] : [0, REACH_DEG];
  const at = (of: number) => 50 + 50 * Math.max(-1, Math.min(1, (of - zero) / reach));
  return (
    <>
      <u style={{ left: `${at(value - half)}%`, width: `${at(value + half) - at(value - half)}%` }} />
      <i className={classes(isFound ? styles.full : styles.hollow)} style={{ left: `${at(value)}%` }} />
    </>
  );
}

const isSpeedFigure = (figure: SideFigure): boolean => figure.startsWith("speed") || figure.startsWith("vmg");
const shown = (figure: SideFigure, value: number | null): string => {
  if (value === null) return UNKNOWN;
  return isSpeedFigure(figure) ? amount(value, 2, "kn") : `${fixed(value, 1)}°`;
};

/** Means on both tacks and what they differ by. */
function SidesCard({ calibration }: { calibration: Calibration }) {
  const { sides, tws_kn, through_water } = calibration;
  const rows = sides.filter(({ port, starboard }) => port !== null || starboard !== null);
  if (rows.length === 0) return null;
  const winds = tws_kn && `${amount(tws_kn[0], 0, "kn")} to ${amount(tws_kn[1], 0, "kn")} ${unitName("kn")} of wind`;
  const text = sidesText(calibration);
  const speed = unitName("kn");
  return (
    <Card title="Port against starboard" aside={winds && <span className="caption">{winds}</span>}>
      <ScrollRegion label="Means on both tacks">
        <Table
          className="figures-table names-stay"
          caption={`Port against starboard. ${PLUS_MINUS_MEANING}`}
          heads={[null, "Port", "Starboard", "Difference", "±"]}
          rows={rows.map(({ figure, port, starboard, difference, half_width }) => {
            const differs = difference !== null && half_width !== null && Math.abs(difference) > half_width;
            return [
              `${SIDE_FIGURE_NAMES[figure]}${isSpeedFigure(figure) ? `, ${speed}` : ""}`,
              shown(figure, port),
              shown(figure, starboard),
              differs ? <b key={figure}>{shown(figure, difference)}</b> : shown(figure, difference),
              half_width === null ? "too little" : `± ${shown(figure, half_width)}`,
            ];
          })}
        />
      </ScrollRegion>
      <p className="sentence">
        {text && <b>{text} </b>}
        {through_water
          ? "Speeds are through the water, angles to the wind over it; the errors found above are taken out."
          : "Speeds are over the ground."}
      </p>
    </Card>
  );
}

interface WhyCardProps {
  doubt: Doubt;
  report: FileAnalysis;
}

const MARGIN = { top: 26, right: 16, left: 40, bottom: 26 };
/** Readings that Shift and an arrow key pass. */
const LONG_STEP = 10;

/** What an instrument read over what the track says. */
function WhyCard({ doubt, report }: WhyCardProps) {
  const { instrument } = doubt;
  const state = doubt.used ? "doubted" : "not used";
  const [at, setAt] = useState<number | null>(null);
  const plot_px = useMedia(PHONE) ? 150 : 200;
  const readings = useMemo(() => readingsOf(doubt, report.start_time), [doubt, report]);
  const reading = at === null ? undefined : readings[at];
  const name = INSTRUMENT_NAMES[instrument];
  const zone = report.time_zone;
  const slider = sliderOf({
    label: `What the ${name} read and what the track says, moment`,
    from: 0,
    to: readings.length - 1,
    at: at ?? Math.floor(readings.length / 2),
    text: reading ? noteOf(reading, doubt, zone).join(", ") : "No moment chosen",
    step: 1,
    long: LONG_STEP,
    onMove: setAt,
  });
  return (
    <Card
      title={`Why the ${name} is ${state}`}
      aside={
        <span className="caption">
          {isSpeed(instrument) ? "Speeds" : "Directions"}; hatched: {state}
        </span>
      }
    >
      <Chart margin={MARGIN} height={MARGIN.top + plot_px + MARGIN.bottom} className={styles.why} {...slider}>
        {(frame) => <Drawn {...{ doubt, report, readings, frame, reading }} onMove={setAt} />}
      </Chart>
      <p className={styles.key} aria-hidden="true">
        <span>
          <i className={isWind(instrument) ? styles.wind : styles.read} /> {name}
        </span>
        <span>
          <i className={styles.track} /> {trackName(instrument)}
        </span>
      </p>
      <p className="sentence">{whyText(doubt, report)}</p>
    </Card>
  );
}

/** What the track says in its place. */
function trackName(instrument: Instrument): string {
  if (isWind(instrument)) return "wind of the track";
  if (isSpeed(instrument)) return "speed over the ground";
  return "course over the ground";
}

function noteOf(
  { time_ms, read, track, isDoubted }: Reading,
  { instrument, used }: Doubt,
  zone: string | null,
): string[] {
  const shown = (value: number | null) =>
    value === null
      ? "not known"
      : isSpeed(instrument)
        ? withUnit(value, 1, "kn")
        : `${isWind(instrument) ? "from " : ""}${Math.round(compass(value)) % 360}°`;
  return [
    `${clock(time_ms, zone)}${isDoubted ? (used ? ", doubted" : ", not used") : ""}`,
    `${INSTRUMENT_NAMES[instrument]} ${shown(read)}`,
    `${trackName(instrument)} ${shown(track)}`,
  ];
}

interface DrawnProps extends WhyCardProps {
  readings: readonly Reading[];
  reading: Reading | undefined;
  frame: Frame;
  onMove: (at: number) => void;
}

const nearest = bisector((reading: Reading) => reading.time_ms).center;

function Drawn({ doubt, report, readings, reading, frame, onMove }: DrawnProps) {
  const { instrument, spans } = doubt;
  const { start_time, end_time, time_zone } = report;
  const x = useMemo(
    () => timeScale({ from_ms: Date.parse(start_time), to_ms: Date.parse(end_time) }, frame),
    [start_time, end_time, frame],
  );
  const middle = useMemo(() => middleOf(readings, instrument), [readings, instrument]);
  const placed = (value: number | null) =>
    value === null || isSpeed(instrument) ? value : middle + turned(value, middle);
  const { y, ticks } = useMemo(
    () => scaleOf(readings, { instrument, middle, frame }),
    [readings, instrument, middle, frame],
  );
  const path = (of: "read" | "track") =>
    linePath(
      readings,
      (one) => {
        const value = placed(one[of]);
        return value === null ? null : [x(one.time_ms), y(value)];
      },
      (before, after) =>
        after.time_ms - before.time_ms > 2 * 1000 * doubt.step_s ||
        (!isSpeed(instrument) && Math.abs(placed(before[of])! - placed(after[of])!) > 180),
    );
  // The hairline stays where the pointer left.
  useHover(frame, (at_px) => at_px !== null && onMove(nearest(readings, x.invert(at_px))), true);
  return (
    <>
      <Drawing frame={frame}>
        <Hatched frame={frame} x={x} spans={spans} />
        <ValueAxis
          frame={frame}
          y={y}
          ticks={ticks}
          unit={isSpeed(instrument) ? "kn" : "°"}
          format={isSpeed(instrument) ? fixed : (value, digits) => fixed(compass(value), digits)}
        />
        <TimeAxis frame={frame} x={x} zone={time_zone} />
        <path d={path("track")} className={classes(styles.line, styles.track)} />
        <path d={path("read")} className={classes(styles.line, isWind(instrument) ? styles.wind : styles.read)} />
      </Drawing>
      {reading && (
        <>
          <Hairline
            frame={frame}
            x={x(reading.time_ms)}
            dots={[reading.read, reading.track].map((value) => y(placed(value) ?? Number.NaN))}
          />
          <Note frame={frame} x={x(reading.time_ms)} y={frame.top + 4}>
            {noteOf(reading, doubt, time_zone).map((text, line) =>
              line === 0 ? <b key={text}>{text}</b> : <span key={text}>{text}</span>,
            )}
          </Note>
        </>
      )}
    </>
  );
}

interface ScaleProps {
  instrument: Instrument;
  middle: number;
  frame: Frame;
}

function scaleOf(readings: readonly Reading[], { instrument, middle, frame }: ScaleProps) {
  const isDirection = !isSpeed(instrument);
  const whole = isDirection && !isWind(instrument) ? [0, 360] : [];
  const shown = readings.flatMap(({ read, track }) => [read, track]);
  const values = isDirection
    ? shown.map((value) => (value === null ? null : middle + turned(value, middle)))
    : [0, ...shown];
  return valueScale([...values, ...whole], frame, { isDirection });
}

/** The times at which the instrument is not used. */
function Hatched({ frame: { top, bottom }, x, spans }: { frame: Frame; x: Scale; spans: Doubt["spans"] }) {
  const hatch = useId();
  return (
    <>
      <defs>
        <pattern id={hatch} width={7} height={7} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width={7} height={7} fill="var(--warn-soft)" />
          <path d="M0 0V7" stroke="var(--warn)" strokeOpacity={0.35} />
        </pattern>
      </defs>
      {spans.map((span) => {
        const [left, right] = [x(Date.parse(span.start_time)), x(Date.parse(span.end_time))];
        return (
          <g key={span.start_time}>
            <rect x={left} y={top} width={Math.max(2, right - left)} height={bottom - top} fill={`url(#${hatch})`} />
            <path d={`M${left} ${top}V${bottom}`} stroke="var(--warn)" strokeWidth={1.5} />
          </g>
        );
      })}
    </>
  );
}

/** The direction about which directions are drawn: the mean of the track's wind; of courses south. */
function middleOf(readings: readonly Reading[], instrument: Instrument): number {
  if (!isWind(instrument)) return 180;
  const [east, north] = readings.reduce(
    ([x, y], { track }) => {
      const angle = ((track ?? Number.NaN) * Math.PI) / 180;
      return track === null ? [x, y] : [x + Math.sin(angle), y + Math.cos(angle)];
    },
    [0, 0],
  );
  return compass((Math.atan2(east, north) * 180) / Math.PI);
}
