import type { Maneuver } from "@leebow/core";
import { memo, useEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { classes } from "../components/classes";
import { KindMark, kindName, SideMark } from "../components/marks";
import { Segments } from "../components/segments";
import { fixed } from "../format/numbers";
import { clockSeconds } from "../format/times";
import styles from "./panel.module.css";
import type { ManeuverFilter, ReplayModel } from "./replay-model";
import { Sparkline } from "./sparkline";

const FILTERS: { value: ManeuverFilter; letter: string }[] = [
  { value: "all", letter: "All" },
  { value: "tack", letter: "T" },
  { value: "gybe", letter: "G" },
  { value: "bear_away", letter: "B" },
  { value: "douse", letter: "D" },
];

/** What was found, in time order; a click goes there. */
export function ManeuversPanel({ model }: { model: ReplayModel }) {
  const { filter, chosen } = useSnapshot(model.state);
  const { maneuvers, notes } = model.data.report;
  if (maneuvers.length === 0) return <NoManeuvers notes={notes} />;
  const count = (value: ManeuverFilter) => maneuvers.filter(({ kind }) => value === "all" || kind === value).length;
  const shown = maneuvers
    .map((maneuver, index) => ({ maneuver, index }))
    .filter(({ maneuver }) => filter === "all" || maneuver.kind === filter);
  return (
    <>
      <div className={styles.filter}>
        <Segments
          label="Kind of maneuver"
          choices={FILTERS.map(({ value, letter }) => ({ value, label: `${letter} ${count(value)}` }))}
          value={filter}
          onChange={(next) => (model.state.filter = next)}
        />
      </div>
      <div className={styles.heads} aria-hidden="true">
        <span />
        <span>Time</span>
        <span>Tack</span>
        <span>Loss</span>
        <span>Speed around the turn</span>
      </div>
      <ul className={styles.scroll} tabIndex={-1}>
        {shown.map(({ maneuver, index }) => (
          <Row
            key={index}
            maneuver={maneuver}
            zone={model.zone}
            chosen={index === chosen}
            onChoose={() => model.choose(index)}
          />
        ))}
        {shown.length === 0 && <li className={styles.nothing}>None of these in this session.</li>}
      </ul>
    </>
  );
}

interface RowProps {
  maneuver: Maneuver;
  zone: string | null;
  chosen: boolean;
  onChoose: () => void;
}

const Row = memo(
  function Row({ maneuver, zone, chosen, onChoose }: RowProps) {
    const row = useRef<HTMLLIElement>(null);
    useEffect(() => {
      if (chosen) row.current?.scrollIntoView({ block: "nearest" });
    }, [chosen]);
    return (
      <li ref={row}>
        <button
          type="button"
          className={classes(styles.maneuver, chosen && styles.chosen)}
          aria-current={chosen || undefined}
          onClick={onChoose}
        >
          <KindMark kind={maneuver.kind} chosen={chosen} />
          <span className={styles.when}>
            {clockSeconds(maneuver.time, zone)}
            <small>{kindName(maneuver.kind)}</small>
          </span>
          <span className={styles.sides}>
            <Sides maneuver={maneuver} />
          </span>
          <LossFigure maneuver={maneuver} />
          <Sparkline maneuver={maneuver} />
        </button>
      </li>
    );
  },
  (a, b) => a.maneuver === b.maneuver && a.chosen === b.chosen && a.zone === b.zone,
);

/** From and to; one mark where the tack stays. */
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

/** Half a 90 % interval in standard deviations: what stands behind ± is one of them, here as everywhere. */
const SDS_IN_HALF_90 = 1.645;

/** Metres lost ± one standard deviation. */
function LossFigure({ maneuver: { loss_80_m, loss_80_low_m, loss_80_high_m } }: { maneuver: Maneuver }) {
  if (loss_80_m === null)
    return (
      <span className={styles.loss}>
        <small>none measured</small>
      </span>
    );
  const [low, high] = [loss_80_low_m, loss_80_high_m];
  const doubt = low === null || high === null ? "" : `± ${fixed((high - low) / 2 / SDS_IN_HALF_90, 1)} `;
  return (
    <span className={styles.loss}>
      <b>{fixed(loss_80_m, 1)}</b>
      <small>{doubt}m</small>
    </span>
  );
}

function NoManeuvers({ notes }: { notes: readonly string[] }) {
  return (
    <div className={styles.empty}>
      <h2>No maneuvers found</h2>
      {(notes.length > 0 ? notes : ["The course never turned through the wind in this session."]).map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}
