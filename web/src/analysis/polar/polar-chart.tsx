import { type TargetWind, targetsOf } from "@leebow/core";
import { areaRadial, lineRadial, scaleLinear } from "d3";
import { type ReactNode, useId } from "react";
import { Chart, Drawing, type Frame } from "../../chart/frame";
import { PlotPoints } from "../../chart/plot-points";
import { amount, digitsOfTicks, fixed, withUnit } from "../../format/numbers";
import { inUnit, unitName } from "../../format/units";
import { PHONE, useMedia } from "../../look/use-media";
import { classes } from "../../ui/classes";
import {
  bandName,
  minutes,
  PART_NAMES,
  type PolarBand,
  type PolarScale,
  type PolarTarget,
  paintOf,
  placeOf,
  polarScale,
  radians,
  rayLength,
  type TargetPlace,
} from "./bands";
import styles from "./polar-chart.module.css";

const SIZES = {
  wide: { height: 620, margin: { top: 26, right: 40, bottom: 30, left: 44 } },
  phone: { height: 430, margin: { top: 24, right: 44, bottom: 28, left: 28 } },
};
/** Below this much time near an angle a curve is dashed, without its middle half. *from* the definition of polars, section "Surface". */
const DASHED_BELOW_S = 300;
const RAYS_DEG = [0, 30, 60, 90, 120, 150, 180];
/** Width of the note about a target, px. */
const NOTE_PX = 226;
/** The note of a target upwind is so far below the number of this ray, px, which is where it would be. */
const NOTE_BELOW = { ray_deg: 60, px: 12 };

interface PolarChartProps {
  bands: readonly PolarBand[];
  shown: TargetPlace | null;
  onShow: (place: TargetPlace) => void;
  /** The polar of a file, drawn dashed for the wind of each band. */
  file?: readonly TargetWind[] | null;
}

/** A target with its band. */
interface Mark extends TargetPlace {
  id: string;
  of: PolarBand;
  target: PolarTarget;
}

/** Speed by true wind angle in each band: median, middle half, and the angles sailed most. */
export function PolarChart(props: PolarChartProps) {
  const { height, margin } = useMedia(PHONE) ? SIZES.phone : SIZES.wide;
  const shown = marksOf(props.bands).find((mark) => isAt(mark, props.shown));
  return (
    <>
      <Chart margin={margin} height={height} className="beside-8">
        {(frame) => <Drawn {...props} frame={frame} />}
      </Chart>
      {shown && (
        <div className={classes("only-phone", styles.below)}>
          <TargetNote mark={shown} />
        </div>
      )}
    </>
  );
}

const marksOf = (bands: readonly PolarBand[]): Mark[] =>
  (["upwind", "downwind"] as const).flatMap((part) =>
    bands.flatMap((of) => {
      const target = of[part];
      return target ? [{ id: `${of.name} ${part}`, band: of.name, part, of, target }] : [];
    }),
  );

const isAt = ({ band, part }: TargetPlace, place: TargetPlace | null): boolean =>
  band === place?.band && part === place.part;

function Drawn({ bands, shown, onShow, file = null, frame }: PolarChartProps & { frame: Frame }) {
  const ofFile = file ? fileCurves(file, bands) : [];
  const scale = polarScale([...bands, ...ofFile], frame);
  const marks = marksOf(bands);
  const points = marks.map((mark) => {
    const [x, y] = placeOf(scale, mark.target.twa_deg, mark.target.median_kn);
    return { id: mark.id, x, y, name: nameOf(mark) };
  });
  const show = (id: string | null) => {
    const mark = marks.find((one) => one.id === id);
    if (mark) onShow({ band: mark.band, part: mark.part });
  };
  const named = marks.findIndex((mark) => isAt(mark, shown));
  const top = noteTop(frame, scale);
  return (
    <>
      <Drawing frame={frame}>
        <Grid scale={scale} />
        {bands.map((band) => (
          <Curve key={band.name} band={band} scale={scale} paint={paintOf(band, bands)} />
        ))}
        {ofFile.map((band) => (
          <FileCurve key={band.name} curve={band.curve} scale={scale} paint={paintOf(band, bands)} />
        ))}
        {named >= 0 && <Leader from={points[named]!} mark={marks[named]!} {...{ frame, top }} />}
        {marks.map(({ id, of, band }, at) => (
          <circle
            key={id}
            cx={points[at]!.x}
            cy={points[at]!.y}
            r="4.5"
            className={band === shown?.band ? styles.shown : styles.mark}
            style={band === shown?.band ? undefined : { stroke: paintOf(of, bands) }}
          />
        ))}
      </Drawing>
      <PlotPoints
        label="Angles sailed most, by wind"
        points={points}
        active={named >= 0 ? marks[named]!.id : null}
        onActive={show}
        onOpen={show}
      />
      {named >= 0 && (
        <div
          className={classes("only-wide", styles.note)}
          style={{
            width: NOTE_PX,
            ...(marks[named]!.part === "upwind" ? { top } : { bottom: frame.height - frame.bottom }),
          }}
          aria-hidden="true"
        >
          <TargetNote mark={marks[named]!} />
        </div>
      )}
    </>
  );
}

/** Rings of speeds and rays of angles. */
export function Grid({ scale }: { scale: PolarScale }) {
  const clip = useId();
  const { x, y, above, below, beside, px_per_kn, max_kn } = scale;
  const unit = inUnit(1, "kn");
  const ticks = scaleLinear([0, max_kn * unit], [0, 1])
    .ticks(4)
    .slice(1);
  const digits = digitsOfTicks(ticks);
  return (
    <g className={styles.grid}>
      <clipPath id={clip}>
        <rect x={x} y={y - above - 6} width={beside + 12} height={above + below + 12} />
      </clipPath>
      {ticks.map((tick) => {
        const r = (tick / unit) * px_per_kn;
        const isAbove = r <= above + 1;
        return (
          <g key={tick}>
            <circle cx={x} cy={y} r={r} clipPath={`url(#${clip})`} className="mark-grid" />
            {(isAbove || r <= below + 1) && (
              <text x={x - 7} y={(isAbove ? y - r : y + r) + 4} textAnchor="end">
                {fixed(tick, digits)}
              </text>
            )}
          </g>
        );
      })}
      <text x={x - 7} y={y + 4} textAnchor="end">
        {unitName("kn")}
      </text>
      {RAYS_DEG.map((deg) => (
        <Ray key={deg} deg={deg} scale={scale} />
      ))}
    </g>
  );
}

function Ray({ deg, scale }: { deg: number; scale: PolarScale }) {
  const { x, y } = scale;
  const length = rayLength(scale, deg);
  const at = (r: number) => `${x + r * Math.sin(radians(deg))} ${y - r * Math.cos(radians(deg))}`;
  const isAxis = deg === 0 || deg === 180;
  return (
    <>
      <path d={`M${at(isAxis ? 0 : length * 0.12)}L${at(length)}`} />
      {deg > 0 && (
        <text transform={`translate(${at(length + (isAxis ? 16 : 8))})`} y={isAxis ? 0 : 4}>
          {deg}°
        </text>
      )}
    </>
  );
}

interface CurveProps {
  band: PolarBand;
  scale: PolarScale;
  paint: string;
}

interface CurvePoint {
  angle: number;
  low: number | null;
  middle: number | null;
  high: number | null;
  time_s: number;
}

function Curve({ band: { curve }, scale: { x, y, px_per_kn }, paint }: CurveProps) {
  const px = (kn: number | null | undefined) => (kn == null ? null : kn * px_per_kn);
  const points = curve.twa_deg.map(
    (twa_deg, at): CurvePoint => ({
      angle: radians(twa_deg),
      low: px(curve.q25_kn[at]),
      middle: px(curve.median_kn[at]),
      high: px(curve.q75_kn[at]),
      time_s: curve.time_s[at] ?? 0,
    }),
  );
  const half = areaRadial<CurvePoint>()
    .defined(({ low, high, time_s }) => low !== null && high !== null && time_s >= DASHED_BELOW_S)
    .angle(({ angle }) => angle)
    .innerRadius(({ low }) => low!)
    .outerRadius(({ high }) => high!)
    .digits(1);
  const line = lineRadial<CurvePoint>()
    .angle(({ angle }) => angle)
    .radius(({ middle }) => middle!)
    .digits(1);
  const steps = points.slice(1).flatMap((to, at) => {
    const from = points[at]!;
    if (from.middle === null || to.middle === null) return [];
    return [{ path: line([from, to]) ?? "", isDashed: Math.min(from.time_s, to.time_s) < DASHED_BELOW_S }];
  });
  const pathOf = (isDashed: boolean) => steps.flatMap((step) => (step.isDashed === isDashed ? step.path : [])).join("");
  return (
    <g transform={`translate(${x} ${y})`}>
      <path d={half(points) ?? ""} fill={paint} fillOpacity="0.14" />
      <path d={pathOf(false)} stroke={paint} className={styles.line} />
      <path d={pathOf(true)} stroke={paint} className={styles.dashed} />
    </g>
  );
}

/** The polar of a file in the middle of each band's winds, every 5°; nothing where the file has none. */
function fileCurves(winds: readonly TargetWind[], bands: readonly PolarBand[]) {
  const { speed } = targetsOf({ winds: [...winds] });
  return bands.flatMap(({ name, from_kn, to_kn, curve: { twa_deg } }) => {
    if (from_kn === null || to_kn === null) return [];
    const kn = twa_deg.map((angle) => speed((from_kn + to_kn) / 2, angle));
    return kn.some((one) => one !== null) ? [{ name, curve: { twa_deg, q75_kn: kn, median_kn: kn } }] : [];
  });
}

/** A line through speeds, broken where there are none. */
export function FileCurve({
  curve: { twa_deg, median_kn },
  scale: { x, y, px_per_kn },
  paint,
  isSolid,
}: {
  curve: Pick<PolarBand["curve"], "twa_deg" | "median_kn">;
  scale: PolarScale;
  paint: string;
  isSolid?: boolean;
}) {
  const line = lineRadial<number>()
    .defined((at) => median_kn[at] != null)
    .angle((at) => radians(twa_deg[at]!))
    .radius((at) => median_kn[at]! * px_per_kn)
    .digits(1);
  return (
    <g transform={`translate(${x} ${y})`}>
      <path
        d={line(twa_deg.map((_, at) => at)) ?? ""}
        stroke={paint}
        className={isSolid ? styles.solid : styles.file}
      />
    </g>
  );
}

/** The note is at the right, where no curve goes: of a target upwind at the top, below the number of a ray. */
function noteTop(frame: Frame, scale: PolarScale): number {
  const length = rayLength(scale, NOTE_BELOW.ray_deg);
  return Math.max(frame.top, scale.y - length * Math.cos(radians(NOTE_BELOW.ray_deg)) + NOTE_BELOW.px);
}

function Leader({ from, mark, frame, top }: { from: { x: number; y: number }; mark: Mark; frame: Frame; top: number }) {
  const to = { x: frame.width - NOTE_PX - 8, y: mark.part === "upwind" ? top + 20 : frame.bottom - 20 };
  return <path d={`M${from.x} ${from.y}L${to.x} ${to.y}`} className={classes("only-wide", styles.leader)} />;
}

function TargetNote({ mark: { of, part, target } }: { mark: Mark }): ReactNode {
  const { twa_deg, median_kn, q25_kn, q75_kn, speed_kn, vmg_interval_kn, time_s, is_published } = target;
  const digits = is_published ? 2 : 1;
  const vmg = Math.abs(median_kn * Math.cos(radians(twa_deg)));
  return (
    <>
      <b>
        {PART_NAMES[part]}, {bandName(of)}
      </b>
      <span>
        {withUnit(median_kn, digits, "kn")} at {fixed(twa_deg, 0)}°, VMG {withUnit(vmg, digits, "kn")}
      </span>
      <span>
        middle half {amount(q25_kn, digits, "kn")} to {amount(q75_kn, digits, "kn")}, from {minutes(time_s)}
      </span>
      {is_published && (
        <span>
          target {withUnit(speed_kn, 2, "kn")}
          {vmg_interval_kn && `, VMG ${amount(vmg_interval_kn[0], 2, "kn")} to ${amount(vmg_interval_kn[1], 2, "kn")}`}
        </span>
      )}
    </>
  );
}

const nameOf = ({ of, part, target }: Mark): string =>
  `${PART_NAMES[part]}, ${bandName(of)}: ${withUnit(target.median_kn, 1, "kn")} at ${fixed(target.twa_deg, 0)}°, middle half ${amount(target.q25_kn, 1, "kn")} to ${withUnit(target.q75_kn, 1, "kn")}, from ${minutes(target.time_s)}`;
