import type { BoatLeg } from "@leebow/core";
import { classes } from "../../ui/classes";
import { type DataColumn, DataTable } from "../../ui/data-table";
import { WhiskerBar } from "../../ui/marks";
import styles from "./boat-cell.module.css";
import { boatColor, type ReportBoat } from "./boats";

/** Colour of a boat; from the ninth on the colours repeat with a dashed border. */
export const Swatch = ({ index }: { index: number }) => (
  <i
    className={classes("swatch", index >= 8 && "again")}
    style={{ background: `var(${boatColor(index)})` }}
    aria-hidden="true"
  />
);

interface BoatCellProps {
  boat: ReportBoat;
  isFocus: boolean;
  onFocusBoat: (track: string) => void;
}

/** A boat in a table: a press makes it the focus boat. */
function BoatCell({ boat, isFocus, onFocusBoat }: BoatCellProps) {
  const { label, sailor, index, track } = boat;
  return (
    <button
      type="button"
      className={styles.boat}
      aria-pressed={isFocus}
      title={isFocus ? undefined : `Make ${sailor} the focus boat`}
      onClick={() => onFocusBoat(track)}
    >
      <Swatch index={index} />
      {!sailor.endsWith(label) && <b>{label}</b>}
      <span className="truncate">{sailor}</span>
    </button>
  );
}

interface BoatTableProps<Row> {
  caption: string;
  rows: readonly Row[];
  /** Those after the boat. */
  columns: readonly DataColumn<Row>[];
  focus: string;
  onFocusBoat: (track: string) => void;
}

/** A table of boats; a press on one makes it the focus boat. */
export function BoatTable<Row extends { boat: ReportBoat }>({ focus, onFocusBoat, ...table }: BoatTableProps<Row>) {
  const boat: DataColumn<Row> = {
    id: "boat",
    title: "Boat",
    value: (row) => row.boat.label,
    cell: (row) => <BoatCell boat={row.boat} isFocus={row.boat.track === focus} onFocusBoat={onFocusBoat} />,
  };
  return (
    <DataTable {...table} columns={[boat, ...table.columns]} rowId={(row) => row.boat.track} highlighted={focus} />
  );
}

/** A place among the boats; "not sure" where it and another one could be the other way round. */
export const PlaceText = ({ place, isSure }: { place: number; isSure: boolean }) => (
  <>
    {!isSure && <span className="caption">not sure </span>}
    <b>{place}</b>
  </>
);

interface GainBarProps {
  leg: BoatLeg;
  /** What half the width stands for, s. */
  most_s: number;
  isFocus: boolean;
}

/** What a boat gained (to the right) or lost. The figure is in the cell beside it. */
export function GainBar({ leg: { gain_s, gain_sd_s }, most_s, isFocus }: GainBarProps) {
  return (
    <WhiskerBar
      from={0}
      to={gain_s}
      sd={gain_sd_s}
      domain={[-most_s, most_s]}
      className={classes(styles.bar, isFocus && styles.focus)}
    />
  );
}
