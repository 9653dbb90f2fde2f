import { Braces, Printer, Route, Save, Table } from "lucide-react";
import { useCallback, useState } from "react";
import { Button } from "../components/button";
import { lazyPanel } from "../components/lazy-component";
import { Menu } from "../components/menu";
import { useTargetsInUse } from "../queries/targets";
import type { ReplayData } from "../session/replay-model";
import { saveGpx } from "./gpx";
import { saveJson, saveManeuvers } from "./save-report";

const PrintReport = lazyPanel(() => import("./print-report").then((part) => part.PrintReport), { quiet: true });

/** Loads the printable page; afterwards it needs no network. */
export const loadPrintReport = () => PrintReport.load();

/** Saves what was found: as data, as a table, or on paper. */
export function SaveMenu({ data }: { data: ReplayData }) {
  const in_use = useTargetsInUse() ?? [];
  const [isPrinting, setPrinting] = useState(false);
  const done = useCallback(() => setPrinting(false), []);
  return (
    <>
      <Menu
        trigger={<Button icon={Save}>Save report</Button>}
        entries={[
          { label: "Maneuvers as a table (CSV)", icon: Table, onSelect: () => saveManeuvers(in_use) },
          { label: "Track (GPX)", icon: Route, onSelect: () => saveGpx(data.report.name, data.columns) },
          { label: "Printable page (PDF)", icon: Printer, onSelect: () => setPrinting(true) },
          { label: "All data (JSON)", icon: Braces, onSelect: () => saveJson(in_use) },
        ]}
      />
      {isPrinting && <PrintReport data={data} onDone={done} />}
    </>
  );
}
