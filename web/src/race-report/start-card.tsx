import type { BoatStart, RaceReport } from "@leebow/core";
import { TriangleAlert } from "lucide-react";
import { useMemo } from "react";
import { Badge } from "../components/badge";
import { type DataColumn, DataTable } from "../components/data-table";
import { Icon } from "../components/icon";
import { amount, fixed } from "../format/numbers";
import { unitName } from "../format/units";
import { boatColumn } from "./boat-cell";
import { boatColor, type ReportBoat } from "./boats";
import cards from "./cards.module.css";
import { placesText } from "./figures";
import styles from "./start-card.module.css";
import { biasSentence, gunText, isCrossingUnsure, lineSentence, noStartReason, withheldColumns } from "./start-texts";

export interface BoatsProps {
  race: RaceReport;
  boats: ReadonlyMap<string, ReportBoat>;
  /** Track of the focus boat. */
  focus: string;
  onFocusBoat: (track: string) => void;
}

interface StartCardProps extends BoatsProps {
  zone: string | null;
  /** Whether the viewer may set gun and line by hand. */
  mayPlace: boolean;
}

interface StartRow extends BoatStart {
  boat: ReportBoat;
}

/** The start: which end of the line was ahead, and where each boat was at the gun, as far as it can be said. */
export function StartCard(props: StartCardProps) {
  const { race, zone, mayPlace } = props;
  const missing = noStartReason(race, mayPlace);
  return (
    <section className={cards.card} aria-labelledby="race-start">
      <div className={cards.head}>
        <h2 id="race-start" className="grow">
          Start
        </h2>
        <span className="caption">{gunText(race, zone)}</span>
      </div>
      {race.line && (
        <div className={cards.said}>
          <Icon of={TriangleAlert} />
          <p>
            <b>{biasSentence(race.line, race.legs)}</b> {!missing && lineSentence(race)}
          </p>
        </div>
      )}
      {missing ? <p className={cards.withheld}>{missing}</p> : <StartTable {...props} />}
    </section>
  );
}

function StartTable({ race, boats, focus, onFocusBoat, mayPlace }: StartCardProps) {
  const rows = useMemo(() => startRows(race, boats), [race, boats]);
  const { columns: withheld, reasons } = useMemo(() => withheldColumns(race, mayPlace), [race, mayPlace]);
  const columns = useMemo(
    () => startColumns(focus, onFocusBoat).filter(({ id }) => !withheld.has(id as "to_line_m")),
    [focus, onFocusBoat, withheld],
  );
  return (
    <>
      {reasons.map((reason) => (
        <p key={reason} className={cards.withheld}>
          {reason}
        </p>
      ))}
      <DataTable
        caption="Boats at the start"
        columns={columns}
        rows={rows}
        rowId={({ boat }) => boat.track}
        rowName={({ boat }) => boat.sailor}
        highlighted={focus}
      />
    </>
  );
}

/** By place after a minute, those without one last. */
function startRows({ boats: sailed }: RaceReport, boats: BoatsProps["boats"]): StartRow[] {
  const rows = sailed.flatMap(({ track, start }) => (start ? [{ ...start, boat: boats.get(track)! }] : []));
  const middle = ({ places_after_60_s: places }: StartRow) => (places ? places[0] + places[1] : Infinity);
  return rows.sort((a, b) => middle(a) - middle(b) || 0);
}

function startColumns(focus: string, onFocusBoat: BoatsProps["onFocusBoat"]): DataColumn<StartRow>[] {
  return [
    boatColumn(focus, onFocusBoat),
    {
      id: "to_line_m",
      title: `To the line\nat the gun, ${unitName("m")}`,
      numeric: true,
      value: ({ to_line_m }) => to_line_m,
      cell: (row) => <ToLine {...row} />,
    },
    {
      id: "speed_at_gun_kn",
      title: `Speed at\nthe gun, ${unitName("kn")}`,
      numeric: true,
      value: ({ speed_at_gun_kn }) => speed_at_gun_kn,
      cell: ({ speed_at_gun_kn }) => amount(speed_at_gun_kn, 1, "kn"),
    },
    {
      id: "crossed_after_s",
      title: "Crossed\nafter, s",
      numeric: true,
      value: ({ crossed_after_s }) => crossed_after_s,
      cell: (row) => <Crossed {...row} />,
    },
    {
      id: "line_position",
      title: "Place on the line,\npin to boat",
      value: ({ line_position }) => line_position,
      cell: ({ line_position, boat }) => <OnLine at={line_position} index={boat.index} />,
    },
    {
      id: "places_after_60_s",
      title: "After\n1 min",
      numeric: true,
      value: ({ places_after_60_s: places }) => places && places[0] + places[1],
      cell: ({ places_after_60_s: places }) => <b>{places ? placesText(places) : "–"}</b>,
    },
  ];
}

function ToLine({ to_line_m, over }: BoatStart) {
  return (
    <span className={styles.figure}>
      {over === "over" && <Badge tone="danger">over</Badge>}
      {over === "may_be_over" && (
        <Badge tone="warn" icon={TriangleAlert}>
          may be over
        </Badge>
      )}
      {amount(to_line_m, 1, "m")}
    </span>
  );
}

function Crossed(start: BoatStart) {
  const { crossed_after_s, returned } = start;
  if (crossed_after_s === null) return "–";
  return (
    <span className={styles.figure}>
      {returned && <Badge tone="line">returned</Badge>}
      {!returned && isCrossingUnsure(start) ? <span className="quiet">not sure</span> : fixed(crossed_after_s, 1)}
    </span>
  );
}

/** Where along the line, from the pin to the committee boat. */
function OnLine({ at, index }: { at: number | null; index: number }) {
  if (at === null) return "–";
  const percent = Math.round(100 * at);
  const within = Math.max(0, Math.min(100, percent));
  return (
    <span className={styles.line}>
      <i style={{ left: `${within}%`, background: `var(${boatColor(index)})` }} />
      <span className="visually-hidden">{percent} % of the way from the pin to the committee boat</span>
    </span>
  );
}
