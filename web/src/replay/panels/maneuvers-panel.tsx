import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import {
  type ComparedManeuver,
  LOSS_BASIS_TEXT,
  leastLoss,
  leftOutText,
  lossHalfWidth90,
  type Maneuver,
  type ManeuverOfTarget,
  NO_LOSS_TEXT,
  PLUS_MINUS_MEANING,
  SEGMENT_KINDS,
} from "@leebow/core";
import { extent, scaleLinear } from "d3";
import { memo, useEffect, useMemo, useRef } from "react";
import { useSnapshot } from "valtio";
import { linePath } from "../../chart/line-path";
import { amount, fixed, sentence, unitWithInterval } from "../../format/numbers";
import { clockSeconds } from "../../format/times";
import { MetricHelp } from "../../help/metric-help";
import type { CorrectionSource } from "../../session/correction-source";
import { type FilterOption, filterOptions, shownManeuvers, signedTurn, validFilter } from "../../session/names-in-wind";
import type { ManeuverFilter, ReplayModel } from "../../session/replay-model";
import { classes } from "../../ui/classes";
import { lazyPanel, lazyQuiet } from "../../ui/lazy-component";
import { KindMark, SideMark } from "../../ui/marks";
import kindFilter from "./maneuvers-panel.module.css";
import styles from "./panel.module.css";

const ManeuverDetail = lazyPanel(() => import("../../corrections/maneuver-detail").then((part) => part.ManeuverDetail));
const MomentFoot = lazyQuiet(() => import("../../corrections/moment-foot").then((part) => part.MomentFoot));

/** Loads what a chosen maneuver shows; afterwards it needs no network. */
export const loadDetails = () => Promise.all([ManeuverDetail.load(), MomentFoot.load()]);

interface ManeuversPanelProps {
  model: ReplayModel;
  corrections?: CorrectionSource | undefined;
  /** Address of a maneuver in the report. */
  reportLink?: ((id: number) => string) | undefined;
}

/** The maneuvers in time order; a click seeks to one and shows why it is one. */
export function ManeuversPanel({ model, corrections, reportLink }: ManeuversPanelProps) {
  const { filter: wanted, picked, chosen } = useSnapshot(model.state);
  const { maneuvers, notes, wind } = model.data.report;
  const isCompared = maneuvers.some((one: ComparedManeuver) => one.of_target);
  const options = useMemo(() => filterOptions(maneuvers, picked), [maneuvers, picked]);
  const filter = validFilter(maneuvers, { filter: wanted, picked });
  const shown = shownManeuvers(maneuvers, { filter, picked });
  return (
    <>
      {maneuvers.length === 0 ? (
        <NoManeuvers notes={notes} />
      ) : (
        <>
          <KindFilter options={options} value={filter} onChange={(next) => (model.state.filter = next)} />
          <Heads hasWind={wind !== null} isCompared={isCompared} />
          <ul className={styles.scroll} tabIndex={-1}>
            {maneuvers.map(
              (maneuver, index) =>
                shown.has(index) && (
                  <li key={`${maneuver.time} ${maneuver.kind}`}>
                    <Row
                      maneuver={maneuver}
                      zone={model.zone}
                      isCompared={isCompared}
                      chosen={index === chosen}
                      onChoose={() => model.choose(index)}
                    />
                    {index === chosen && (
                      <ManeuverDetail model={model} maneuver={maneuver} source={corrections} reportLink={reportLink} />
                    )}
                  </li>
                ),
            )}
            {isCompared && (
              <li className="small secondary padded">
                Lowest: the least share of the target in the turn. 90 % after: until nine tenths of the target are
                sailed again.
              </li>
            )}
          </ul>
        </>
      )}
      {corrections && <MomentFoot model={model} source={corrections} />}
    </>
  );
}

const ColumnsHelp = () => (
  <MetricHelp
    name="The columns of the maneuvers"
    ids={["Maneuver.time", "Maneuver.from_side", "Maneuver.loss_80_m", "Maneuver.loss_80_low_m", "Maneuver.counted"]}
  />
);

/** The heads of the columns, which the rows name themselves, and what the figures mean. */
function Heads({ hasWind, isCompared }: { hasWind: boolean; isCompared: boolean }) {
  return (
    <div className={classes("only-wide", styles.heads, !hasWind && styles.turns)}>
      <span />
      <span aria-hidden="true">Time</span>
      {hasWind ? (
        <>
          <span aria-hidden="true">Tack</span>
          <span className="row">
            <span aria-hidden="true">Loss</span>
            {isCompared && <ColumnsHelp />}
          </span>
        </>
      ) : (
        <span aria-hidden="true">Turned</span>
      )}
      {isCompared && hasWind ? (
        <span className={styles.shares} aria-hidden="true">
          <span>Lowest</span>
          <span>90 % after</span>
        </span>
      ) : (
        <span className="row">
          <span aria-hidden="true">Speed around the turn</span>
          <ColumnsHelp />
        </span>
      )}
    </div>
  );
}

interface RowProps {
  maneuver: ComparedManeuver;
  /** Whether the maneuvers are compared with a target. */
  isCompared: boolean;
  zone: string | null;
  chosen: boolean;
  onChoose: () => void;
}

const Row = memo(
  function Row({ maneuver, isCompared, zone, chosen, onChoose }: RowProps) {
    const row = useRef<HTMLButtonElement>(null);
    useEffect(() => {
      if (chosen) row.current?.scrollIntoView({ block: "nearest" });
    }, [chosen]);
    return (
      <button
        ref={row}
        type="button"
        className={classes(
          styles.maneuver,
          maneuver.kind === "turn" && styles.turns,
          chosen && styles.chosen,
          !maneuver.counted && styles.notCounted,
        )}
        title={sentence(leftOutText(maneuver) ?? "") || undefined}
        aria-current={chosen || undefined}
        onClick={onChoose}
      >
        <KindMark kind={maneuver.kind} chosen={chosen} counted={maneuver.counted} />
        <span className={styles.when}>
          {clockSeconds(maneuver.time, zone)}
          <small>
            {SEGMENT_KINDS[maneuver.kind].name}
            {!maneuver.counted && <span className="block">not counted</span>}
          </small>
        </span>
        {maneuver.kind === "turn" ? (
          <TurnedFigure maneuver={maneuver} />
        ) : (
          <>
            <span className={styles.sides}>
              <Sides maneuver={maneuver} />
            </span>
            <LossFigure maneuver={maneuver} />
          </>
        )}
        {isCompared ? <TargetFigures of={maneuver.of_target} /> : <Sparkline maneuver={maneuver} />}
      </button>
    );
  },
  (a, b) => a.maneuver === b.maneuver && a.isCompared === b.isCompared && a.chosen === b.chosen && a.zone === b.zone,
);

/** The least share of the target in the turn, and until nine tenths are sailed again. */
function TargetFigures({ of }: { of: ManeuverOfTarget | undefined }) {
  const [lowest, after] = [of?.lowest_percent, of?.recovered_90_s];
  return (
    <span className={styles.shares}>
      <span title="The least share of the target in the turn">
        <span className="visually-hidden">lowest </span>
        {fixed(lowest, 0)}
        {lowest != null && <span className="unit">%</span>}
      </span>
      <span title="Until nine tenths of the target are sailed again">
        <span className="visually-hidden">90 % after </span>
        {fixed(after, 0)}
        {after != null && <span className="unit">s</span>}
      </span>
    </span>
  );
}

/** Angle and direction of a turn without a name. */
function TurnedFigure({ maneuver }: { maneuver: Maneuver }) {
  const turned_deg = signedTurn(maneuver);
  return (
    <span className={styles.loss}>
      <b>{`${fixed(maneuver.angle_deg, 0)}°`}</b>
      {turned_deg !== null && <small>{turned_deg > 0 ? "to the right" : "to the left"}</small>}
    </span>
  );
}

/** Side before and after; one mark when it does not change. */
function Sides({ maneuver: { from_side, to_side } }: { maneuver: Maneuver }) {
  return (
    <>
      {from_side && <SideMark side={from_side} />}
      {to_side && to_side !== from_side && (
        <>
          <span className="visually-hidden"> to </span>
          <SideMark side={to_side} />
        </>
      )}
    </>
  );
}

/** The loss in m ± half the width of its 90 % interval; of a boat that did not recover the least it was, and why. */
function LossFigure({ maneuver }: { maneuver: Maneuver }) {
  const { loss_80_m, no_loss_reason, loss_basis } = maneuver;
  const least_m = leastLoss(maneuver);
  const why = no_loss_reason === null ? "none measured" : sentence(NO_LOSS_TEXT[no_loss_reason]);
  if (loss_80_m === null)
    return (
      <span className={classes(styles.loss, styles.why)}>
        {least_m !== null && <b>{`> ${amount(least_m, 1, "m")}`}</b>}
        <small>{why}</small>
      </span>
    );
  const halfWidth_m = lossHalfWidth90(maneuver);
  const basis = loss_basis === null ? "" : `Loss ${LOSS_BASIS_TEXT[loss_basis]}. `;
  return (
    <span className={styles.loss} title={halfWidth_m === null ? basis : basis + PLUS_MINUS_MEANING}>
      <b>{amount(loss_80_m, 1, "m")}</b>
      <small>{unitWithInterval(halfWidth_m, 1, "m")}</small>
    </span>
  );
}

function NoManeuvers({ notes }: { notes: readonly string[] }) {
  return (
    <div className={styles.empty}>
      <h2>No maneuvers found</h2>
      {(notes.length > 0 ? notes : ["The course never turned through the wind in this session."]).map((note) => (
        <p key={note}>{sentence(note)}</p>
      ))}
    </div>
  );
}

interface KindFilterProps {
  options: readonly FilterOption[];
  value: ManeuverFilter;
  onChange: (value: ManeuverFilter) => void;
}

/** Chooses the kind that list, map and chart show; explains its letter. */
function KindFilter({ options, value, onChange }: KindFilterProps) {
  return (
    <RadioGroup
      aria-label="Kind of maneuver"
      value={value}
      onValueChange={(next) => onChange(next as ManeuverFilter)}
      className={kindFilter.chips}
    >
      {options.map(({ value: filter, name, count, kind }) => (
        <Radio.Root
          key={filter}
          value={filter}
          className={kindFilter.chip}
          aria-label={count === null ? name : `${name} ${count}`}
        >
          {kind && <KindMark kind={kind} />}
          {filter === "not_counted" && <i className={kindFilter.dashed} aria-hidden="true" />}
          <span>{name}</span>
          {count !== null && <span className={kindFilter.count}>{count}</span>}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}

const WIDTH = 104;
const HEIGHT = 30;

/** Speed around a turn; the turn is shaded, the dot marks the minimum. */
function Sparkline({ maneuver: { preview, evidence } }: { maneuver: Maneuver }) {
  const [low, high] = extent(preview, ({ sog_kn }) => sog_kn);
  if (preview.length < 2 || low === undefined) return null;
  const x = scaleLinear([preview[0]!.dt_s, preview.at(-1)!.dt_s], [0, WIDTH]);
  const y = scaleLinear([low, Math.max(low + 1, high)], [HEIGHT - 4, 4]);
  const lowest = preview.find(({ sog_kn }) => sog_kn === low)!;
  const { turn_start_s, turn_end_s } = evidence;
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {turn_start_s != null && turn_end_s != null && (
        <rect
          x={x(turn_start_s)}
          width={Math.max(2, x(turn_end_s) - x(turn_start_s))}
          height={HEIGHT}
          fill="var(--sunken)"
        />
      )}
      <path
        d={linePath(preview, ({ dt_s, sog_kn }) => [x(dt_s), y(sog_kn)])}
        fill="none"
        stroke="var(--ink-2)"
        strokeWidth={1.4}
      />
      <circle cx={x(lowest.dt_s)} cy={y(low)} r={2.2} fill="var(--ink)" />
    </svg>
  );
}
