import type { StraightAnalysis, UserTag } from "@leebow/api/contract";
import type { TackSide } from "@leebow/core";
import { Columns3, Download, Grid2x2, ListFilter, X } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useSnapshot } from "valtio";
import { Button } from "../components/button";
import { Checkbox } from "../components/choices";
import { DataTable } from "../components/data-table";
import { Icon } from "../components/icon";
import { Menu } from "../components/menu";
import { Popover } from "../components/popover";
import { countText, wordFor } from "../format/counts";
import { changeStraightView, straightView, toggled } from "../stores/straight-view";
import { type CsvColumns, csvOf } from "./csv";
import { helpOf, type Quantity, quantitiesOf } from "./quantities";
import type { StraightRow } from "./rows";
import { Section } from "./section";
import styles from "./straight-data.module.css";
import { columnsOf } from "./table-columns";

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
