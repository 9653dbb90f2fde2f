import { meanOfKnown, type Regression } from "@leebow/core";
import { deviation } from "d3";
import { Anchor } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { wordFor } from "../../format/numbers";
import { lengthWord } from "../../format/units";
import { MetricHelp } from "../../help/metric-help";
import type { MetricId } from "../../help/metric-ids";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { KindMark } from "../../ui/marks";
import { Select } from "../../ui/select";
import { written } from "./averages";
import styles from "./loss-card.module.css";
import { beyondScale, beyondText, lossScale } from "./loss-scale";
import { LossScatter, missingText, sentencesOf, useRegression } from "./loss-scatter";
import type { PanelNames } from "./report-place";
import { lossOf, type ManeuverRow, offeredMetrics, type XMetric } from "./rows";
import type { Selection } from "./selection";

const METRIC_OF: Readonly<Record<XMetric["id"], MetricId>> = {
  min_speed_mps: "Maneuver.min_speed_kn",
  max_speed_mps: "Maneuver.max_speed_kn",
  entry_speed_mps: "Maneuver.entry_speed_kn",
  exit_speed_mps: "Maneuver.exit_speed_kn",
  min_turn_rate_dps: "Maneuver.min_turn_rate_dps",
  max_turn_rate_dps: "Maneuver.max_turn_rate_dps",
  avg_turn_rate_dps: "Maneuver.avg_turn_rate_dps",
  angle_deg: "Maneuver.angle_deg",
};

const LossHelp = ({ metric: { id, label } }: { metric: XMetric }) => (
  <MetricHelp name={`Loss against ${label}`} ids={["Maneuver.loss_80_m", METRIC_OF[id], "Regression.r2"]} />
);

interface LossCardProps {
  selection: Selection;
  words: PanelNames;
  tz: string | null;
  /** The metric that is plotted at first, if the maneuvers have it. */
  initial: XMetric["id"];
  /** Name of the chart; in a card with averages the number of maneuvers follows. */
  title: string;
  count?: string;
  /** Whether the averages of loss, angle and turn rate stand above the chart. */
  averages?: boolean;
  /** Ends of the scale of losses, m, so that charts beside each other have the same. */
  lossRange?: readonly [number, number];
  compact?: boolean;
  legend?: ReactNode;
  highlighted: string | null;
  onHighlight: (id: string | null) => void;
}

/** The chart of losses against a metric, with the sentence of its regression. */
export function LossCard(props: LossCardProps) {
  const { selection, words, initial, title, count, averages = false, legend, ...chart } = props;
  const { rows, basis, chosen, toggle } = selection;
  const offered = offeredMetrics(rows);
  const [metricId, setMetricId] = useState<XMetric["id"]>(initial);
  const metric = offered.find((one) => one.id === metricId) ?? offered[0];
  const points = useMemo(
    () => selection.inside.filter((row) => row.loss_m === null || row.loss_basis === basis),
    [selection.inside, basis],
  );
  const x = useMemo(() => points.map((row) => (metric ? row[metric.id] : null)), [points, metric]);
  const y = useMemo(() => points.map((row) => row.loss_m), [points]);
  const line = useRegression(x, y);
  if (!metric) return null;
  const plotted = rows.filter((row) => row.loss_m !== null && row.loss_basis === basis);
  const losses = plotted.map((row) => row.loss_m);
  const beyond = beyondScale(losses, chart.lossRange ?? lossScale(losses));
  return (
    <section className={styles.card} aria-label={averages ? title : `${words.title} loss`}>
      <div className={styles.head}>
        {averages && <KindMark kind={words.kind} />}
        <h2>
          {title} {count && <span className={styles.count}>{count}</span>}
        </h2>
        <span className="small quiet only-wide" aria-hidden="true">
          against
        </span>
        <Select
          bare
          label={averages ? `${title}, loss against` : "Loss against"}
          width={168}
          choices={offered.map((one) => ({ value: one.id, label: one.label }))}
          value={metric.id}
          onChange={setMetricId}
        />
        <LossHelp metric={metric} />
      </div>
      {averages && <CardAverages selection={selection} />}
      {plotted.length === 0 ? (
        <p className="message fills">No loss could be measured of these {words.plural.toLowerCase()}.</p>
      ) : (
        <LossScatter
          {...chart}
          chosen={chosen}
          onToggle={toggle}
          rows={plotted}
          metric={metric}
          line={line}
          label={`${lengthWord()} lost per ${words.singular.toLowerCase()} over ${metric.label}, one mark each. The table has the same figures.`}
          singular={words.singular}
        />
      )}
      {plotted.length > 0 && legend}
      {beyond > 0 && <p className={styles.beyond}>{beyondText(beyond)}</p>}
      <LossSentence selection={selection} points={points} metric={metric} line={line} words={words} />
    </section>
  );
}

/** Average loss, and angle and turn rate where they were measured. */
function CardAverages({ selection: { inside, basis } }: { selection: Selection }) {
  const losses = inside.map((row) => lossOf(row, basis)).filter((loss) => loss !== null);
  const loss = meanOfKnown(losses);
  const spread = deviation(losses) ?? null;
  const angle = meanOfKnown(inside.map((row) => row.angle_deg));
  const rate = meanOfKnown(inside.map((row) => row.avg_turn_rate_dps));
  const figures = [
    { name: "Average loss", ...written(loss, "m", spread) },
    ...(angle === null ? [] : [{ name: "Average angle", ...written(angle, "°") }]),
    ...(angle === null || rate === null ? [] : [{ name: "Average turn rate", ...written(rate, "°/s") }]),
  ];
  return (
    <dl className={styles.averages}>
      {figures.map(({ name, value, unit }) => (
        <div key={name}>
          <dt className="caption">{name}</dt>
          <dd>
            {value}
            {unit && <span className="unit">{unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A kind without a maneuver keeps its place and says so. */
export function EmptyLossCard({ words, sentence }: { words: PanelNames; sentence: string }) {
  return (
    <section className={styles.card} aria-label={words.plural}>
      <div className={styles.head}>
        <KindMark kind={words.kind} />
        <h2>{words.plural}</h2>
      </div>
      <div className="message fills">
        <Icon of={Anchor} />
        <p>{sentence}</p>
      </div>
    </section>
  );
}

interface ScatterLegendProps {
  sides: boolean;
  left: boolean;
  uncounted: boolean;
  line?: boolean;
}

/** What the marks of the charts mean; the letter of each kind stands in its head. */
export function ScatterLegend({ sides, left, uncounted, line = false }: ScatterLegendProps) {
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
      {uncounted && (
        <span>
          <svg className={styles.uncounted} viewBox="-5 -5 10 10" aria-hidden="true">
            <path d="M-4-4L4 4M4-4L-4 4" />
          </svg>
          not counted
        </span>
      )}
      {line && (
        <span>
          <i className={styles.line} />
          regression, shaded 90 % interval; dashed below five points
        </span>
      )}
    </div>
  );
}

interface LossSentenceProps {
  selection: Selection;
  /** The selected rows whose loss has the basis shown, or no loss. */
  points: readonly ManeuverRow[];
  metric: XMetric;
  line: Regression | null;
  words: PanelNames;
}

/**
 * What the regression says. Of too few maneuvers it says how many are missing, unless the user selected them: then the
 * specification's sentence holds, with 0.00 % where a value is missing.
 */
function LossSentence({ selection, points, metric, line, words }: LossSentenceProps) {
  const plural = words.plural.toLowerCase();
  const lacking = points.filter((row) => row.loss_m === null || row[metric.id] === null);
  const missing = selection.isByHand ? null : missingText(metric.label, plural, points.length - lacking.length);
  if (missing !== null) return <p className="sentence above-8">{missing}</p>;
  if (!line) return null;
  const sentences = sentencesOf(metric.label, plural, line, points.length);
  const leaveOut = () => {
    const out = new Set(lacking.map(({ id }) => id));
    selection.choose(new Set([...selection.chosen].filter((id) => !out.has(id))));
  };
  return (
    <div className="sentence above-8" aria-live="polite">
      <p>
        <b>{sentences.explains}</b> {sentences.direction}
      </p>
      {sentences.few && <p className="above-6 small quiet">{sentences.few}</p>}
      {lacking.length > 0 && <Lacking count={lacking.length} metric={metric.label} onLeaveOut={leaveOut} />}
    </div>
  );
}

/** R² is 0 while a selected row lacks a value: says how many do and offers to deselect them. */
function Lacking({ count, metric, onLeaveOut }: { count: number; metric: string; onLeaveOut: () => void }) {
  const lack = `${count === 1 ? "One" : count} of the selected rows ${wordFor(count, "has", "have")}`;
  const them = wordFor(count, "it", "them");
  return (
    <div className="row apart gap-12 small above-8">
      <span>
        {lack} no loss or no {metric} that could be measured. The share is only worked out without {them}.
      </span>
      <Button onClick={onLeaveOut}>Leave {them} out</Button>
    </div>
  );
}
