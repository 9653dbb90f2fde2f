import { type Segment, tagKey, type UserTag } from "@leebow/api/contract";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { Eye, EyeOff } from "lucide-react";
import { useMemo, useState } from "react";
import { useSnapshot } from "valtio";
import { call, request, showFailure } from "../../server/client";
import { notify } from "../../server/notices";
import { Button, IconButton } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { lazyPanel } from "../../ui/lazy-component";
import { TagInput } from "../../ui/tag-input";
import { Correlation } from "./correlation";
import { type Quantity, quantitiesOf } from "./quantities";
import { chartColumnsOptions, type StoredStraights, selectionOptions, straightAnalysisOptions } from "./queries";
import { ReportHead } from "./report-head";
import { RhythmAnalysis, rhythmOf } from "./rhythm-analysis";
import { Failed, Section } from "./section";
import { type Columns, sideOf } from "./series";
import { StraightData } from "./straight-data";
import styles from "./straight-report.module.css";
import { straightView } from "./straight-view";
import { type ChartSpan, rowsOf, type StraightRow, spanOf, useTimeWindow } from "./time-window";
import { TrackCharts } from "./track-charts";

const AnalysisNotes = lazyPanel(() => import("../../journal/analysis-notes").then((part) => part.AnalysisNotes));

/** The report of a straight-line analysis. */
export function StraightReport({ analysis, track }: StoredStraights) {
  const all = useMemo(() => rowsOf(analysis), [analysis]);
  const filter = useTagFilter(analysis, all);
  const { rows, tag } = filter;
  const { hidden } = useSnapshot(straightView);
  const shown = useMemo(() => quantitiesOf(rows).filter(({ id }) => !hidden.includes(id)), [rows, hidden]);
  const [isCorrelated, setCorrelated] = useState(false);
  const [tagged, setTagged] = useState<string | null>(null);
  const changes = useSegmentTags(analysis.id, analysis.track_id);
  const editedRow = all.find(({ name }) => name === tagged);
  const rhythm = useMemo(() => rhythmOf(filter.analysis, rows), [filter.analysis, rows]);
  return (
    <main className="stack shrinks">
      <ReportHead analysis={analysis} track={track} rows={all} />
      {filter.query.error && <Failed query={filter.query} />}
      <div className={styles.columns}>
        <DataAndCharts
          analysis={analysis}
          all={all}
          filter={filter}
          zone={track.tz}
          shown={shown}
          onEditTags={setTagged}
          onCorrelate={() => setCorrelated(true)}
        />
        <div className="grid one-column gap-12">
          {isCorrelated && (
            <Correlation
              analysis_id={analysis.id}
              tag_id={tag?.id ?? null}
              columns={shown}
              straights={rows.length}
              onClose={() => setCorrelated(false)}
            />
          )}
          <RhythmAnalysis rows={rhythm} />
          <Section id="notes" title="Notes">
            <AnalysisNotes
              analysis_id={analysis.id}
              track_id={analysis.track_id}
              boat_class={track.boat_name}
              segments={all.map(({ id }) => id)}
            />
          </Section>
        </div>
      </div>
      {editedRow && <TagsDialog row={editedRow} changes={changes} onClose={() => setTagged(null)} />}
    </main>
  );
}

interface DataAndChartsProps {
  analysis: StoredStraights["analysis"];
  all: readonly StraightRow[];
  filter: ReturnType<typeof useTagFilter>;
  zone: string | null;
  shown: readonly Quantity[];
  onEditTags: (name: string) => void;
  onCorrelate: () => void;
}

/** The table and the charts, which share their highlighted straight. */
function DataAndCharts({ analysis, all, filter, zone, shown, onEditTags, onCorrelate }: DataAndChartsProps) {
  const { rows } = filter;
  const columns = useQuery(chartColumnsOptions(analysis.track_id));
  const sides = useSides(all, columns.data);
  const [only, setOnly] = useState<string | null>(null);
  const spans = useMemo(() => spansOf(rows, only, sides), [rows, only, sides]);
  const window = useTimeWindow(spans);
  const part = useQuery({
    ...selectionOptions(analysis.id, { window: window.analyzed, tag_id: filter.tag?.id ?? null }),
    enabled: window.analyzed !== null,
  });
  const [highlighted, setHighlighted] = useState<string | null>(null);
  return (
    <div className="grid one-column gap-12">
      <StraightData
        analysis={analysis}
        rows={rows}
        tags={filter.tags}
        tag={filter.tag}
        onTag={filter.toggle}
        sides={sides}
        zone={zone}
        shown={shown}
        highlighted={highlighted}
        onHighlight={setHighlighted}
        onEditTags={onEditTags}
        onOnly={setOnly}
        onCorrelate={onCorrelate}
      />
      {part.error && <Failed query={part} />}
      <TrackCharts
        analysis={filter.analysis}
        spans={spans}
        names={rows.map(({ name }) => name)}
        only={only}
        onOnly={setOnly}
        zone={zone}
        columns={columns}
        window={window}
        part={window.analyzed === null ? undefined : part.data}
        highlighted={highlighted}
      />
    </div>
  );
}

/** The tacks by the names of the straights; none while the columns of the track are not there. */
const useSides = (all: readonly StraightRow[], columns: Columns | undefined) =>
  useMemo(
    () => new Map(columns ? all.map((row) => [row.name, sideOf(columns, spanOf(row))] as const) : []),
    [all, columns],
  );

/** The straights of the charts: the one of this name, else all. */
function spansOf(
  rows: readonly StraightRow[],
  only: string | null,
  sides: ReadonlyMap<string, ChartSpan["side"]>,
): ChartSpan[] {
  const chosen = rows.filter(({ name }) => name === only);
  return (chosen.length > 0 ? chosen : rows).map((row) => ({
    name: row.name,
    side: sides.get(row.name) ?? null,
    ...spanOf(row),
  }));
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
  const query = useQuery({
    ...selectionOptions(analysis.id, { window: null, tag_id: chosen }),
    enabled: tag !== null,
  });
  const part = tag === null ? analysis : (query.data ?? analysis);
  const rows = useMemo((): StraightRow[] => {
    const own = new Map(all.map((row) => [row.name, row]));
    // The tags are those of the whole analysis, which changes of tags write at once; so the straights with the tag are known
    // before the analysis of them has come.
    return rowsOf(part)
      .map((row) => ({ ...row, tags: own.get(row.name)?.tags ?? row.tags }))
      .filter((row) => tag === null || row.tags.some(({ id }) => id === tag.id));
  }, [part, all, tag]);
  return {
    tags,
    tag,
    toggle: (id: number) => setChosen((before) => (before === id ? null : id)),
    analysis: part,
    rows,
    query,
  };
}

interface TagsDialogProps {
  row: StraightRow;
  changes: ReturnType<typeof useSegmentTags>;
  onClose: () => void;
}

/** The tags of a straight: added, removed, made by typing; below, the user's tags, which can be hidden. */
function TagsDialog({ row, changes, onClose }: TagsDialogProps) {
  const tags = useQuery(userTagsOptions());
  const [isBusy, setBusy] = useState(false);
  const known = tags.data ?? [];
  const change = async (values: string[]) => {
    const has = (list: readonly string[], value: string) => list.some((one) => tagKey(one) === tagKey(value));
    const own = row.tags.map(({ value }) => value);
    const added = values.find((value) => !has(own, value));
    const removed = row.tags.find(({ value }) => !has(values, value));
    setBusy(true);
    if (added !== undefined) await changes.add(row, added);
    else if (removed) await changes.remove(row, removed);
    setBusy(false);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Tags of ${row.name}`}
      description="Only you see your tags. Type a tag and press Enter to make a new one."
      actions={
        <Button kind="primary" busy={isBusy} onClick={onClose}>
          Done
        </Button>
      }
    >
      <TagInput
        label="Tags"
        value={row.tags.map(({ value }) => value)}
        suggestions={known.filter(({ visible }) => visible).map(({ value }) => value)}
        placeholder="tuned for chop"
        onChange={(values) => void change(values)}
      />
      {tags.error && !tags.data && <Failed query={tags} />}
      <OwnTags tags={known} onVisible={changes.setVisible} />
    </Dialog>
  );
}

interface OwnTagsProps {
  tags: readonly UserTag[];
  onVisible: (tag: UserTag, visible: boolean) => Promise<boolean>;
}

/** The tags that are offered, and the hidden ones. */
function OwnTags({ tags, onVisible }: OwnTagsProps) {
  if (tags.length === 0) return null;
  const list = (visible: boolean) => tags.filter((tag) => tag.visible === visible);
  return (
    <div className={styles.area}>
      {list(true).length > 0 && <h3 className="caption">Your tags</h3>}
      <ul>
        {list(true).map((tag) => (
          <li key={tag.id} className={styles.tag}>
            <span className="truncate">{tag.value}</span>
            <IconButton icon={EyeOff} label={`Hide ${tag.value}`} onClick={() => void onVisible(tag, false)} />
          </li>
        ))}
      </ul>
      {list(false).length > 0 && (
        <h3 className="caption">Hidden. Straights keep them, and typing the name shows one again.</h3>
      )}
      <ul>
        {list(false).map((tag) => (
          <li key={tag.id} className={styles.tag}>
            <span className="truncate quiet">{tag.value}</span>
            <IconButton icon={Eye} label={`Show ${tag.value}`} onClick={() => void onVisible(tag, true)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The user's tags, and the changes of the tags of straights. */

/** All tags of the user by value, hidden ones among them. */
const userTagsOptions = () =>
  queryOptions({
    queryKey: ["user-tags"] as const,
    queryFn: async ({ signal }): Promise<UserTag[]> => (await call("GET /user-tags/", { signal })).tags,
  });

/** Shown in the style of a success, as the specification has it. */
const NOT_CREATED = "Could not create that tag. Please try again.";

/** A straight of an analysis. */
interface Tagged {
  id: number;
  tags: readonly UserTag[];
}

/** Changes of tags. Each shows its failure as a notice and resolves to whether it was done. */
function useSegmentTags(analysis_id: number, track_id: number) {
  const client = useQueryClient();
  const { queryKey } = straightAnalysisOptions(analysis_id);
  const refreshTags = () => client.invalidateQueries({ queryKey: userTagsOptions().queryKey });
  const write = (segment_id: number, tags: readonly UserTag[]) =>
    client.setQueryData<StoredStraights>(queryKey, (stored) => stored && withTags(stored, segment_id, tags));

  /** The straight has the tags at once, and those it had when the server does not take them. */
  const change = async ({ id, tags }: Tagged, next: readonly UserTag[], send: () => Promise<Segment>) => {
    await client.cancelQueries({ queryKey, exact: true });
    write(id, next);
    const isDone = await attempt(async () => write(id, (await send()).user_tags));
    if (!isDone) write(id, tags);
    await client.invalidateQueries({ queryKey });
    return isDone;
  };

  return {
    /** A tag that exists is used again; a hidden one becomes visible again. */
    add: async (segment: Tagged, value: string): Promise<boolean> => {
      const known = await client.ensureQueryData(userTagsOptions()).catch((): UserTag[] => []);
      const tag = known.find((one) => one.visible && tagKey(one.value) === tagKey(value)) ?? (await createdTag(value));
      if (!tag) return false;
      void refreshTags();
      const request = { params: { id: segment.id }, body: { tag_id: tag.id, track: track_id } };
      return change(segment, [...segment.tags, tag], () => call("POST /segments/{id}/tags/", request));
    },
    remove: (segment: Tagged, tag: UserTag): Promise<boolean> =>
      change(
        segment,
        segment.tags.filter(({ id }) => id !== tag.id),
        () =>
          call("DELETE /segments/{id}/tags/", {
            params: { id: segment.id },
            body: { tag_id: tag.id, track: track_id },
          }),
      ),
    setVisible: (tag: UserTag, visible: boolean): Promise<boolean> =>
      attempt(async () => {
        const params = { id: tag.id };
        await (visible
          ? call("POST /user-tags/{id}/show/", { params })
          : call("POST /user-tags/{id}/hide/", { params }));
        await Promise.all([refreshTags(), client.invalidateQueries({ queryKey })]);
      }),
  };
}

/** The tag of this value, made now or found; null when the server does not make it. */
async function createdTag(value: string): Promise<UserTag | null> {
  try {
    const { status, body } = await request("POST /user-tags/", { body: { value, color: "green" } });
    // Else there was one, which is visible again.
    if (status === 201) notify.success("Tag created successfully.");
    return body.tag;
  } catch {
    notify.success(NOT_CREATED);
    return null;
  }
}

async function attempt(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (cause) {
    showFailure(cause);
    return false;
  }
}

function withTags(stored: StoredStraights, segment_id: number, tags: readonly UserTag[]): StoredStraights {
  const segments = Object.fromEntries(
    Object.entries(stored.analysis.segments).map(([name, segment]) => [
      name,
      segment.id === segment_id ? { ...segment, tags: [...tags] } : segment,
    ]),
  );
  return { ...stored, analysis: { ...stored.analysis, segments } };
}
