import type { TackSide } from "@leebow/core";
import { Ellipsis, Plus, Tag } from "lucide-react";
import { Badge } from "../components/badge";
import { Button, IconButton } from "../components/button";
import type { DataColumn } from "../components/data-table";
import { SideMark } from "../components/marks";
import { Menu, type MenuEntry } from "../components/menu";
import { mmss } from "../format/durations";
import { clockSeconds } from "../format/times";
import { type Quantity, titleOf, valueText } from "./quantities";
import { durationOf, type StraightRow } from "./rows";
import { ALL_SEGMENTS } from "./stats";
import styles from "./table-columns.module.css";

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
export function columnsOf(options: ColumnOptions): Column[] {
  const { rows, quantities, isShown, zone } = options;
  const time = (id: "start_time" | "end_time", title: string): Column => ({
    id,
    title,
    numeric: true,
    value: (row) => row[id],
    cell: (row) => clockSeconds(row[id], zone),
    foot: "",
  });
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
    {
      id: "duration",
      title: "Duration, mm:ss",
      numeric: true,
      value: ({ duration_s }) => duration_s,
      cell: ({ duration_s }) => mmss(duration_s),
      foot: mmss(durationOf(rows)),
    },
    ...quantities.map((quantity): Column => {
      const mean = quantity.average(rows);
      return {
        id: quantity.id,
        title: titleOf(quantity),
        numeric: true,
        value: quantity.of,
        cell: (row) => valueText(quantity, quantity.of(row)),
        foot: mean === null ? "" : valueText(quantity, mean),
      };
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
    <span className={styles.name}>
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
    <span className={styles.tags}>
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
