import type { StraightAnalysis, UserTag } from "@leebow/api/contract";
import { csvCell, type TackSide } from "@leebow/core";
import { Columns3, Download, Ellipsis, Grid2x2, ListFilter, Plus, Tag, X } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useSnapshot } from "valtio";
import { countText, wordFor } from "../../format/numbers";
import { clockSeconds, mmss } from "../../format/times";
import { inUnit } from "../../format/units";
import { Button, IconButton } from "../../ui/button";
import { Checkbox } from "../../ui/choices";
import { type DataColumn, DataTable, numberColumn } from "../../ui/data-table";
import { Icon } from "../../ui/icon";
import { Badge, SideMark } from "../../ui/marks";
import { Menu, type MenuEntry } from "../../ui/menu";
import { Popover } from "../../ui/popover";
import { helpOf, type Quantity, quantitiesOf, titleOf, valueText } from "./quantities";
import { Section } from "./section";
import { ALL_SEGMENTS } from "./series";
import styles from "./straight-data.module.css";
import { changeStraightView, straightView, toggled } from "./straight-view";
import { durationOf, type StraightRow } from "./time-window";

interface StraightDataProps {
  analysis: StraightAnalysis;
  rows: readonly StraightRow[];
  /** Tags of all straights of the analysis. */
  tags: readonly UserTag[];
  /** The tag that the straights are filtered by. */
  tag: UserTag | null;
  onTag: (id: number) => void;
  sides: ReadonlyMap<string, TackSide | null>;
  zone: string | null;
  shown: readonly Quantity[];
  highlighted: string | null;
  onHighlight: (name: string | null) => void;
  onEditTags: (name: string) => void;
  onOnly: (name: string) => void;
  onCorrelate: () => void;
}

/** Track Data: the straights with their averages, deviations and travels. */
export function StraightData(props: StraightDataProps) {
  const { analysis, rows, tag, zone, sides, shown, onTag, onEditTags, onOnly } = props;
  const { hidden } = useSnapshot(straightView);
  const lost = rows.filter(({ present }) => !present).length;
  const { edit, tag: mayTag } = analysis.can;
  const columns = useMemo(
    () =>
      columnsOf({
        rows,
        quantities: shown,
        isShown: (id) => !hidden.includes(id),
        zone,
        sides,
        track_id: analysis.track_id,
        mayTag,
        onEditTags,
        onOnly,
      }),
    [rows, shown, hidden, zone, sides, analysis.track_id, mayTag, onEditTags, onOnly],
  );
  return (
    <Section id="data" title="Track Data" help={helpOf(shown)} isWide controls={<Controls {...props} />}>
      {tag && (
        <p className={styles.filtered} role="status">
          Only straights tagged “{tag.value}”.
          <Button kind="quiet" icon={X} onClick={() => onTag(tag.id)}>
            Show all straights
          </Button>
        </p>
      )}
      {lost > 0 && (
        <p className={styles.note}>
          {countText(lost, "straight is", "straights are")} no longer found in the track;{" "}
          {wordFor(lost, "its", "their")} former times are analysed.
        </p>
      )}
      {!edit && <p className={styles.note}>Somebody else made this analysis. You can read it.</p>}
      <DataTable
        caption="Track Data"
        columns={columns}
        rows={rows}
        rowId={({ name }) => name}
        rowName={({ name }) => name}
        highlighted={props.highlighted}
        onHighlight={props.onHighlight}
      />
      <p className={styles.note}>
        * The straights above together: their durations added up, other values averaged by duration.
      </p>
    </Section>
  );
}

function Controls({ analysis, rows, tags, tag, onTag, shown, onCorrelate }: StraightDataProps) {
  const filters = tags.map((one) => ({
    label: one.id === tag?.id ? `${one.value}, chosen` : one.value,
    onSelect: () => onTag(one.id),
  }));
  return (
    <>
      <HideColumns quantities={quantitiesOf(rows)} />
      <Menu
        align="start"
        trigger={
          <Button kind="quiet" icon={ListFilter}>
            Filter by Tag
          </Button>
        }
        entries={filters}
        head={filters.length === 0 && <p className={styles.empty}>No straight of this analysis has a tag of yours.</p>}
      />
      <Button icon={Grid2x2} onClick={onCorrelate}>
        Analyze Correlation
      </Button>
      <DownloadCsv analysis={analysis} rows={rows} quantities={shown} />
    </>
  );
}

/** Columns that are no quantities and can be hidden. */
const FIXED = [
  { id: "tags", title: "Tags" },
  { id: "start_time", title: "Start" },
  { id: "end_time", title: "End" },
  { id: "duration", title: "Duration" },
] as const;

/** A choice of several: a ticked column is hidden, in every analysis until it is ticked off. */
function HideColumns({ quantities }: { quantities: readonly Quantity[] }) {
  const [open, setOpen] = useState(false);
  const { hidden } = useSnapshot(straightView);
  const all = [...FIXED, ...quantities];
  const count = all.filter(({ id }) => hidden.includes(id)).length;
  const trigger = (
    <Button kind="quiet" icon={Columns3}>
      Hide Columns{count > 0 && <span className="quiet">{count}</span>}
    </Button>
  );
  return (
    <Popover open={open} onOpenChange={setOpen} trigger={trigger} label="Hide Columns" align="start">
      <div className={styles.choice}>
        <p className="caption">A ticked column is hidden.</p>
        {all.map(({ id, title }) => (
          <Checkbox
            key={id}
            label={title}
            checked={hidden.includes(id)}
            onChange={() => changeStraightView({ hidden: toggled(hidden, id) })}
          />
        ))}
        <Button disabled={count === 0} onClick={() => changeStraightView({ hidden: [] })}>
          Show all columns
        </Button>
      </div>
    </Popover>
  );
}

interface DownloadCsvProps {
  analysis: StraightAnalysis;
  rows: readonly StraightRow[];
  quantities: readonly Quantity[];
}

/** A link to the table as it is shown. */
function DownloadCsv({ analysis, rows, quantities }: DownloadCsvProps) {
  const { hidden } = useSnapshot(straightView);
  const [href, setHref] = useState<string>();
  useEffect(() => {
    const shows: CsvColumns["shows"] = (column) => !hidden.includes(column);
    const made = URL.createObjectURL(new Blob([csvOf(rows, { shows, quantities })], { type: "text/csv" }));
    setHref(made);
    return () => URL.revokeObjectURL(made);
  }, [rows, quantities, hidden]);
  return (
    <a href={href} download={`straight-analysis-${analysis.id}.csv`} className={styles.download}>
      <Icon of={Download} />
      Download CSV
    </a>
  );
}

// The table of straights as it is shown, as CSV: all digits, times in UTC, unknown values empty.

interface CsvColumns {
  /** Whether each of the columns that are no quantities is shown. */
  shows: (column: "tags" | "start_time" | "end_time" | "duration") => boolean;
  quantities: readonly Quantity[];
}

export function csvOf(rows: readonly StraightRow[], { shows, quantities }: CsvColumns): string {
  const columns: [title: string, of: (row: StraightRow) => string | number | null][] = [
    ["Name", ({ name }) => name],
    ...(shows("tags")
      ? [["Tags", ({ tags }: StraightRow) => tags.map(({ value }) => value).join("; ")] as [string, () => string]]
      : []),
    ...(shows("start_time") ? [["Start, UTC", (row: StraightRow) => row.start_time] as [string, () => string]] : []),
    ...(shows("end_time") ? [["End, UTC", (row: StraightRow) => row.end_time] as [string, () => string]] : []),
    ...(shows("duration") ? [["Duration, s", (row: StraightRow) => row.duration_s] as [string, () => number]] : []),
    ...quantities.map((one): [string, Quantity["of"]] => [titleOf(one), ownUnit(one)]),
  ];
  const lines = [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, of]) => of(row) ?? ""))];
  return `${lines.map((cells) => cells.map(cellText).join(",")).join("\n")}\n`;
}

/** The values of a column in the unit that its head names. */
const ownUnit =
  ({ of, unit }: Quantity): Quantity["of"] =>
  (row) => {
    const value = of(row);
    return value === null ? null : inUnit(value, unit);
  };

const cellText = (cell: string | number): string => (typeof cell === "number" ? String(cell) : csvCell(cell));

interface ColumnOptions {
  rows: readonly StraightRow[];
  quantities: readonly Quantity[];
  isShown: (column: string) => boolean;
  zone: string | null;
  /** Tacks by the names of the straights; absent while the track is not read. */
  sides: ReadonlyMap<string, TackSide | null>;
  track_id: number;
  mayTag: boolean;
  onEditTags: (name: string) => void;
  onOnly: (name: string) => void;
}

type Column = DataColumn<StraightRow>;

/** The columns of the table of straights, with their averages in the last row. */
function columnsOf(options: ColumnOptions): Column[] {
  const { rows, quantities, isShown, zone } = options;
  const time = (id: "start_time" | "end_time", title: string): Column =>
    numberColumn(
      id,
      title,
      (row) => Date.parse(row[id]),
      (at_ms) => clockSeconds(at_ms, zone),
      { foot: "" },
    );
  const all: Column[] = [
    {
      id: "name",
      title: "Name",
      value: ({ start_time }) => start_time,
      cell: (row) => <NameCell row={row} options={options} />,
      foot: ALL_SEGMENTS,
    },
    {
      id: "tags",
      title: "Tags",
      value: ({ tags }) => tags.map(({ value }) => value).join(", ") || null,
      cell: (row) => <TagsCell row={row} options={options} />,
      foot: "",
    },
    time("start_time", "Start"),
    time("end_time", "End"),
    numberColumn("duration", "Duration, mm:ss", ({ duration_s }) => duration_s, mmss, { foot: mmss(durationOf(rows)) }),
    ...quantities.map((quantity): Column => {
      const mean = quantity.average(rows);
      const show = (value: number) => valueText(quantity, value);
      return numberColumn(quantity.id, titleOf(quantity), quantity.of, show, { foot: mean === null ? "" : show(mean) });
    }),
  ];
  return all.filter(({ id }) => id === "name" || isShown(id));
}

function NameCell({ row, options }: { row: StraightRow; options: ColumnOptions }) {
  const side = options.sides.get(row.name);
  const { track_id, mayTag, onEditTags, onOnly } = options;
  const entries: MenuEntry[] = [
    ...(mayTag ? [{ label: "Tags", onSelect: () => onEditTags(row.name) }] : []),
    { label: "Only this one in the charts", onSelect: () => onOnly(row.name) },
    { label: "Show on map", to: `/tracks/${track_id}?t=${row.start_time}` },
  ];
  return (
    <span className="row">
      {side && <SideMark side={side} />}
      <b className={styles.text}>{row.name}</b>
      <Menu
        align="start"
        trigger={<IconButton icon={Ellipsis} label={`More for ${row.name}`} tip={null} className={styles.more} />}
        entries={entries}
      />
    </span>
  );
}

function TagsCell({ row, options: { mayTag, onEditTags } }: { row: StraightRow; options: ColumnOptions }) {
  return (
    <span className="row gap-4">
      {row.tags.map(({ id, value }) => (
        <Badge key={id} icon={Tag}>
          <span className={styles.tag}>{value}</span>
        </Badge>
      ))}
      {mayTag && (
        <Button
          kind="quiet"
          icon={Plus}
          className={styles.add}
          aria-label={`Tag ${row.name}`}
          onClick={() => onEditTags(row.name)}
        >
          {row.tags.length === 0 && "Tag"}
        </Button>
      )}
    </span>
  );
}
