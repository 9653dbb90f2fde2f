import type { RegattaResult } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { TableToggle } from "../chart/table-toggle";
import { DataTable } from "../components/data-table";
import { Segments } from "../components/segments";
import { countText, wordFor } from "../format/counts";
import { fixed, UNKNOWN } from "../format/numbers";
import { dayAndMonth, shortDay } from "../format/times";
import { regattaResultsOptions } from "../queries/reports";
import { Panel } from "./panel";
import { RegattaChart, type RegattaScale } from "./regatta-chart";
import { RegattaDialog } from "./regatta-dialog";
import styles from "./regatta-panel.module.css";
import { regattaPercent } from "./regatta-percent";
import { regattaName } from "./regatta-text";
import type { DashboardFilter } from "./report-filter";

const SCALES = [
  { value: "place", label: "Place" },
  { value: "percent", label: "%" },
] as const;

/** Finish positions by date, as places or as percent of the fleet. */
export function RegattaPanel({ filter, className }: { filter: DashboardFilter; className?: string | undefined }) {
  const [isTable, setTable] = useState(false);
  const [scale, setScale] = useScale();
  const query = useQuery(regattaResultsOptions(filter));
  return (
    <Panel
      title="Regatta Results"
      counts={
        scale === "place"
          ? "Finish position on the last day of each regatta, from the regatta reports in journals."
          : "Percent of the fleet: 100 for the first, 0 for the last, from the regatta reports in journals."
      }
      aside={
        <>
          <Segments<RegattaScale> label="Scale of the results" choices={SCALES} value={scale} onChange={setScale} />
          <TableToggle title="Regatta Results" isTable={isTable} onChange={setTable} />
        </>
      }
      query={query}
      empty={(results) =>
        results.length === 0
          ? "No regatta on these days. Write a regatta report in the journal, then its result is here."
          : null
      }
      height={236}
      className={className}
    >
      {(results) => <Regattas results={results} scale={scale} isTable={isTable} />}
    </Panel>
  );
}

/** The scale in the address. */
function useScale(): [RegattaScale, (scale: RegattaScale) => void] {
  const [search, setSearch] = useSearchParams();
  const scale: RegattaScale = search.get("results") === "percent" ? "percent" : "place";
  const choose = (next: RegattaScale) =>
    setSearch(
      (before) => {
        const changed = new URLSearchParams(before);
        if (next === "percent") changed.set("results", next);
        else changed.delete("results");
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  return [scale, choose];
}

interface RegattasProps {
  results: RegattaResult[];
  scale: RegattaScale;
  isTable: boolean;
}

function Regattas({ results, scale, isTable }: RegattasProps) {
  const [opened, setOpened] = useState<RegattaResult | null>(null);
  return (
    <>
      {isTable ? (
        <Results results={results} onOpen={setOpened} />
      ) : (
        <Chart results={results} scale={scale} onOpen={setOpened} />
      )}
      {opened && <RegattaDialog result={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

type OnOpen = (result: RegattaResult) => void;

function Chart({ results, scale, onOpen }: { results: RegattaResult[]; scale: RegattaScale; onOpen: OnOpen }) {
  const without = results.filter((one) => regattaPercent(one) === null).length;
  return (
    <>
      <RegattaChart results={results} scale={scale} onOpen={onOpen} />
      {scale === "percent" && without > 0 && (
        <p className={styles.without}>
          {countText(without, "regatta has", "regattas have")} no number of competitors to compare with, and
          {wordFor(without, " is", " are")} not shown.
        </p>
      )}
    </>
  );
}

function Results({ results, onOpen }: { results: RegattaResult[]; onOpen: OnOpen }) {
  return (
    <DataTable
      caption="Regatta Results"
      columns={[
        {
          id: "date",
          title: "Last day",
          value: (one) => one.date,
          cell: (one) => dayAndMonth(one.date, "UTC"),
        },
        {
          id: "name",
          title: "Regatta",
          value: (one) => regattaName(one),
          cell: (one) => (
            <button type="button" className={styles.link} onClick={() => onOpen(one)}>
              {regattaName(one)}
            </button>
          ),
        },
        { id: "pos", title: "Place", numeric: true, value: (one) => one.pos, cell: (one) => one.pos },
        {
          id: "of",
          title: "Of",
          numeric: true,
          value: (one) => one.num_competitors,
          cell: (one) => one.num_competitors ?? UNKNOWN,
        },
        {
          id: "percent",
          title: "%",
          numeric: true,
          value: (one) => regattaPercent(one),
          cell: (one) => fixed(regattaPercent(one), 0),
        },
      ]}
      rows={results}
      rowId={(one) => String(one.journal_id)}
      rowName={(one) => `${regattaName(one)}, ${shortDay(one.date, "UTC")}`}
    />
  );
}
