import type { UserTag } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { useSnapshot } from "valtio";
import { useSegmentTags } from "../queries/segment-tags";
import { chartColumnsOptions, type StoredStraights, selectionOptions } from "../queries/straights";
import { straightView } from "../stores/straight-view";
import { Correlation } from "./correlation";
import { Failed } from "./failed";
import { quantitiesOf } from "./quantities";
import { ReportHead } from "./report-head";
import { rhythmOf } from "./rhythm";
import { RhythmAnalysis } from "./rhythm-analysis";
import { type ChartSpan, rowsOf, type StraightRow, spanOf } from "./rows";
import { sideOf } from "./series";
import { StraightData } from "./straight-data";
import styles from "./straight-report.module.css";
import { TagsDialog } from "./tags-dialog";
import { TrackCharts } from "./track-charts";
import { useTimeWindow } from "./use-window";

/** The report of a straight-line analysis. */
export function StraightReport({ analysis, track }: StoredStraights) {
  const all = useMemo(() => rowsOf(analysis), [analysis]);
  const filter = useTagFilter(analysis, all);
  const { rows } = filter;
  const columns = useQuery(chartColumnsOptions(analysis.track_id));
  const sides = useMemo(
    () => new Map(columns.data ? all.map((row) => [row.name, sideOf(columns.data, spanOf(row))] as const) : []),
    [all, columns.data],
  );
  const [only, setOnly] = useState<string | null>(null);
  const spans = useMemo((): ChartSpan[] => {
    const chosen = rows.filter(({ name }) => name === only);
    return (chosen.length > 0 ? chosen : rows).map((row) => ({
      name: row.name,
      side: sides.get(row.name) ?? null,
      ...spanOf(row),
    }));
  }, [rows, only, sides]);
  const window = useTimeWindow(spans);
  const part = useQuery({
    ...selectionOptions(analysis.id, { window: window.analyzed, tag_id: filter.tag?.id ?? null }),
    enabled: window.analyzed !== null,
  });
  const { hidden } = useSnapshot(straightView);
  const shown = useMemo(() => quantitiesOf(rows).filter(({ id }) => !hidden.includes(id)), [rows, hidden]);
  const [isCorrelated, setCorrelated] = useState(false);
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const [tagged, setTagged] = useState<string | null>(null);
  const changes = useSegmentTags(analysis.id, analysis.track_id);
  const editTags = useCallback((name: string) => setTagged(name), []);
  const showOnly = useCallback((name: string) => setOnly(name), []);
  const editedRow = all.find(({ name }) => name === tagged);
  const rhythm = useMemo(() => rhythmOf(filter.analysis, rows), [filter.analysis, rows]);
  return (
    <main className={styles.page}>
      <ReportHead analysis={analysis} track={track} rows={all} />
      {filter.error ? <Failed cause={filter.error} onRetry={filter.retry} /> : null}
      <div className={styles.columns}>
        <div className={styles.column}>
          <StraightData
            analysis={analysis}
            rows={rows}
            tags={filter.tags}
            tag={filter.tag}
            onTag={filter.toggle}
            sides={sides}
            zone={track.tz}
            shown={shown}
            highlighted={highlighted}
            onHighlight={setHighlighted}
            onEditTags={editTags}
            onOnly={showOnly}
            onCorrelate={() => setCorrelated(true)}
          />
          {part.error && <Failed cause={part.error} onRetry={() => void part.refetch()} />}
          <TrackCharts
            analysis={filter.analysis}
            spans={spans}
            names={rows.map(({ name }) => name)}
            only={only}
            onOnly={setOnly}
            zone={track.tz}
            columns={columns.data}
            error={columns.error}
            onRetry={() => void columns.refetch()}
            window={window}
            part={window.analyzed === null ? undefined : part.data}
            highlighted={highlighted}
          />
        </div>
        <div className={styles.column}>
          {isCorrelated && (
            <Correlation
              analysis_id={analysis.id}
              tag_id={filter.tag?.id ?? null}
              columns={shown}
              straights={rows.length}
              onClose={() => setCorrelated(false)}
            />
          )}
          <RhythmAnalysis rows={rhythm} />
        </div>
      </div>
      {editedRow && <TagsDialog row={editedRow} changes={changes} onClose={() => setTagged(null)} />}
    </main>
  );
}

/** The straights with one tag, or all; choosing the same tag again ends the filter. */
function useTagFilter(analysis: StoredStraights["analysis"], all: readonly StraightRow[]) {
  const [chosen, setChosen] = useState<number | null>(null);
  const tags = useMemo(() => {
    const found = new Map<number, UserTag>(all.flatMap((row) => row.tags.map((tag) => [tag.id, tag] as const)));
    return [...found.values()].sort((a, b) => a.value.localeCompare(b.value));
  }, [all]);
  // A tag that no straight has any more filters nothing.
  const tag = tags.find(({ id }) => id === chosen) ?? null;
  const { data, error, refetch } = useQuery({
    ...selectionOptions(analysis.id, { window: null, tag_id: chosen }),
    enabled: tag !== null,
  });
  const part = tag === null ? analysis : (data ?? analysis);
  const rows = useMemo((): StraightRow[] => {
    const own = new Map(all.map((row) => [row.name, row]));
    // The tags are those of the whole analysis, which changes of tags write at once.
    return rowsOf(part).map((row) => ({ ...row, tags: own.get(row.name)?.tags ?? row.tags }));
  }, [part, all]);
  return {
    tags,
    tag,
    toggle: (id: number) => setChosen((before) => (before === id ? null : id)),
    analysis: part,
    rows,
    error,
    retry: () => void refetch(),
  };
}
