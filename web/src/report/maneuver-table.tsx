import { meanOfKnown } from "@leebow/core";
import { useMemo } from "react";
import { type DataColumn, DataTable } from "../components/data-table";
import { SideChange } from "../components/marks";
import { fixed } from "../format/numbers";
import { clockSeconds } from "../format/times";
import type { PanelNames } from "./maneuver-panel";
import type { ManeuverRow } from "./rows";

interface ManeuverTableProps {
  rows: readonly ManeuverRow[];
  inside: readonly ManeuverRow[];
  words: PanelNames;
  tz: string | null;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: Set<string>) => void;
  highlighted: string | null;
  onHighlight: (id: string | null) => void;
}

export function ManeuverTable({ inside, words, tz, ...table }: ManeuverTableProps) {
  const columns = useMemo(() => columnsOf(inside, words, tz), [inside, words, tz]);
  return (
    <DataTable
      caption={`${words.plural} with their losses`}
      columns={columns}
      rowId={(row) => row.id}
      rowName={(row) => `${row.name} at ${clockSeconds(row.time, tz)}`}
      {...table}
    />
  );
}

function columnsOf(inside: readonly ManeuverRow[], words: PanelNames, tz: string | null): DataColumn<ManeuverRow>[] {
  const figure = (id: string, title: string, of: (row: ManeuverRow) => number | null): DataColumn<ManeuverRow> => {
    const mean = meanOfKnown(inside.map(of));
    return {
      id,
      title,
      numeric: true,
      value: of,
      cell: (row) => fixed(of(row), 2),
      foot: mean === null ? "N/A" : fixed(mean, 2),
    };
  };
  const loss = figure("loss", "Loss, m", (row) => row.loss_m);
  return [
    {
      id: "start_time",
      title: "Start time",
      value: (row) => Date.parse(row.start_time),
      cell: (row) => clockSeconds(row.start_time, tz),
      foot: inside.length > 0 ? `Average of ${inside.length} selected` : "None selected",
    },
    {
      id: "sides",
      title: words.singular,
      value: (row) => row.from_side,
      cell: (row) => <SideChange from={row.from_side} to={row.to_side} />,
    },
    { ...loss, cell: (row) => <b style={{ fontWeight: 600 }}>{fixed(row.loss_m, 2)}</b> },
    figure("entry_speed", "Entry speed, m/s", (row) => row.entry_speed_mps),
    figure("exit_speed", "Exit speed, m/s", (row) => row.exit_speed_mps),
    figure("min_speed", "Min speed, m/s", (row) => row.min_speed_mps),
    figure("angle", "Maneuver angle, °", (row) => row.angle_deg),
    figure("duration", "Duration, s", (row) => row.duration_s),
  ];
}
