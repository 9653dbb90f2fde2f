import {
  CLOSE_HAULED_TO_DEG,
  type FileAnalysis,
  PASSAGE_KIND_NAMES,
  PASSAGE_KINDS,
  PASSAGE_S,
  type Passage,
  type PassageBin,
  type PassageKind,
  type PassageRow,
  passageOf,
  passageTexts,
  RUN_FROM_DEG,
  type TrackColumns,
} from "@leebow/core";
import { MILES_PER_M } from "@leebow/core/units";
import { arc, scaleLinear } from "d3";
import { useMemo } from "react";
import { Chart, Drawing, type Frame } from "../../chart/frame";
import { amount, fixed, sentence } from "../../format/numbers";
import { clock, durationText, hoursMinutes } from "../../format/times";
import { unitName } from "../../format/units";
import { Card } from "../../ui/card";
import { classes } from "../../ui/classes";
import { EmptyState } from "../../ui/empty-state";
import { Figure, Figures } from "../../ui/figure";
import { SideMark } from "../../ui/marks";
import { ScrollRegion } from "../../ui/scroll-region";
import styles from "./passage-view.module.css";

/** What of a passage was sailed how, what under engine, and in which wind. */
export function PassageView({ report, columns }: { report: FileAnalysis; columns: TrackColumns }) {
  const passage = useMemo(() => passageOf(report, columns), [report, columns]);
  if ((passage.sail?.time_s ?? 0) < PASSAGE_S && !passage.rows.engine)
    return (
      <EmptyState title="Too short for a passage">
        There are {durationText(passage.sail?.time_s ?? 0)} under sail. From 2 h on, shares and averages stand here.
      </EmptyState>
    );
  return (
    <div className="grid one-column gap">
      <Head passage={passage} />
      <Shares passage={passage} zone={report.time_zone} />
      <div className={styles.two}>
        <SailAndEngine passage={passage} />
        {passage.angles_deg.length > 0 && <AngleRose passage={passage} />}
      </div>
      {passage.strengths_kn.length > 0 && <StrengthChart passage={passage} />}
    </div>
  );
}

const nm = (m: number) => amount(m * MILES_PER_M, 1, "mi");

function Head({ passage: { distance_m, time_s, rows, sail, tacks, gybes } }: { passage: Passage }) {
  const speed = unitName("kn");
  return (
    <Figures columns={6}>
      <Figure name="Distance" value={nm(distance_m)} unit={unitName("mi")} />
      <Figure name="Time" value={durationText(time_s)} />
      <Figure name="Under sail" value={amount(sail?.average_kn, 1, "kn")} unit={sail ? speed : undefined} />
      <Figure
        name="Under engine"
        value={amount(rows.engine?.average_kn, 1, "kn")}
        unit={rows.engine ? speed : undefined}
      />
      <Figure name="Sailed of the time" value={fixed(100 * (sail?.share ?? 0), 0)} unit="%" />
      <Figure name="Tacks, gybes" value={`${tacks}, ${gybes}`} />
    </Figures>
  );
}

const isKind = ([, row]: [PassageKind, PassageRow | undefined]): boolean => row !== undefined;
const rowsOf = ({ rows }: Passage) =>
  PASSAGE_KINDS.map((kind): [PassageKind, PassageRow | undefined] => [kind, rows[kind]]).filter(isKind) as [
    PassageKind,
    PassageRow,
  ][];

function Shares({ passage, zone }: { passage: Passage; zone: string | null }) {
  const { stretches, time_s } = passage;
  const rows = rowsOf(passage);
  const from_ms = Date.parse(stretches[0]!.start_time);
  const to_ms = Date.parse(stretches.at(-1)!.end_time);
  const at = (time: string) => (100 * (Date.parse(time) - from_ms)) / (to_ms - from_ms);
  return (
    <Card title="What was sailed" aside={<span className="caption">of {durationText(time_s)}</span>}>
      <div className={styles.bar} aria-hidden="true">
        {rows.map(([kind, { share }]) => (
          <i key={kind} className={PAINTS[kind]} style={{ flexGrow: share }} />
        ))}
      </div>
      <ul className={styles.key}>
        {rows.map(([kind, { share }]) => (
          <li key={kind}>
            <i className={classes(styles.square, PAINTS[kind])} />
            {PASSAGE_KIND_NAMES[kind]} <b>{fixed(100 * share, 0)} %</b>
          </li>
        ))}
      </ul>
      <div
        className={styles.time}
        role="img"
        aria-label={`What was sailed over the time, ${stretches.length} stretches`}
      >
        {stretches.map(({ kind, start_time, end_time }) => (
          <i
            key={start_time}
            className={PAINTS[kind]}
            title={`${PASSAGE_KIND_NAMES[kind]}, ${clock(Date.parse(start_time), zone)} to ${clock(Date.parse(end_time), zone)}`}
            style={{ left: `${at(start_time)}%`, width: `${at(end_time) - at(start_time)}%` }}
          />
        ))}
      </div>
      <p className={styles.ends}>
        <span>{clock(from_ms, zone)}</span>
        <span>{clock(to_ms, zone)}</span>
      </p>
    </Card>
  );
}

function SailAndEngine({ passage }: { passage: Passage }) {
  const texts = passageTexts(passage);
  return (
    <Card title="Sail and engine">
      <ScrollRegion label="Shares and averages">
        <table className={styles.table}>
          <caption className="visually-hidden">Shares and averages</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">Time, h</th>
              <th scope="col">Share, %</th>
              <th scope="col">Distance, {unitName("mi")}</th>
              <th scope="col">Average, {unitName("kn")}</th>
              <th scope="col">Best 10 min, {unitName("kn")}</th>
              <th scope="col">Angle, median</th>
            </tr>
          </thead>
          <tbody>
            {rowsOf(passage).map(([kind, row]) => (
              <tr key={kind}>
                <th scope="row">
                  <i className={classes(styles.square, PAINTS[kind])} />
                  {PASSAGE_KIND_NAMES[kind]}
                </th>
                <Cells row={row} hasAngle={kind !== "engine" && kind !== "rest"} />
              </tr>
            ))}
          </tbody>
          {passage.sail && (
            <tfoot>
              <tr>
                <th scope="row">Under sail</th>
                <Cells row={passage.sail} hasAngle={false} />
              </tr>
            </tfoot>
          )}
        </table>
      </ScrollRegion>
      {texts.length > 0 && <p className="sentence">{texts.map(sentence).join(" ")}</p>}
    </Card>
  );
}

function Cells({ row, hasAngle }: { row: PassageRow; hasAngle: boolean }) {
  const { time_s, share, distance_m, average_kn, best_10_min_kn, angle_deg } = row;
  return (
    <>
      <td>{hoursMinutes(time_s)}</td>
      <td>{fixed(100 * share, 0)}</td>
      <td>{nm(distance_m)}</td>
      <td>
        <b>{amount(average_kn, 1, "kn")}</b>
      </td>
      <td>{amount(best_10_min_kn, 1, "kn")}</td>
      <td>{hasAngle && angle_deg !== null ? `${fixed(angle_deg, 0)}°` : "–"}</td>
    </>
  );
}

const SIZE_PX = 300;
const OUTER_PX = 110;
const INNER_PX = 14;
const RAYS_DEG = [0, CLOSE_HAULED_TO_DEG, RUN_FROM_DEG, 180, -RUN_FROM_DEG, -CLOSE_HAULED_TO_DEG];
/** Between two bars, radians. */
const PAD = 0.02;

const radians = (deg: number) => (deg * Math.PI) / 180;

/** Hours by wind angle: the bow is up, port tack at the left. */
function AngleRose({ passage: { angles_deg } }: { passage: Passage }) {
  const most_s = Math.max(...angles_deg.map(({ time_s }) => time_s));
  const px = (time_s: number) => INNER_PX + ((OUTER_PX - INNER_PX) * time_s) / most_s;
  const onSide = (isPort: boolean) =>
    angles_deg.reduce((sum, { from, time_s }) => sum + (from < 0 === isPort ? time_s : 0), 0);
  const bar = arc<PassageBin>()
    .startAngle(({ from }) => radians(from))
    .endAngle(({ to }) => radians(to))
    .innerRadius(INNER_PX)
    .outerRadius(({ time_s }) => px(time_s))
    .padAngle(PAD);
  const [port, starboard] = [onSide(true), onSide(false)];
  return (
    <Card title="Wind angle" aside={<span className="caption">hours under sail</span>}>
      <p className="wrap apart sides secondary">
        <span>
          <SideMark side="port" /> {durationText(port)}
        </span>
        <span>
          <SideMark side="starboard" /> {durationText(starboard)}
        </span>
      </p>
      <svg
        viewBox={`${-SIZE_PX / 2} ${-SIZE_PX / 2} ${SIZE_PX} ${SIZE_PX}`}
        className={styles.rose}
        role="img"
        aria-label={`Hours by wind angle: ${durationText(port)} on port tack, ${durationText(starboard)} on starboard tack`}
      >
        {[0.5, 1].map((share) => (
          <g key={share}>
            <circle r={px(share * most_s)} className="mark-grid" />
            <text x="4" y={-px(share * most_s) - 3} className={styles.tick}>
              {durationText(share * most_s)}
            </text>
          </g>
        ))}
        {RAYS_DEG.map((deg) => (
          <text
            key={deg}
            x={(OUTER_PX + 22) * Math.sin(radians(deg))}
            y={-(OUTER_PX + 22) * Math.cos(radians(deg)) + 4}
            textAnchor="middle"
            className={styles.tick}
          >
            {Math.abs(deg)}°
          </text>
        ))}
        {angles_deg.map((bin) => (
          <path key={bin.from} d={bar(bin) ?? ""} className={PAINTS[kindOf(bin)]} />
        ))}
      </svg>
    </Card>
  );
}

function kindOf({ from, to }: PassageBin) {
  const middle = Math.abs((from + to) / 2);
  return middle <= CLOSE_HAULED_TO_DEG ? "close_hauled" : middle < RUN_FROM_DEG ? "reach" : "run";
}

const MARGIN = { top: 26, right: 16, bottom: 26, left: 16 };
const HEIGHT_PX = 210;
/** Between two bars. */
const GAP_PX = 2;
const HOUR_S = 3600;

/** Hours under sail by the strength of the true wind. */
function StrengthChart({ passage }: { passage: Passage }) {
  const unit = unitName("kn");
  return (
    <Card title="Wind strength" aside={<span className="caption">hours under sail, true wind in {unit}</span>}>
      <Chart margin={MARGIN} height={HEIGHT_PX} role="img" aria-label={description(passage, unit)}>
        {(frame) => <Bars passage={passage} frame={frame} />}
      </Chart>
    </Card>
  );
}

function description({ strengths_kn, tws_median_kn }: Passage, unit: string): string {
  const bins = strengths_kn.map(
    ({ from, to, time_s }) =>
      `${amount(from, 0, "kn")} to ${amount(to, 0, "kn")} ${unit}: ${fixed(time_s / HOUR_S, 1)} h`,
  );
  return `Wind strength, median ${amount(tws_median_kn, 1, "kn")} ${unit}. ${bins.join(", ")}`;
}

function Bars({ passage: { strengths_kn, tws_median_kn }, frame }: { passage: Passage; frame: Frame }) {
  const most_s = Math.max(...strengths_kn.map(({ time_s }) => time_s));
  const x = scaleLinear([strengths_kn[0]!.from, strengths_kn.at(-1)!.to], [frame.left, frame.right]);
  const y = scaleLinear([0, most_s], [frame.bottom, frame.top]);
  const ticks = [...strengths_kn.map(({ from }) => from), strengths_kn.at(-1)!.to];
  return (
    <Drawing frame={frame}>
      {strengths_kn.map(({ from, to, time_s }) => (
        <g key={from}>
          <rect
            x={x(from) + GAP_PX / 2}
            width={Math.max(1, x(to) - x(from) - GAP_PX)}
            y={y(time_s)}
            height={frame.bottom - y(time_s)}
            rx="2"
            fill="var(--wind)"
          />
          {time_s > 0 && (
            <text x={x((from + to) / 2)} y={y(time_s) - 5} textAnchor="middle" className={styles.tick}>
              {fixed(time_s / HOUR_S, 1)}
            </text>
          )}
        </g>
      ))}
      <path d={`M${frame.left} ${frame.bottom}H${frame.right}`} stroke="var(--line-strong)" />
      {ticks.map((kn) => (
        <text key={kn} x={x(kn)} y={frame.bottom + 17} textAnchor="middle" className={styles.tick}>
          {amount(kn, 0, "kn")}
        </text>
      ))}
      {tws_median_kn !== null && (
        <g>
          <path d={`M${x(tws_median_kn)} ${frame.top - 12}V${frame.bottom}`} className="mark-line" />
          <text x={x(tws_median_kn) + 5} y={frame.top - 14} className={styles.medianText}>
            median {amount(tws_median_kn, 1, "kn")}
          </text>
        </g>
      )}
    </Drawing>
  );
}

/** The colour of a kind is a scale of angle; engine is hatched, rest hollow. */
const PAINTS: Record<PassageKind, string | undefined> = {
  close_hauled: styles.closeHauled,
  reach: styles.reach,
  run: styles.run,
  no_wind: styles.noWind,
  engine: styles.engine,
  rest: styles.rest,
};
