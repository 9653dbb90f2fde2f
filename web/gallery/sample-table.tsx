import { useState } from "react";
import { fixed } from "../src/format/numbers";
import { type DataColumn, DataTable } from "../src/ui/data-table";
import { SideMark } from "../src/ui/marks";

interface Row {
  time: string;
  side: "port" | "starboard";
  loss_m: number;
  duration_s: number;
}

const ROWS: Row[] = [
  { time: "14:10:51", side: "port", loss_m: 0.4, duration_s: 9 },
  { time: "14:14:12", side: "starboard", loss_m: 2.8, duration_s: 8 },
  { time: "14:22:43", side: "port", loss_m: 17.2, duration_s: 13 },
];

export function SampleTable() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(["14:10:51", "14:14:12"]));
  const [highlighted, setHighlighted] = useState<string | null>("14:14:12");
  const inside = ROWS.filter((row) => chosen.has(row.time));
  const mean = (of: (row: Row) => number) =>
    inside.length > 0 ? fixed(inside.reduce((sum, row) => sum + of(row), 0) / inside.length, 2) : "N/A";
  const columns: DataColumn<Row>[] = [
    {
      id: "time",
      title: "Start time",
      value: (row) => row.time,
      cell: (row) => row.time,
      foot: `Average of ${inside.length} selected`,
    },
    { id: "side", title: "Tack", value: (row) => row.side, cell: (row) => <SideMark side={row.side} /> },
    {
      id: "loss",
      title: "Loss, m",
      numeric: true,
      value: (row) => row.loss_m,
      cell: (row) => fixed(row.loss_m, 2),
      foot: mean((row) => row.loss_m),
    },
    {
      id: "duration",
      title: "Duration, s",
      numeric: true,
      value: (row) => row.duration_s,
      cell: (row) => fixed(row.duration_s, 2),
      foot: mean((row) => row.duration_s),
    },
  ];
  return (
    <DataTable
      caption="Example"
      columns={columns}
      rows={ROWS}
      rowId={(row) => row.time}
      rowName={(row) => `the tack at ${row.time}`}
      chosen={chosen}
      onChoose={setChosen}
      highlighted={highlighted}
      onHighlight={setHighlighted}
    />
  );
}
