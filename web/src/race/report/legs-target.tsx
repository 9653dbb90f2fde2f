import type { BoatOfTarget, LegOfTarget, RaceOfTarget, RaceReport } from "@leebow/core";
import { useMemo } from "react";
import { WindByHand } from "../../analysis/polar/target-note";
import { countText, fixed, withUnit } from "../../format/numbers";
import { minutesSeconds } from "../../format/times";
import { MetricHelp } from "../../help/metric-help";
import { classes } from "../../ui/classes";
import { type DataColumn, numberColumn } from "../../ui/data-table";
import { BoatTable, PlaceText } from "./boat-cell";
import type { ReportBoat } from "./boats";
import cards from "./cards.module.css";
import { legRows, waypointName } from "./legs";
import styles from "./legs-target.module.css";
import type { BoatsProps } from "./start-card";

interface LegsTargetProps extends BoatsProps {
  leg: number;
  compared: RaceOfTarget;
  over_ground: boolean;
  /** The wind strength that was given by hand, kn. */
  by_hand_kn: number | null;
}

interface Row {
  boat: ReportBoat;
  place: { place: number; is_sure: boolean } | null;
  time_s: number | null;
  of_target: LegOfTarget | null;
}

/** One leg: the straights of each boat, % of her target, and of each tack. */
export function LegsTarget(props: LegsTargetProps) {
  const { race, boats, focus, onFocusBoat, leg, compared, over_ground, by_hand_kn } = props;
  const rows = useMemo(() => rowsOf(race, leg, boats, compared.boats), [race, leg, boats, compared]);
  const columns = useMemo(() => columnsOf(race, leg, rows, focus), [race, leg, rows, focus]);
  return (
    <>
      {compared.tws_kn !== null && (
        <BoatTable caption={`% of target on leg ${leg + 1}`} {...{ rows, columns, focus, onFocusBoat }} />
      )}
      <div className={cards.note}>
        <p>{compared.tws_kn === null ? NO_STRENGTH : targetText(compared, over_ground)}</p>
        {compared.measured_by === 0 && <WindByHand of={`race ${race.start_time}`} tws_kn={by_hand_kn} />}
      </div>
    </>
  );
}

function rowsOf(race: RaceReport, leg: number, boats: BoatsProps["boats"], compared: readonly BoatOfTarget[]): Row[] {
  return legRows(race, leg).map(({ track, passing, leg: sailed }) => ({
    boat: boats.get(track)!,
    place: passing && { place: passing.place, is_sure: passing.place_sure },
    time_s: sailed?.time_s ?? null,
    of_target: compared.find((one) => one.track === track)?.legs[leg] ?? null,
  }));
}

const HELP = [
  "OfTargetValue.percent",
  "OfTargetValue.half_width_percent",
  "OfTargetValue.time_s",
  "LegOfTarget.port_percent",
] as const;

/** What the strip begins and ends with, %, unless a boat is beyond. */
const STRIP = [80, 105] as const;

function columnsOf(race: RaceReport, leg: number, rows: readonly Row[], focus: string): DataColumn<Row>[] {
  const percents = rows.flatMap(({ of_target }) => of_target?.percent ?? []);
  const domain = [Math.min(STRIP[0], ...percents), Math.max(STRIP[1], ...percents)] as const;
  const percent = (id: keyof LegOfTarget, title: string, more?: Partial<DataColumn<Row>>): DataColumn<Row> =>
    numberColumn(
      id,
      `${title}\n%`,
      ({ of_target }) => of_target?.[id] ?? null,
      ({ of_target }) => fixed(of_target?.[id], 0),
      more,
    );
  return [
    numberColumn(
      "place",
      `At ${waypointName(race, leg)}`,
      ({ place }) => place?.place ?? null,
      ({ place }) => (place ? <PlaceText place={place.place} isSure={place.is_sure} /> : "–"),
    ),
    numberColumn(
      "time",
      "Time\nmin",
      ({ time_s }) => time_s,
      ({ time_s }) => (time_s === null ? "–" : minutesSeconds(time_s)),
    ),
    percent("percent", "Of target", {
      cell: ({ of_target }) => <b>{fixed(of_target?.percent, 0)}</b>,
      help: <MetricHelp name="% of target" ids={HELP} />,
    }),
    percent("half_width_percent", "±", {
      cell: ({ of_target }) =>
        of_target?.half_width_percent == null ? (
          ""
        ) : (
          <span className="quiet">± {fixed(of_target.half_width_percent, 0)}</span>
        ),
    }),
    percent("port_percent", "Port"),
    percent("starboard_percent", "Starboard"),
    {
      id: "strip",
      title: `${fixed(domain[0], 0)} % to ${fixed(domain[1], 0)} %,\nline at the target`,
      value: ({ of_target }) => of_target?.percent ?? null,
      cell: ({ of_target, boat }) =>
        of_target && <Strip percent={of_target.percent} domain={domain} isFocus={boat.track === focus} />,
    },
  ];
}

interface StripProps {
  percent: number;
  domain: readonly [number, number];
  isFocus: boolean;
}

/** A dot beside the line of the target. The figure is in a cell beside it. */
function Strip({ percent, domain: [low, high], isFocus }: StripProps) {
  const at = (value: number) => `${(100 * (value - low)) / (high - low)}%`;
  return (
    <span className={classes(styles.strip, isFocus && styles.focus)} aria-hidden="true">
      <u style={{ left: at(100) }} />
      <i style={{ left: at(percent) }} />
    </span>
  );
}

const NO_STRENGTH = "% of target needs a wind strength, which no boat of this race measured. Give it by hand:";

/** In which wind the boats are compared, of what the figures are, and over which motion. */
function targetText({ tws_kn, measured_by, boats }: RaceOfTarget, over_ground: boolean): string {
  const source = `${countText(measured_by, "boat")} with instruments or a wind log`;
  const by = measured_by === 0 ? "given by hand" : measured_by === 1 ? `of ${source}` : `the median of ${source}`;
  return (
    `The same wind for all boats: ${withUnit(tws_kn, 0, "kn")}, ${by}. Straight sailing alone, from 15 s after a turn on: ` +
    `upwind and downwind VMG, between them speed, ${motionText(boats, over_ground)}. ± is between the minutes of a leg. ` +
    "A knot more wind makes every figure some 4 % less; between boats it changes nothing."
  );
}

function motionText(boats: RaceOfTarget["boats"], over_ground: boolean): string {
  if (over_ground) return "over the ground, as the speeds of the target are";
  const water = boats.filter(({ through_water }) => through_water).length;
  if (water === 0) return "over the ground: no current is known";
  return water === boats.length ? "through the water" : "through the water where a current is known";
}
