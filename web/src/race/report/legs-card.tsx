import type { RaceTargetAnswer } from "@leebow/api/contract";
import type { BoatLeg, BoatOfTarget, LegOfTarget, Passing, RaceOfTarget, RaceReport } from "@leebow/core";
import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useMemo, useState } from "react";
import { useSnapshot } from "valtio";
import { windByHand } from "../../analysis/polar/local-targets";
import { TargetMenu } from "../../analysis/polar/target-menu";
import { WindByHand } from "../../analysis/polar/target-note";
import { useTargetsInUse } from "../../analysis/polar/targets";
import { amount, countText, fixed, withUnit } from "../../format/numbers";
import { minutesSeconds } from "../../format/times";
import { unitName } from "../../format/units";
import { MetricHelp } from "../../help/metric-help";
import { failureSentence } from "../../server/failure";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Segments } from "../../ui/choices";
import { classes } from "../../ui/classes";
import { type DataColumn, numberColumn } from "../../ui/data-table";
import { Icon } from "../../ui/icon";
import { BoatTable, GainBar, PlaceText } from "./boat-cell";
import type { ReportBoat } from "./boats";
import cards from "./cards.module.css";
import { behindText, isClear } from "./figures";
import { LegChoice, legNote, legRows, waypointName } from "./legs";
import styles from "./legs-card.module.css";
import { type ReportSource, raceTargetOptions } from "./queries";
import type { BoatsProps } from "./start-card";

interface LegsCardProps extends BoatsProps {
  source: ReportSource;
  /** Number of the race, from 0. */
  at: number;
  leg: number;
  onLeg: (leg: number) => void;
}

interface Row {
  boat: ReportBoat;
  passing: Passing | null;
  leg: BoatLeg | null;
}

const VIEWS = [
  { value: "gains", label: "Gains" },
  { value: "target", label: "% of target" },
] as const;

/** One leg: who sailed it how, and what each gained against the median boat. */
export function LegsCard(props: LegsCardProps) {
  const { race, boats, focus, onFocusBoat, leg, source } = props;
  const [view, setView] = useState<(typeof VIEWS)[number]["value"]>("gains");
  const target = useRaceTarget(source, race);
  const compared = target.answer?.races[props.at];
  const boat_class = boats.get(focus)?.boat_class;
  const rows = useMemo(
    () => legRows(race, leg).map(({ track, ...row }) => ({ ...row, boat: boats.get(track)! })),
    [race, leg, boats],
  );
  const columns = useMemo(() => legColumns(race, leg, rows, focus), [race, leg, rows, focus]);
  if (race.legs.length === 0) return <NoLegs race={race} />;
  return (
    <Card
      title="Legs"
      aside={
        <>
          {source.target && boat_class && <TargetMenu boat_class={boat_class} />}
          {compared && <Segments label="Figures of the legs" choices={VIEWS} value={view} onChange={setView} />}
          <LegChoice race={race} leg={leg} onLeg={props.onLeg} />
        </>
      }
    >
      {compared && view === "target" ? (
        <LegsTarget
          {...{ race, boats, focus, onFocusBoat, leg, compared }}
          over_ground={target.answer!.targets.every((one) => one.over_ground)}
          by_hand_kn={target.by_hand_kn}
        />
      ) : (
        <>
          <BoatTable caption={`Boats on leg ${leg + 1}`} {...{ rows, columns, focus, onFocusBoat }} />
          <p className={cards.note}>{legNote(race, leg, (track) => boats.get(track)?.label ?? track)}</p>
        </>
      )}
      {target.failure && (
        <p className={cards.note} role="alert">
          % of target could not be read. {target.failure}{" "}
          <Button kind="quiet" onClick={target.retry}>
            Retry
          </Button>
        </p>
      )}
    </Card>
  );
}

interface RaceTarget {
  /** Undefined while it is not known, and without a target. */
  answer: RaceTargetAnswer | undefined;
  /** The wind strength that was given by hand, kn. */
  by_hand_kn: number | null;
  failure: string | null;
  retry: () => void;
}

/** The legs against the targets in use. */
function useRaceTarget(source: ReportSource, { start_time }: RaceReport): RaceTarget {
  const in_use = useTargetsInUse() ?? [];
  const by_hand_kn = useSnapshot(windByHand).tws_kn[`race ${start_time}`] ?? null;
  const { data, error, refetch } = useQuery(raceTargetOptions(source, in_use, by_hand_kn));
  return {
    answer: in_use.length > 0 ? data : undefined,
    by_hand_kn,
    failure: in_use.length > 0 && error ? failureSentence(error) : null,
    retry: () => void refetch(),
  };
}

function NoLegs({ race }: { race: RaceReport }) {
  const reason = race.notes.find(({ code }) => code === "no_wind" || code === "wind_may_be_reversed")?.text;
  return (
    <Card title="Legs">
      <p className="secondary card-body">
        {reason ?? "No marks were found that the boats rounded, so there are no legs."}
      </p>
    </Card>
  );
}

const ofLeg = (id: string, name: string, key: keyof BoatLeg, digits: number, unit = "", sign = ""): DataColumn<Row> =>
  numberColumn(
    id,
    unit ? `${name}\n${unitName(unit)}` : name,
    ({ leg }) => leg?.[key],
    (value) => (value > 0 ? sign : "") + amount(value, digits, unit),
  );

/** Against the mark before; before the first leg no boat has a place. */
const PLACES: DataColumn<Row> = {
  id: "places",
  title: "Places",
  value: ({ leg }) => leg?.places_gained ?? null,
  cell: ({ leg }) => <Places leg={leg} />,
};

/** Place, time and gap at the end of the leg. */
const placeColumns = (race: RaceReport, leg: number): DataColumn<Row>[] => [
  numberColumn(
    "place",
    `At ${waypointName(race, leg)}`,
    ({ passing }) => passing?.place,
    (place, { passing }) => <PlaceText place={place} isSure={passing!.place_sure} />,
  ),
  ...(leg === 0 ? [] : [PLACES]),
  numberColumn("time", "Time\nmin", ({ leg: own }) => own?.time_s, minutesSeconds),
  numberColumn(
    "behind",
    "Behind\nmin",
    ({ passing }) => passing?.behind_s,
    (behind_s) => <span className={behind_s <= 0 ? "quiet" : undefined}>{behindText(behind_s)}</span>,
  ),
];

function legColumns(race: RaceReport, leg: number, rows: readonly Row[], focus: string): DataColumn<Row>[] {
  const most_s = Math.max(1, ...rows.map(({ leg: own }) => (own ? Math.abs(own.gain_s) + own.gain_sd_s : 0)));
  const isDown = race.legs[leg]?.kind === "down";
  return [
    ...placeColumns(race, leg),
    ofLeg("sailed", "Sailed", "sailed_m", 0, "m"),
    ofLeg("over", "More than\nshortest, %", "sailed_over_shortest_pct", 1, "", "+"),
    ofLeg("sog", "SOG", "sog_kn", 2, "kn"),
    ofLeg("vmg", "VMG", "vmg_kn", 2, "kn"),
    isDown ? ofLeg("turns", "Gybes", "gybes", 0) : ofLeg("turns", "Tacks", "tacks", 0),
    numberColumn(
      "gain",
      "Against the\nmiddle, s",
      ({ leg: own }) => own?.gain_s,
      (_, { leg: own }) => <Gain leg={own!} />,
    ),
    {
      id: "bar",
      title: "Lost, left, or\ngained, right",
      value: ({ leg: own }) => own?.gain_s ?? null,
      cell: ({ leg: own, boat }) => own && <GainBar leg={own} most_s={most_s} isFocus={boat.track === focus} />,
    },
  ];
}

function Places({ leg }: { leg: BoatLeg | null }) {
  if (!leg) return "–";
  if (leg.places_gained === 0) return <span className="quiet">same</span>;
  const isGained = leg.places_gained > 0;
  return (
    <span className="tap">
      <Icon of={isGained ? ArrowUp : ArrowDown} size={14} />
      <span className="visually-hidden">{isGained ? "gained" : "lost"}</span> {Math.abs(leg.places_gained)}
    </span>
  );
}

/** Seconds against the median boat; quiet where it is less than its uncertainty. */
function Gain({ leg }: { leg: BoatLeg }) {
  const text = `${leg.gain_s > 0.5 ? "+" : ""}${fixed(leg.gain_s, 0)}`;
  if (isClear(leg.gain_s, leg.gain_sd_s)) return text;
  return (
    <span className="quiet">
      {text}
      <span className="visually-hidden">, less than its uncertainty</span>
    </span>
  );
}

interface LegsTargetProps extends BoatsProps {
  leg: number;
  compared: RaceOfTarget;
  over_ground: boolean;
  /** The wind strength that was given by hand, kn. */
  by_hand_kn: number | null;
}

interface TargetRow {
  boat: ReportBoat;
  place: { place: number; is_sure: boolean } | null;
  time_s: number | null;
  of_target: LegOfTarget | null;
}

/** One leg: the straights of each boat, % of her target, and of each tack. */
function LegsTarget(props: LegsTargetProps) {
  const { race, boats, focus, onFocusBoat, leg, compared, over_ground, by_hand_kn } = props;
  const rows = useMemo(() => targetRows(race, leg, boats, compared.boats), [race, leg, boats, compared]);
  const columns = useMemo(() => targetColumns(race, leg, rows, focus), [race, leg, rows, focus]);
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

function targetRows(
  race: RaceReport,
  leg: number,
  boats: BoatsProps["boats"],
  compared: readonly BoatOfTarget[],
): TargetRow[] {
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

function targetColumns(
  race: RaceReport,
  leg: number,
  rows: readonly TargetRow[],
  focus: string,
): DataColumn<TargetRow>[] {
  const percents = rows.flatMap(({ of_target }) => of_target?.percent ?? []);
  const domain = [Math.min(STRIP[0], ...percents), Math.max(STRIP[1], ...percents)] as const;
  const percent = (
    id: keyof LegOfTarget,
    title: string,
    more?: Partial<DataColumn<TargetRow>>,
  ): DataColumn<TargetRow> =>
    numberColumn(
      id,
      `${title}\n%`,
      ({ of_target }) => of_target?.[id],
      (value) => fixed(value, 0),
      more,
    );
  return [
    numberColumn(
      "place",
      `At ${waypointName(race, leg)}`,
      ({ place }) => place?.place,
      (place, row) => <PlaceText place={place} isSure={row.place!.is_sure} />,
    ),
    numberColumn("time", "Time\nmin", ({ time_s }) => time_s, minutesSeconds),
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
