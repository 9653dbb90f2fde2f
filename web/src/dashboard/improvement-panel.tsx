import type { Improvement } from "@leebow/api/contract";
import { LOSS_BASIS_TEXT } from "@leebow/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { LossBasis, LossTag } from "../api/reports";
import { TableToggle } from "../chart/table-toggle";
import { DataTable } from "../components/data-table";
import { amount } from "../format/numbers";
import { nearDay, shortDay } from "../format/times";
import { unitName } from "../format/units";
import { MetricHelp } from "../help/metric-help";
import { expectedLossOptions, improvementOptions, windConditionsOptions } from "../queries/reports";
import { bySpeedText, type GroupBy, type Grouping, withoutBands } from "./grouping";
import { ImprovementChart, type LossOfDay, lossesOf } from "./improvement-chart";
import { Panel } from "./panel";
import type { DashboardFilter } from "./report-filter";
import { groupName, groupsOf, type SessionSelection } from "./sessions";

export const LOSS_WORDS = {
  T: { title: "Tacking", plural: "tacks", tab: "tacking" },
  G: { title: "Gybing", plural: "gybes", tab: "gybing" },
} as const;

interface LossPanelProps {
  filter: DashboardFilter;
  tag: LossTag;
  /** Null: that of most losses, which the server chooses. */
  basis: LossBasis | null;
  grouping: Grouping;
  className?: string | undefined;
}

/** Median loss of each day, a line for each wind category or band of speed. */
export function ImprovementPanel(props: LossPanelProps & { onOpen: (selection: SessionSelection) => void }) {
  const { filter, tag, basis, grouping, onOpen, className } = props;
  const by = grouping.by ?? "wind";
  const [isTable, setTable] = useState(false);
  const { title, plural, tab } = LOSS_WORDS[tag];
  const query = useQuery({ ...improvementOptions(filter, tag, basis, by), enabled: grouping.by !== null });
  const bands = useQuery(windConditionsOptions(filter)).data?.speed_bands ?? [];
  // The same maneuvers, of which that answer names the basis.
  const shown = useQuery(expectedLossOptions(filter, tag, basis, grouping.chosen)).data?.loss_basis ?? basis;
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
      counts={`${by === "speed" ? `${bySpeedText(filter, grouping)} ` : ""}Median loss per day, ${unitName("m")}${shown ? `, ${LOSS_BASIS_TEXT[shown]}` : ""}; days with 3 ${plural} or more in a ${by === "wind" ? "wind category" : "band"}.`}
      aside={<TableToggle title={`${title} Improvement`} isTable={isTable} onChange={setTable} />}
      query={query}
      empty={(days) => {
        if (lossesOf(days, by).length > 0) return null;
        if (days.length > 0) return tooFewText(by, plural);
        return by === "wind" ? withoutWind(plural) : withoutBands({ speed_bands: bands }, filter);
      }}
      height={210}
      className={className}
    >
      {(days) =>
        isTable ? (
          <Days days={days} by={by} title={title} />
        ) : (
          <ImprovementChart days={days} by={by} filter={filter} label={`${title} Improvement, days`} onOpen={open} />
        )
      }
    </Panel>
  );
}

const withoutWind = (plural: string): string =>
  `No ${plural} with a loss and measured wind on these days. Attach a wind file to a track, then its ${plural} count here.`;

const tooFewText = (by: GroupBy, plural: string): string =>
  `Fewer than three ${plural} a day in every ${by === "wind" ? "wind category" : "band of speed"}: too few for a median.`;

function Days({ days, by, title }: { days: Improvement; by: GroupBy; title: string }) {
  return (
    <DataTable
      caption={`${title} Improvement, median loss in ${unitName("m")}`}
      columns={[
        { id: "date", title: "Day", value: (day) => day.date, cell: (day) => nearDay(day.date, "UTC") },
        ...groupsOf(by).map((group) => ({
          id: group,
          title: `${groupName(group)}, ${unitName("m")}`,
          numeric: true,
          value: (day: Improvement[number]) => day[group],
          cell: (day: Improvement[number]) => amount(day[group], 2, "m"),
        })),
      ]}
      rows={days}
      rowId={(day) => day.date}
      rowName={(day) => shortDay(day.date, "UTC")}
    />
  );
}
