import type { Improvement } from "@leebow/api/contract";
import { LOSS_BASIS_TEXT } from "@leebow/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { LossBasis, LossTag } from "../api/reports";
import { TableToggle } from "../chart/table-toggle";
import { DataTable } from "../components/data-table";
import { fixed } from "../format/numbers";
import { nearDay, shortDay } from "../format/times";
import { MetricHelp } from "../help/metric-help";
import { expectedLossOptions, improvementOptions } from "../queries/reports";
import { ImprovementChart, type LossOfDay, lossesOf } from "./improvement-chart";
import { Panel } from "./panel";
import type { DashboardFilter } from "./report-filter";
import { type SessionSelection, WIND_CATEGORIES } from "./sessions";

export const LOSS_WORDS = {
  T: { title: "Tacking", plural: "tacks", tab: "tacking" },
  G: { title: "Gybing", plural: "gybes", tab: "gybing" },
} as const;

interface LossPanelProps {
  filter: DashboardFilter;
  tag: LossTag;
  /** Null: that of most losses, which the server chooses. */
  basis: LossBasis | null;
  className?: string | undefined;
}

/** Median loss of each day, a line for each wind category. */
export function ImprovementPanel(props: LossPanelProps & { onOpen: (selection: SessionSelection) => void }) {
  const { filter, tag, basis, onOpen, className } = props;
  const [isTable, setTable] = useState(false);
  const { title, plural, tab } = LOSS_WORDS[tag];
  const query = useQuery(improvementOptions(filter, tag, basis));
  // The same maneuvers, of which that answer names the basis.
  const shown = useQuery(expectedLossOptions(filter, tag, basis)).data?.loss_basis ?? basis;
  const open = ({ date, track_ids }: Pick<LossOfDay, "date" | "track_ids">) =>
    onOpen({
      title: `${title} on ${shortDay(date, "UTC")}`,
      value: (one) => (tag === "T" ? one.tacks : one.gybes),
      text: String,
      column: tag === "T" ? "Tacks" : "Gybes",
      track_ids,
      tab,
    });
  return (
    <Panel
      title={`${title} Improvement`}
      help={<MetricHelp name={`${title} Improvement`} ids={["Improvement.Light", "Maneuver.loss_basis"]} />}
      counts={`Median loss per day, m${shown ? `, ${LOSS_BASIS_TEXT[shown]}` : ""}; days with 3 ${plural} or more in a wind category.`}
      aside={<TableToggle title={`${title} Improvement`} isTable={isTable} onChange={setTable} />}
      query={query}
      empty={(days) => (lossesOf(days).length === 0 ? emptyText(days, plural) : null)}
      height={210}
      className={className}
    >
      {(days) =>
        isTable ? (
          <Days days={days} title={title} />
        ) : (
          <ImprovementChart days={days} filter={filter} label={`${title} Improvement, days`} onOpen={open} />
        )
      }
    </Panel>
  );
}

const emptyText = (days: Improvement, plural: string): string =>
  days.length === 0
    ? `No ${plural} with a loss and measured wind on these days. Attach a wind file to a track, then its ${plural} count here.`
    : `Fewer than three ${plural} a day in every wind category: too few for a median.`;

function Days({ days, title }: { days: Improvement; title: string }) {
  return (
    <DataTable
      caption={`${title} Improvement, median loss in m`}
      columns={[
        { id: "date", title: "Day", value: (day) => day.date, cell: (day) => nearDay(day.date, "UTC") },
        ...WIND_CATEGORIES.map((category) => ({
          id: category,
          title: `${category}, m`,
          numeric: true,
          value: (day: Improvement[number]) => day[category],
          cell: (day: Improvement[number]) => fixed(day[category], 2),
        })),
      ]}
      rows={days}
      rowId={(day) => day.date}
      rowName={(day) => shortDay(day.date, "UTC")}
    />
  );
}
