import { ChartLine, Table2 } from "lucide-react";
import { IconButton } from "../components/button";

/** Shows the figures of a chart as a table, and the chart again. */
export function TableToggle({
  title,
  isTable,
  onChange,
}: {
  title: string;
  isTable: boolean;
  onChange: (isTable: boolean) => void;
}) {
  return (
    <IconButton
      icon={isTable ? ChartLine : Table2}
      label={isTable ? `${title}: show the chart` : `${title}: show the table`}
      onClick={() => onChange(!isTable)}
    />
  );
}
