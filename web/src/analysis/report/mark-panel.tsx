import type { FileAnalysis } from "@leebow/core";
import { useMemo, useState } from "react";
import { unitName } from "../../format/units";
import type { ReportTarget } from "../polar/use-report-target";
import { EmptyLossCard, LossCard, ScatterLegend } from "./loss-card";
import { lossScale } from "./loss-scale";
import styles from "./mark-panel.module.css";
import {
  ACCELERATING,
  BEARING_AWAY,
  DOUSING,
  GYBING,
  type PanelNames,
  type ReportPlace,
  TACKING,
} from "./report-place";
import { countOf, lossOf, type ManeuverRow, rowsOf, type TrackFacts, type XMetric } from "./rows";
import { type Selection, useSelection } from "./selection";
import { TableCard, useTableMarks } from "./table-card";

interface MarkWords {
  /** The four charts in their order, the mark's own maneuver first. */
  kinds: readonly PanelNames[];
  /** The kind that the table lists. */
  own: PanelNames;
  /** "the top mark"; null where all maneuvers are shown. */
  mark: string | null;
  metric: XMetric["id"];
}

export const TOP_MARK: MarkWords = {
  kinds: [BEARING_AWAY, TACKING, GYBING, DOUSING],
  own: BEARING_AWAY,
  mark: "the top mark",
  metric: "entry_speed_mps",
};
export const BOTTOM_MARK: MarkWords = {
  kinds: [DOUSING, GYBING, TACKING, BEARING_AWAY],
  own: DOUSING,
  mark: "the bottom mark",
  metric: "entry_speed_mps",
};
export const ACCELERATIONS: MarkWords = {
  kinds: [TACKING, GYBING, BEARING_AWAY, DOUSING],
  own: ACCELERATING,
  mark: null,
  metric: "exit_speed_mps",
};

interface MarkPanelProps {
  analysis: FileAnalysis;
  facts: TrackFacts;
  words: MarkWords;
  place: ReportPlace;
  target: ReportTarget;
}

/** Four loss charts with one loss scale, and the table of the tab's own maneuver. */
export function MarkPanel({ analysis, facts, words, place, target }: MarkPanelProps) {
  const charts = useCharts(analysis, words);
  const own = useSelection(useMemo(() => rowsOf(analysis.maneuvers, words.own.kind), [analysis, words.own.kind]));
  // The chart of the own maneuver follows the ticks of its table.
  const selections = charts.map(({ names, selection }) => (names === words.own ? own : selection));
  const lossRange = rangeOf(selections);
  const { table, marks } = useTableMarks(place);
  const [pointed, setPointed] = useState<string | null>(null);
  const isOwn = (names: PanelNames) => names === words.own;
  return (
    <div className="grid gap one-column">
      <div className="wrap apart gaps">
        <ScatterLegend sides {...marksOf(selections)} line />
        <span className="small quiet only-wide">
          {words.mark && `Maneuvers within ${NEAR_MARK_MIN} minutes of a rounding. `}
          The four charts share one loss scale, {unitName("m")}.
        </span>
      </div>
      <div className={styles.four}>
        {charts.map(({ names, all }, at) => {
          const selection = selections[at]!;
          if (selection.rows.length === 0)
            return (
              <EmptyLossCard
                key={names.kind}
                words={names}
                sentence={noneText(names, isOwn(names) ? null : words.mark)}
              />
            );
          return (
            <LossCard
              key={names.kind}
              averages
              compact
              selection={selection}
              words={names}
              title={names.plural}
              count={countText(selection, all)}
              tz={facts.tz}
              initial={words.metric}
              lossRange={lossRange}
              highlighted={isOwn(names) ? marks.highlighted : pointed}
              onHighlight={isOwn(names) ? marks.onHighlight : setPointed}
            />
          );
        })}
      </div>
      {own.rows.length > 0 && (
        <TableCard {...{ ...table, ...marks, facts, place, analysis, target }} selection={own} words={words.own} />
      )}
      {own.rows.length === 0 && words.own === ACCELERATING && (
        <p className="small secondary">No acceleration from a standstill was found in this track.</p>
      )}
    </div>
  );
}

/** One selection per chart. The number of charts never changes, so that the hooks are called in the same order. */
function useCharts(analysis: FileAnalysis, { kinds, own, mark }: MarkWords) {
  const lists = useMemo(() => {
    const roundings = rowsOf(analysis.maneuvers, own.kind);
    return kinds.map((names) => {
      const all = rowsOf(analysis.maneuvers, names.kind);
      return { names, all, rows: mark === null ? all : nearMark(all, roundings) };
    });
  }, [analysis, kinds, own, mark]);
  const [first, second, third, fourth] = lists.map(({ rows }) => rows);
  const selections = [
    useSelection(first ?? NONE),
    useSelection(second ?? NONE),
    useSelection(third ?? NONE),
    useSelection(fourth ?? NONE),
  ];
  return lists.map(({ names, all }, at) => ({ names, all, selection: selections[at]! }));
}

const NONE: readonly ManeuverRow[] = [];

/** Number of counted maneuvers in the chart, and of all where it shows a part of them. */
function countText({ rows }: Selection, all: readonly ManeuverRow[]): string {
  const [shown, total] = [countOf(rows), countOf(all)];
  return shown < total ? `${shown} of ${total}` : String(shown);
}

const noneText = ({ plural }: PanelNames, mark: string | null): string =>
  mark === null ? `No ${plural.toLowerCase()} found.` : `No ${plural.toLowerCase()} near ${mark}.`;

/** Which marks the legend explains. */
const marksOf = (selections: readonly Selection[]) => ({
  left: selections.some(({ rows, chosen }) => rows.some(({ id, counted }) => counted && !chosen.has(id))),
  uncounted: selections.some(({ rows }) => rows.some(({ counted }) => !counted)),
});

/** The scale of losses of all charts, m. */
const rangeOf = (selections: readonly Selection[]): readonly [number, number] =>
  lossScale(selections.flatMap(({ rows, basis }) => rows.map((row) => lossOf(row, basis))));

// Which maneuvers belong to the roundings of a mark.

/** A maneuver this long before or after a rounding belongs to it, minutes. *guess* */
const NEAR_MARK_MIN = 2;

/** The rows within {@link NEAR_MARK_MIN} of a rounding; a rounding is a counted bear away or douse. */
export function nearMark(rows: readonly ManeuverRow[], roundings: readonly ManeuverRow[]): ManeuverRow[] {
  const times = roundings.filter(({ counted }) => counted).map(({ time }) => Date.parse(time));
  return rows.filter(({ time }) => times.some((at) => Math.abs(Date.parse(time) - at) <= NEAR_MARK_MIN * 60_000));
}
