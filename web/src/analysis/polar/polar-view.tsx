import type { Polar, Target } from "@leebow/api/contract";
import { halfWidth90 } from "@leebow/core";
import { scaleLinear, scaleTime } from "d3";
import { TriangleAlert, X } from "lucide-react";
import { useState } from "react";
import { AxisName, LowerAxis, ValueAxis } from "../../chart/axes";
import type { Frame } from "../../chart/frame";
import { PointPlot } from "../../chart/plot-points";
import { padded, type Scale, timeScale } from "../../chart/scales";
import { fixed } from "../../format/numbers";
import { dayAndMonth, nearDay } from "../../format/times";
import { unitName } from "../../format/units";
import { MetricHelp } from "../../help/metric-help";
import { IconButton } from "../../ui/button";
import { Card } from "../../ui/card";
import { Segments } from "../../ui/choices";
import { Icon } from "../../ui/icon";
import { ScrollRegion } from "../../ui/scroll-region";
import {
  bandName,
  bandRange,
  minutes,
  PART_NAMES,
  type PolarBand,
  type PolarPart,
  type PolarSide,
  paintOf,
  type TargetPlace,
} from "./bands";
import { PolarChart } from "./polar-chart";
import styles from "./polar-view.module.css";
import { TargetsTable } from "./targets-table";
import { changeText, noteTexts, RELATIVE_TEXT, type SeasonTrend, sidesText, speedText, splitsText } from "./texts";

interface PolarViewProps {
  /** Whose polar it is. */
  title: string;
  /** Of both tacks. */
  polar: Polar;
  /** Of the chosen tack. */
  shown: Polar;
  side: PolarSide;
  onSide: (side: PolarSide) => void;
  /** The polar of a file, drawn dashed for comparison. */
  file?: Pick<Target, "id" | "boat_class" | "name" | "winds"> | null;
  onTakeOff?: () => void;
  /** Opens the session of a point of the season. */
  onOpen: (track_id: number) => void;
}

const SIDES: { value: PolarSide; label: string }[] = [
  { value: "both", label: "Both" },
  { value: "port", label: "Port" },
  { value: "starboard", label: "Starboard" },
];

/** The polar of one class: the chart, the targets, and the season. Chart and targets show the same band. */
export function PolarView({ title, polar, shown, side, onSide, onOpen, file = null, onTakeOff }: PolarViewProps) {
  const [chosen, setChosen] = useState<TargetPlace | null>(null);
  const isThere = shown.bands.some(({ name }) => name === chosen?.band);
  const place = isThere ? chosen : firstPlace(shown);
  return (
    <div className={styles.two}>
      <Card
        title={file ? `${title} and the file's` : title}
        help={<MetricHelp name={title} ids={["PolarCurve.median_kn", "PolarCurve.q25_kn", "PolarBand.from_kn"]} />}
        aside={
          <>
            {file && (
              <span className="row gap-4 shrinks secondary anywhere">
                <IconButton icon={X} label={`Take off ${file.name}`} onClick={() => onTakeOff?.()} />
                {file.name}
              </span>
            )}
            <Segments label="Tack" choices={SIDES} value={side} onChange={onSide} />
          </>
        }
      >
        <PolarChart bands={shown.bands} shown={place} onShow={setChosen} file={file?.winds ?? null} />
        <Legend polar={shown} hasFile={file !== null} />
      </Card>
      <div className="grid one-column gap-12">
        {shown.target && <OfTargetCard target={shown.target} bands={shown.bands} />}
        <Targets polar={shown} side={side} place={place} onShow={setChosen} />
        {polar.basis === "wind_speed" && polar.season && <Season polar={polar} season={polar.season} onOpen={onOpen} />}
      </div>
    </div>
  );
}

/** In the band that was sailed longest. */
function firstPlace({ bands }: Polar): TargetPlace | null {
  const [longest] = [...bands].sort((a, b) => b.time_s - a.time_s);
  return longest ? { band: longest.name, part: longest.upwind || !longest.downwind ? "upwind" : "downwind" } : null;
}

function Legend({ polar: { bands }, hasFile }: { polar: Polar; hasFile: boolean }) {
  return (
    <ul className={styles.legend}>
      {bands.map((band) => (
        <li key={band.name}>
          <i className={styles.square} style={{ background: paintOf(band, bands) }} />
          {bandName(band)}
          <span className="caption">{minutes(band.time_s)}</span>
        </li>
      ))}
      <li className={styles.marks}>
        <i className={styles.circle} />
        angle sailed most
      </li>
      <li>
        <i className={styles.half} />
        middle half
      </li>
      <li>
        <i className={styles.dashed} />
        less than 5 min
      </li>
      {hasFile && (
        <li>
          <i className={styles.ofFile} />
          the file, in the middle of each wind
        </li>
      )}
    </ul>
  );
}

interface TargetsProps {
  polar: Polar;
  side: PolarSide;
  place: TargetPlace | null;
  onShow: (place: TargetPlace) => void;
}

function Targets({ polar, side, place, onShow }: TargetsProps) {
  const notes = noteTexts(polar);
  const isRelative = polar.basis === "relative";
  return (
    <Card
      title="Targets"
      help={
        <MetricHelp
          name="Targets"
          ids={["PolarTarget.twa_deg", "PolarTarget.speed_kn", "PolarTarget.vmg_kn", "PolarTarget.vmg_interval_kn"]}
        />
      }
      aside={<span className="caption">{`${speedText(polar)}${side === "both" ? "" : `, on ${side} tack`}`}</span>}
    >
      {isRelative && <p className="sentence">{RELATIVE_TEXT}</p>}
      <TargetsTable caption="Targets by wind" polar={polar} shown={place} onShow={onShow} />
      {notes.length > 0 && (
        <div className={styles.note}>
          <Icon of={TriangleAlert} />
          <p>{notes.join(" ")}</p>
        </div>
      )}
    </Card>
  );
}

const PARTS: { value: PolarPart; label: string }[] = [
  { value: "upwind", label: "Upwind" },
  { value: "downwind", label: "Downwind" },
];

interface SeasonProps extends Pick<PolarViewProps, "polar" | "onOpen"> {
  season: NonNullable<Polar["season"]>;
}

function Season({ polar, season, onOpen }: SeasonProps) {
  const [part, setPart] = useState<PolarPart>("upwind");
  const trend = season[part];
  const { clear, more } = changeText(trend);
  const sides = sidesText(polar, part);
  return (
    <Card
      title="Season"
      help={
        <MetricHelp
          name="Season"
          ids={["SeasonPoint.percent", "SeasonTrend.change_percent", "SideDifference.percent"]}
        />
      }
      aside={
        <>
          <span className="caption only-wide">each dot one session, with its 90 % interval</span>
          <Segments label="Side of the wind" choices={PARTS} value={part} onChange={setPart} />
        </>
      }
    >
      {trend.points.length > 0 && (
        <>
          <p className={styles.axis}>
            {part === "upwind" ? "Upwind" : "Downwind"} VMG, % of the target for that wind. Press a dot for its track.
          </p>
          <SeasonChart trend={trend} splits={season.splits} part={part} bands={polar.bands} onOpen={onOpen} />
        </>
      )}
      <p className="sentence">
        {clear && <b>{clear} </b>}
        {[more, splitsText(season), sides].filter(Boolean).join(" ")}
      </p>
    </Card>
  );
}

type OfTarget = NonNullable<Polar["target"]>;
type Side = keyof OfTarget["bands"][number]["sides"];
type Value = OfTarget["bands"][number]["sides"][Side];

const TARGET_SIDES: { side: Side; title: string; name: string }[] = [
  { side: "up", title: "Up, VMG", name: "Upwind" },
  { side: "reach", title: "Reach, speed", name: "Reaching" },
  { side: "down", title: "Down, VMG", name: "Downwind" },
];
/** Less time says nothing; a figure of more than the second is bold, s. */
const SHOWN_S = 300;
const SURE_S = 1800;

/** % of target by wind, upwind, on a reach and downwind, with the minutes behind each. */
function OfTargetCard({ target, bands }: { target: OfTarget; bands: readonly PolarBand[] }) {
  const rows = target.bands.filter(({ sides }) => Object.values(sides).some((value) => value !== null));
  const most = mostLeft(target);
  return (
    <Card title="% of target" aside={<span className="caption">{target.name}</span>}>
      {rows.length > 0 && (
        <ScrollRegion label="% of target by wind">
          <table className={styles.table}>
            <caption className="visually-hidden">% of target by wind</caption>
            <thead>
              <tr>
                <th scope="col">Wind, {unitName("kn")}</th>
                {TARGET_SIDES.flatMap(({ side, title }) => [
                  <th key={side} scope="col">
                    {title}
                  </th>,
                  <th key={`${side} time`} scope="col">
                    min
                  </th>,
                ])}
              </tr>
            </thead>
            <tbody>
              {rows.map((band) => (
                <tr key={band.name}>
                  <th scope="row">
                    <i className={styles.square} style={{ background: paintOf(band, bands) }} />
                    {bandRange(band)}
                  </th>
                  {TARGET_SIDES.flatMap(({ side }) => cells(side, band.sides[side]))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <p className="sentence">
        {most && <b>{most} </b>}
        {aboutText(target, rows.length > 0)}
      </p>
    </Card>
  );
}

function cells(side: Side, value: Value) {
  const isShown = value !== null && value.time_s >= SHOWN_S;
  const percent = isShown ? fixed(value.percent, 0) : "–";
  return [
    <td key={side}>
      {isShown && value.time_s >= SURE_S ? <b>{percent}</b> : percent}
      {isShown && value.half_width_percent !== null && (
        <span className="quiet"> ± {fixed(value.half_width_percent, 0)}</span>
      )}
    </td>,
    <td key={`${side} time`} className="secondary">
      {value && Math.round(value.time_s / 60)}
    </td>,
  ];
}

/** Where the figure is lowest of those with half an hour. */
function mostLeft({ bands }: OfTarget): string | null {
  const sure = bands.flatMap((band) =>
    TARGET_SIDES.flatMap(({ side, name }) => {
      const value = band.sides[side];
      return value && value.time_s >= SURE_S && value.half_width_percent !== null ? [{ band, name, value }] : [];
    }),
  );
  const [least] = sure.sort((a, b) => a.value.percent - b.value.percent);
  if (!least || least.value.percent + least.value.half_width_percent! >= 100) return null;
  const { percent, half_width_percent } = least.value;
  const figure = `${fixed(percent, 0)} ± ${fixed(half_width_percent, 0)} %`;
  return `${least.name} in ${bandName(least.band)} is where most is left: ${figure}.`;
}

function aboutText({ over_ground, outside_s }: OfTarget, hasRows: boolean): string {
  const motion = over_ground
    ? "Speeds of the file are over the ground."
    : "Speeds are through the water where the track shows a current, else over the ground.";
  const outside = outside_s < 60 ? "" : ` ${Math.round(outside_s / 60)} min were sailed outside its winds and angles.`;
  const nothing = hasRows ? "" : "Nothing was sailed in the winds of this file. ";
  return `${nothing}Upwind and downwind: VMG. Between: speed. ${motion}${outside}`;
}

const HEIGHT = 226;
const MARGIN = { top: 14, right: 18, bottom: 28, left: 40 };
/** Width of a date below the chart with its space, px. */
const DATE_PX = 90;
const DAY_MS = 86_400_000;

type SeasonPoint = SeasonTrend["points"][number];

interface SeasonChartProps {
  trend: SeasonTrend;
  /** Where the trend begins anew. */
  splits: NonNullable<Polar["season"]>["splits"];
  part: PolarPart;
  bands: readonly PolarBand[];
  /** Opens the session of a point. */
  onOpen: (track_id: number) => void;
}

/** The VMG of each session against the target for its wind, with its uncertainty, and the trend. */
function SeasonChart({ trend: { points: sessions, line }, splits, part, bands, onOpen }: SeasonChartProps) {
  const times = sessions.map(({ start_time }) => Date.parse(start_time));
  const range = { from_ms: Math.min(...times) - DAY_MS, to_ms: Math.max(...times) + DAY_MS };
  const draw = (frame: Frame) => {
    const x = timeScale(range, { left: frame.left + 8, right: frame.right - 8 });
    const y = scaleLinear(padded([100, ...sessions.flatMap(intervalOf)]), [frame.bottom, frame.top]).nice(4);
    const points = sessions.map((point, at) => {
      const band = bands.find(({ name }) => name === point.band);
      const wind = band ? bandName(band) : point.band;
      return {
        id: `${point.track_id} ${at}`,
        point,
        paint: band ? paintOf(band, bands) : "var(--ink-3)",
        x: x(times[at]!),
        y: y(point.percent),
        name: `${nearDay(point.date, "UTC")}, ${wind}: ${fixed(point.percent, 1)} ± ${fixed(halfWidth90(point.sd_percent), 1)} % of the target`,
        note: <PointNote point={point} wind={wind} />,
      };
    });
    const drawing = (
      <>
        <ValueAxis frame={frame} y={y} ticks={y.ticks(4)} />
        <LowerAxis frame={frame} x={x} ticks={datesOf(x)} format={(at) => dayAndMonth(at, "UTC")} />
        {splits.map(({ track_id, start_time }) => {
          const at = x(Date.parse(start_time) - DAY_MS / 2);
          return (
            at > frame.left && (
              <path
                key={track_id}
                d={`M${at} ${frame.top}V${frame.bottom}`}
                stroke="var(--ink-3)"
                strokeDasharray="2 4"
              />
            )
          );
        })}
        {line.map((part_line) => (
          <Trend key={part_line.from_time} line={part_line} x={x} y={y} />
        ))}
        <path d={`M${frame.left} ${y(100)}H${frame.right}`} stroke="var(--ink-3)" />
        <AxisName x={frame.left + 8} y={y(100) - 5}>
          target
        </AxisName>
        {points.map((dot) => (
          <g key={dot.id}>
            <path d={`M${dot.x} ${intervalOf(dot.point).map(y).join("V")}`} stroke="var(--ink-3)" strokeWidth="1.25" />
            <circle cx={dot.x} cy={dot.y} r="4.5" fill={dot.paint} className="mark-dot" />
          </g>
        ))}
      </>
    );
    return { points, drawing };
  };
  return (
    <PointPlot
      margin={MARGIN}
      height={HEIGHT}
      className="beside-8"
      label={`${PART_NAMES[part]} VMG, one point a session`}
      draw={draw}
      onOpen={({ point }) => onOpen(point.track_id)}
    />
  );
}

/** Ends of the 90 % interval of a session. */
const intervalOf = ({ percent, sd_percent }: Pick<SeasonPoint, "percent" | "sd_percent">) => [
  percent - halfWidth90(sd_percent),
  percent + halfWidth90(sd_percent),
];

/** A straight line, and its 90 % interval. */
function Trend({ line, x, y }: { line: SeasonTrend["line"][number]; x: Scale; y: Scale }) {
  const [from, to] = [x(Date.parse(line.from_time)), x(Date.parse(line.to_time))];
  const at = (percent: number) => y(percent).toFixed(1);
  const { from_percent, to_percent, sd_percent } = line;
  const half = halfWidth90(sd_percent);
  return (
    <>
      <path
        d={`M${from} ${at(from_percent - half)}L${to} ${at(to_percent - half)}V${at(to_percent + half)}L${from} ${at(from_percent + half)}Z`}
        className="mark-band"
      />
      <path d={`M${from} ${at(from_percent)}L${to} ${at(to_percent)}`} className="mark-line" />
    </>
  );
}

/** Days with room for their names. */
function datesOf(x: Scale): number[] {
  const [left = 0, right = 0] = x.range();
  const times = scaleTime(x.domain(), x.range());
  return times.ticks(Math.max(2, Math.floor((right - left) / DATE_PX))).map((date) => date.getTime());
}

const PointNote = ({ point, wind }: { point: SeasonPoint; wind: string }) => (
  <>
    <b>{nearDay(point.date, "UTC")}</b>
    <span>{wind}</span>
    <span>
      {fixed(point.percent, 1)} ± {fixed(halfWidth90(point.sd_percent), 1)} % of the target
    </span>
  </>
);
