import {
  LOSS_BASIS_TEXT,
  leastLoss,
  leftOutText,
  lossHalfWidth90,
  type Maneuver,
  NO_LOSS_TEXT,
  PLUS_MINUS_MEANING,
  SEGMENT_KINDS,
} from "@leebow/core";
import { memo, useEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { classes } from "../components/classes";
import { KindMark, SideMark } from "../components/marks";
import { Segments } from "../components/segments";
import { fixed, unitWithInterval } from "../format/numbers";
import { clockSeconds } from "../format/times";
import styles from "./panel.module.css";
import type { ManeuverFilter, ReplayModel } from "./replay-model";
import { Sparkline } from "./sparkline";

const NAMED: ManeuverFilter[] = ["tack", "gybe", "bear_away", "douse"];

const filterLabel = (value: ManeuverFilter): string =>
  value === "all" ? "All" : value === "turn" ? "Turns" : SEGMENT_KINDS[value].letter;

/** The maneuvers in time order; a click seeks to one. */
export function ManeuversPanel({ model }: { model: ReplayModel }) {
  const { filter: wanted, chosen } = useSnapshot(model.state);
  const { maneuvers, notes } = model.data.report;
  if (maneuvers.length === 0) return <NoManeuvers notes={notes} />;
  const count = (value: ManeuverFilter) =>
    maneuvers.filter(({ kind, counted }) => value === "all" || (kind === value && counted)).length;
  const filters: ManeuverFilter[] = ["all", ...(count("turn") > 0 ? (["turn"] as const) : NAMED)];
  // With another wind the kinds are others.
  const filter = filters.includes(wanted) ? wanted : "all";
  const shown = maneuvers
    .map((maneuver, index) => ({ maneuver, index }))
    .filter(({ maneuver }) => filter === "all" || maneuver.kind === filter);
  return (
    <>
      <div className={styles.filter}>
        <Segments
          label="Kind of maneuver"
          choices={filters.map((value) => ({ value, label: `${filterLabel(value)} ${count(value)}` }))}
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
          className={classes(styles.maneuver, chosen && styles.chosen, !maneuver.counted && styles.notCounted)}
          title={leftOutText(maneuver) ?? undefined}
          aria-current={chosen || undefined}
          onClick={onChoose}
        >
          <KindMark kind={maneuver.kind} chosen={chosen} />
          <span className={styles.when}>
            {clockSeconds(maneuver.time, zone)}
            <small>{maneuver.counted ? SEGMENT_KINDS[maneuver.kind].name : "not counted"}</small>
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
  const why = no_loss_reason === null ? "none measured" : NO_LOSS_TEXT[no_loss_reason];
  if (loss_80_m === null)
    return (
      <span className={classes(styles.loss, styles.why)}>
        {least_m !== null && <b>{`> ${fixed(least_m, 1)}`}</b>}
        <small>{why}</small>
      </span>
    );
  const halfWidth_m = lossHalfWidth90(maneuver);
  const basis = loss_basis === null ? "" : `Loss ${LOSS_BASIS_TEXT[loss_basis]}. `;
  return (
    <span className={styles.loss} title={halfWidth_m === null ? basis : basis + PLUS_MINUS_MEANING}>
      <b>{fixed(loss_80_m, 1)}</b>
      <small>{unitWithInterval(halfWidth_m, 1, "m")}</small>
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
