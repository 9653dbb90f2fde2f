import { type FileAnalysis, LOSS_BASIS_TEXT, type LossBasis, meanOfKnown, type SegmentKind } from "@leebow/core";
import { Download } from "lucide-react";
import { useMemo, useState } from "react";
import { Button } from "../components/button";
import { EmptyState } from "../components/empty-state";
import { Figure, Figures } from "../components/figure";
import { Segments } from "../components/segments";
import { Select } from "../components/select";
import { fixed } from "../format/numbers";
import { saveCsv } from "./csv";
import type { TrackFacts } from "./facts";
import { LossScatter } from "./loss-scatter";
import styles from "./maneuver-panel.module.css";
import { ManeuverTable } from "./maneuver-table";
import { useRegression } from "./regression";
import { basesOf, leftOutIds, lossOf, type ManeuverRow, offeredMetrics, rowsOf, type XMetric } from "./rows";
import { sentencesOf } from "./sentence";

export interface PanelNames {
  kind: SegmentKind;
  /** "Tacking" */
  title: string;
  /** "Tack", "Tacks", "tacks" */
  singular: string;
  plural: string;
  /** Whether the turn rate is shown. */
  turnRate?: boolean;
}

interface ManeuverPanelProps {
  analysis: FileAnalysis;
  facts: TrackFacts;
  words: PanelNames;
}

/** One kind of maneuver: figures, loss against a metric, and the table; all of them follow the selection of rows. */
export function ManeuverPanel({ analysis, facts, words }: ManeuverPanelProps) {
  const rows = useMemo(() => rowsOf(analysis.maneuvers, words.kind), [analysis, words.kind]);
  const [left, setLeft] = useState<ReadonlySet<string>>(() => leftOutIds(rows));
  const bases = useMemo(() => basesOf(rows), [rows]);
  const [chosenBasis, setBasis] = useState<LossBasis | null>(null);
  const basis = chosenBasis ?? bases[0] ?? null;
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const [table, setTable] = useState(true);
  const chosen = useMemo(() => new Set(rows.map((row) => row.id).filter((id) => !left.has(id))), [rows, left]);
  const inside = useMemo(() => rows.filter((row) => chosen.has(row.id)), [rows, chosen]);
  const choose = (next: ReadonlySet<string>) =>
    setLeft(new Set(rows.map((row) => row.id).filter((id) => !next.has(id))));
  const toggle = (id: string) =>
    choose(chosen.has(id) ? new Set([...chosen].filter((one) => one !== id)) : new Set([...chosen, id]));
  if (rows.length === 0) return <NoManeuvers analysis={analysis} plural={words.plural} />;
  return (
    <div className={styles.panel}>
      <Averages rows={rows} inside={inside} words={words} basis={basis} />
      {bases.length > 1 && <BasisChoice bases={bases} basis={basis} words={words} onChange={setBasis} />}
      <div className={table ? styles.two : styles.one}>
        <LossCard
          rows={rows}
          inside={inside}
          basis={basis}
          chosen={chosen}
          words={words}
          tz={facts.tz}
          highlighted={highlighted}
          onHighlight={setHighlighted}
          onToggle={toggle}
          onLeaveOut={(ids) => setLeft(new Set([...left, ...ids]))}
        />
        <section className={styles.card} aria-label={words.plural}>
          <div className={styles.head}>
            <h2>{words.plural}</h2>
            <Button kind="quiet" icon={Download} onClick={() => saveCsv(inside, words, facts)}>
              CSV
            </Button>
            <Button aria-expanded={table} onClick={() => setTable(!table)}>
              {table ? "Hide Table" : "Show Table"}
            </Button>
          </div>
          {table && (
            <ManeuverTable
              rows={rows}
              inside={inside}
              basis={basis}
              words={words}
              tz={facts.tz}
              chosen={chosen}
              onChoose={choose}
              highlighted={highlighted}
              onHighlight={setHighlighted}
            />
          )}
        </section>
      </div>
    </div>
  );
}

function Averages({
  rows,
  inside,
  words,
  basis,
}: {
  rows: readonly ManeuverRow[];
  inside: readonly ManeuverRow[];
  words: PanelNames;
  basis: LossBasis | null;
}) {
  const mean = (of: (row: ManeuverRow) => number | null, unit: string) => written(meanOfKnown(inside.map(of)), unit);
  return (
    <Figures columns={words.turnRate ? 7 : 6}>
      <Figure
        name={words.plural}
        value={inside.length}
        unit={inside.length < rows.length ? `of ${rows.length}` : undefined}
      />
      <Figure
        name="Average loss"
        {...mean((row) => lossOf(row, basis), "m")}
        note={basis === null || words.kind === "turn" ? undefined : LOSS_BASIS_TEXT[basis]}
      />
      <Figure name="Average maneuver angle" {...mean((row) => row.angle_deg, "°")} />
      {words.turnRate && <Figure name="Average turn rate" {...mean((row) => row.avg_turn_rate_dps, "°/s")} />}
      <Figure name="Average duration" {...mean((row) => row.duration_s, "s")} />
      <Figure name="Average entry speed" {...mean((row) => row.entry_speed_mps, "m/s")} />
      <Figure name="Average min speed" {...mean((row) => row.min_speed_mps, "m/s")} />
    </Figures>
  );
}

/** Losses along the wind and by speed are losses of different things: one of them is shown. */
function BasisChoice({
  bases,
  basis,
  words,
  onChange,
}: {
  bases: readonly LossBasis[];
  basis: LossBasis | null;
  words: PanelNames;
  onChange: (basis: LossBasis) => void;
}) {
  return (
    <div className={styles.basis}>
      <Segments
        label="Losses shown"
        choices={bases.map((value) => ({ value, label: `Loss ${LOSS_BASIS_TEXT[value]}` }))}
        value={basis ?? "vmg"}
        onChange={onChange}
      />
      <span className="small secondary">
        Some of these {words.plural.toLowerCase()} began or ended on a reach, where only lost speed can be measured. The
        two are not averaged together.
      </span>
    </div>
  );
}

/** "N/A" without a known value. */
const written = (value: number | null, unit: string): { value: string; unit?: string } =>
  value === null ? { value: "N/A" } : { value: fixed(value, 2), unit };

interface LossCardProps {
  rows: readonly ManeuverRow[];
  inside: readonly ManeuverRow[];
  /** Basis of the losses shown; rows with a loss of the other one are not part of the chart. */
  basis: LossBasis | null;
  chosen: ReadonlySet<string>;
  words: PanelNames;
  tz: string | null;
  highlighted: string | null;
  onHighlight: (id: string | null) => void;
  onToggle: (id: string) => void;
  onLeaveOut: (ids: readonly string[]) => void;
}

function LossCard({ rows, inside: selected, basis, words, onLeaveOut, ...marks }: LossCardProps) {
  const offered = offeredMetrics(rows);
  const [metricId, setMetricId] = useState<XMetric["id"]>("entry_speed_mps");
  const metric = offered.find((one) => one.id === metricId) ?? offered[0];
  const inside = useMemo(
    () => selected.filter((row) => row.loss_m === null || row.loss_basis === basis),
    [selected, basis],
  );
  const x = useMemo(() => inside.map((row) => (metric ? row[metric.id] : null)), [inside, metric]);
  const y = useMemo(() => inside.map((row) => row.loss_m), [inside]);
  const line = useRegression(x, y);
  if (!metric) return null;
  const missing = inside.filter((row) => row.loss_m === null || row[metric.id] === null).map((row) => row.id);
  const said = line && sentencesOf(metric.label, words.plural.toLowerCase(), line, inside.length);
  return (
    <section className={styles.card} aria-label={`${words.title} loss`}>
      <div className={styles.head}>
        <h2>{words.title} loss, m</h2>
        <span className="small quiet only-wide" aria-hidden="true">
          against
        </span>
        <Select
          bare
          label="Loss against"
          className={styles.metric}
          choices={offered.map((one) => ({ value: one.id, label: one.label }))}
          value={metric.id}
          onChange={setMetricId}
        />
      </div>
      <LossScatter
        {...marks}
        rows={rows.filter((row) => row.loss_basis === basis)}
        metric={metric}
        line={line}
        label={`Metres lost per ${words.singular.toLowerCase()} over ${metric.label}, one mark each. The table has the same figures.`}
        singular={words.singular}
      />
      <Legend sides={words.kind !== "turn"} left={selected.length < rows.length} />
      {said && (
        <div className={styles.sentence} aria-live="polite">
          <p>
            <b>{said.explains}</b> {said.direction}
          </p>
          {said.few && <p className={styles.few}>{said.few}</p>}
          {missing.length > 0 && (
            <Missing count={missing.length} metric={metric.label} onLeaveOut={() => onLeaveOut(missing)} />
          )}
        </div>
      )}
    </section>
  );
}

/** R² is 0 while a selected row lacks a value: names these rows and offers to deselect them. */
function Missing({ count, metric, onLeaveOut }: { count: number; metric: string; onLeaveOut: () => void }) {
  const lack = count === 1 ? "One of the selected rows has" : `${count} of the selected rows have`;
  return (
    <div className={styles.missing}>
      <span>
        {lack} no loss or no {metric} that could be measured. The share is only worked out without{" "}
        {count === 1 ? "it" : "them"}.
      </span>
      <Button onClick={onLeaveOut}>Leave {count === 1 ? "it" : "them"} out</Button>
    </div>
  );
}

function Legend({ sides, left }: { sides: boolean; left: boolean }) {
  return (
    <div className={styles.legend}>
      {sides && (
        <>
          <span>
            <i className={styles.port} />
            entered on port
          </span>
          <span>
            <i className={styles.starboard} />
            entered on starboard
          </span>
        </>
      )}
      {left && (
        <span>
          <i className={styles.out} />
          left out
        </span>
      )}
    </div>
  );
}

/** Shows the notes of the analysis, which may give the reason. */
function NoManeuvers({ analysis, plural }: { analysis: FileAnalysis; plural: string }) {
  return (
    <EmptyState title={`No ${plural.toLowerCase()} found`}>
      {analysis.notes.length > 0
        ? analysis.notes.join(" ")
        : `In this track nothing was found that is surely one of the ${plural.toLowerCase()}.`}
    </EmptyState>
  );
}
