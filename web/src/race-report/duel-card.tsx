import { type Duel, type DuelPhase, halfWidth90 } from "@leebow/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { failureSentence } from "../api/failure";
import { Button } from "../components/button";
import { type DataColumn, DataTable } from "../components/data-table";
import { Skeleton } from "../components/skeleton";
import { minutesSeconds } from "../format/durations";
import { amount } from "../format/numbers";
import { unitName } from "../format/units";
import { duelOptions, type ReportSource } from "../queries/race-report";
import { BoatSelect } from "./boat-select";
import type { ReportBoat } from "./boats";
import cards from "./cards.module.css";
import styles from "./duel-card.module.css";
import { DuelChart } from "./duel-chart";
import { DUEL_PARTS, duelSentence, relationText, signedMetres } from "./duel-text";
import { isClear } from "./figures";
import { LegChoice } from "./leg-choice";
import type { BoatsProps } from "./start-card";

interface DuelCardProps extends BoatsProps {
  source: ReportSource;
  zone: string | null;
  leg: number;
  onLeg: (leg: number) => void;
  /** Track of the boat that the focus boat is compared with. */
  against: string;
  onAgainst: (track: string) => void;
}

/** Why the focus boat gained on another one on a leg, or lost. */
export function DuelCard(props: DuelCardProps) {
  const { race, boats, focus, onFocusBoat, against, onAgainst, leg, onLeg } = props;
  const racing = race.boats.map(({ track }) => boats.get(track)!);
  const others = (without: string) => racing.filter(({ track }) => track !== without);
  return (
    <section className={cards.card} aria-labelledby="race-duel">
      <div className={cards.head}>
        <h2 id="race-duel">Two boats</h2>
        <BoatSelect label="First boat" boats={others(against)} track={focus} onChange={onFocusBoat} />
        <span className="caption">against</span>
        <BoatSelect label="Second boat" boats={others(focus)} track={against} onChange={onAgainst} />
        <span className="grow" />
        <LegChoice race={race} leg={leg} onLeg={onLeg} label="Leg of the two boats" />
      </div>
      <Compared {...props} />
    </section>
  );
}

function Compared({ race, boats, focus, against, leg, source, zone }: DuelCardProps) {
  const question = { start_time: race.start_time, a: focus, b: against, leg };
  const { data, error, refetch } = useQuery(duelOptions(source, question));
  if (!data && error)
    return (
      <div className={cards.withheld} role="alert">
        <p>{failureSentence(error)}</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </div>
    );
  if (!data)
    return (
      <div className={styles.loading} role="status" aria-label="Loading the two boats">
        <Skeleton height={250} />
      </div>
    );
  const { duel } = data;
  if (!duel)
    return (
      <p className={cards.withheld}>
        These two boats did not sail leg {leg + 1} together: the start or the end of it is missing in one of their
        tracks.
      </p>
    );
  return <Parts duel={duel} a={boats.get(duel.a)!} b={boats.get(duel.b)!} zone={zone} />;
}

interface PartsProps {
  duel: Duel;
  a: ReportBoat;
  b: ReportBoat;
  zone: string | null;
}

interface Row {
  id: string;
  phase: DuelPhase;
}

function Parts({ duel, a, b, zone }: PartsProps) {
  const [lit, setLit] = useState<string | null>(null);
  const rows = useMemo(() => duel.phases.map((phase, at): Row => ({ id: String(at + 1), phase })), [duel]);
  const columns = useMemo(() => phaseColumns(duel, b.sailor), [duel, b]);
  const { said, doubt } = duelSentence(duel, a.sailor, b.sailor);
  return (
    <div className={styles.two}>
      <DuelChart duel={duel} a={a} b={b} zone={zone} lit={lit} />
      <div className={styles.words}>
        <DataTable
          caption={`What ${a.sailor} gained on ${b.sailor} on leg ${duel.leg + 1}, ${unitName("m")}`}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          rowName={({ phase }) => relationText(duel, phase, b.sailor)}
          highlighted={lit}
          onHighlight={setLit}
        />
        <p className={styles.said} role="status">
          <b>{said}</b>
        </p>
        {doubt && <p className={cards.note}>{doubt}</p>}
      </div>
    </div>
  );
}

const seconds = ({ start_time, end_time }: Pick<DuelPhase, "start_time" | "end_time">) =>
  (Date.parse(end_time) - Date.parse(start_time)) / 1000;

/** Each part by phase, with the sum of the leg below. */
function phaseColumns(duel: Duel, other: string): DataColumn<Row>[] {
  const { sum } = duel;
  return [
    {
      id: "phase",
      title: "Phase",
      value: ({ id }) => Number(id),
      cell: ({ id, phase }) => (
        <span className={styles.phase}>
          <i>{id}</i> {relationText(duel, phase, other)}
        </span>
      ),
      foot: `Leg ${duel.leg + 1}`,
    },
    {
      id: "time",
      title: "Time\nmin",
      numeric: true,
      value: ({ phase }) => seconds(phase),
      cell: ({ phase }) => minutesSeconds(seconds(phase)),
      foot: minutesSeconds(seconds(duel)),
    },
    ...DUEL_PARTS.map(
      ({ part, title }): DataColumn<Row> => ({
        id: part,
        title,
        numeric: true,
        value: ({ phase }) => phase[`${part}_m`],
        cell: ({ phase }) => <Metres metres={phase[`${part}_m`]} sd={phase[`${part}_sd_m`]} />,
        foot: <Metres metres={sum[`${part}_m`]} sd={sum[`${part}_sd_m`]} />,
      }),
    ),
    {
      id: "total",
      title: `Total\n${unitName("m")}`,
      numeric: true,
      value: ({ phase }) => phase.total_m,
      cell: ({ phase }) => <Total metres={phase.total_m} sd={phase.total_sd_m} />,
      foot: <Total metres={sum.total_m} sd={sum.total_sd_m} />,
    },
  ];
}

/** Quiet where it is less than its uncertainty. */
function Metres({ metres, sd }: { metres: number; sd: number }) {
  if (isClear(metres, sd)) return signedMetres(metres);
  return (
    <span className="quiet">
      {signedMetres(metres)}
      <span className="visually-hidden">, less than its uncertainty</span>
    </span>
  );
}

const Total = ({ metres, sd }: { metres: number; sd: number }) => (
  <>
    <b>{signedMetres(metres)}</b> <span className="caption">± {amount(halfWidth90(sd), 0, "m")}</span>
  </>
);
