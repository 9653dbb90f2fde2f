import type { RegattaResult } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { scaleLinear, ticks as ticksOf } from "d3";
import { useState } from "react";
import { Link } from "react-router-dom";
import { LowerAxis, ValueAxis } from "../chart/axes";
import { type Frame, TableToggle } from "../chart/frame";
import { linePath } from "../chart/line-path";
import { PointPlot } from "../chart/plot-points";
import { countText, fixed, wordFor } from "../format/numbers";
import { dayAndMonth } from "../format/times";
import { journalEntryOptions } from "../journal/entries";
import { authorName, daysText } from "../journal/entry-text";
import { RegattaTable } from "../journal/regatta-table";
import { useAddress } from "../ui/address";
import { Button } from "../ui/button";
import { Segments } from "../ui/choices";
import { DataTable, numberColumn } from "../ui/data-table";
import { Dialog } from "../ui/dialog";
import { Async, Loading } from "../ui/empty-state";
import { Panel } from "./panel";
import { regattaResultsOptions } from "./queries";
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
  const [search, change] = useAddress();
  const scale: RegattaScale = search.get("results") === "percent" ? "percent" : "place";
  return [scale, (next) => change({ results: next === "percent" ? next : null })];
}

function Regattas({ results, scale, isTable }: { results: RegattaResult[]; scale: RegattaScale; isTable: boolean }) {
  const [opened, setOpened] = useState<RegattaResult | null>(null);
  return (
    <>
      {isTable ? (
        <Results results={results} onOpen={setOpened} />
      ) : (
        <ChartWithKey results={results} scale={scale} onOpen={setOpened} />
      )}
      {opened && <RegattaDialog result={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

type OnOpen = (result: RegattaResult) => void;

function ChartWithKey({ results, scale, onOpen }: { results: RegattaResult[]; scale: RegattaScale; onOpen: OnOpen }) {
  const without = results.filter((one) => regattaPercent(one) === null).length;
  return (
    <>
      <RegattaChart results={results} scale={scale} onOpen={onOpen} />
      {scale === "percent" && without > 0 && (
        <p className="note">
          {countText(without, "regatta has", "regattas have")} no number of competitors to compare with, and
          {wordFor(without, " is", " are")} not shown.
        </p>
      )}
    </>
  );
}

function Results({ results, onOpen }: { results: RegattaResult[]; onOpen: OnOpen }) {
  return (
    <DataTable<RegattaResult>
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
            <button type="button" className="link" onClick={() => onOpen(one)}>
              {regattaName(one)}
            </button>
          ),
        },
        numberColumn("pos", "Place", ({ pos }) => pos),
        numberColumn("of", "Of", ({ num_competitors }) => num_competitors),
        numberColumn("percent", "%", regattaPercent, (percent) => fixed(percent, 0)),
      ]}
      rows={results}
      rowId={(one) => String(one.journal_id)}
    />
  );
}

type RegattaScale = "place" | "percent";

const HEIGHT = 226;
const MARGIN = { top: 14, right: 20, bottom: 26, left: 34 };
/** Width of a date below the chart with its space, px. */
const TICK_PX = 62;

interface RegattaChartProps {
  results: readonly RegattaResult[];
  scale: RegattaScale;
  onOpen: (result: RegattaResult) => void;
}

/** A line of the results by date, the best at the top; a point opens its journal entry. */
function RegattaChart({ results, scale, onOpen }: RegattaChartProps) {
  const dots = dotsOf(results, scale);
  const draw = (frame: Frame) => {
    const { x, y, ticks } = scalesOf(dots, scale, frame);
    const points = dots.map((dot) => ({
      ...dot,
      x: x(dot.at_ms),
      y: y(dot.value),
      name: nameOf(dot, scale),
      note: <DotNote dot={dot} scale={scale} />,
    }));
    const times = dots.map(({ at_ms }) => at_ms);
    const drawing = (
      <>
        <ValueAxis frame={frame} y={y} ticks={ticks} />
        <LowerAxis frame={frame} x={x} ticks={datesShown(times, x)} format={(at) => dayAndMonth(at, "UTC")} />
        <path d={linePath(points, (point) => [point.x, point.y])} className="mark-line" />
        {points.map((point) => (
          <circle
            key={point.id}
            cx={point.x}
            cy={point.y}
            r={4}
            fill="var(--surface)"
            stroke="var(--ink)"
            strokeWidth="1.75"
          />
        ))}
      </>
    );
    return { points, drawing };
  };
  return (
    <PointPlot
      margin={MARGIN}
      height={HEIGHT}
      className="beside-8"
      label="Regatta Results, regattas"
      draw={draw}
      onOpen={({ result }) => onOpen(result)}
    />
  );
}

function DotNote({ dot: { result, value }, scale }: { dot: Dot; scale: RegattaScale }) {
  return (
    <>
      <b>{regattaName(result)}</b>
      <span>{regattaDays(result)}</span>
      <span>
        {placeText(result)}
        {scale === "percent" && `, ${fixed(value, 0)} %`}
      </span>
    </>
  );
}

interface Dot {
  id: string;
  result: RegattaResult;
  /** Place or percent. */
  value: number;
  at_ms: number;
}

/** Without those that have no percent. */
const dotsOf = (results: readonly RegattaResult[], scale: RegattaScale): Dot[] =>
  results.flatMap((result) => {
    const value = scale === "place" ? result.pos : regattaPercent(result);
    return value === null ? [] : [{ id: String(result.journal_id), result, value, at_ms: Date.parse(result.date) }];
  });

const nameOf = ({ result, value }: Dot, scale: RegattaScale): string =>
  `${regattaName(result)}, ${regattaDays(result)}, ${placeText(result)}${scale === "percent" ? `, ${fixed(value, 0)} percent` : ""}`;

/** Places have the first at the top; percent has 100 there. */
function scalesOf(dots: readonly Dot[], scale: RegattaScale, { left, right, top, bottom }: Frame) {
  const times = dots.map(({ at_ms }) => at_ms);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const room = first === last ? 86_400_000 : 0;
  const x = scaleLinear([first - room, last + room], [left + 10, right]);
  if (scale === "percent") return { x, y: scaleLinear([100, 0], [top, bottom]), ticks: [0, 25, 50, 75, 100] };
  const worst = Math.max(4, ...dots.map(({ value }) => value));
  const steps = ticksOf(1, worst, 4).filter(Number.isInteger);
  return {
    x,
    y: scaleLinear([1, worst], [top, bottom]),
    ticks: [...new Set([1, ...steps.filter((tick) => tick > (worst > 6 ? 2 : 1))])],
  };
}

/** The dates with room for their labels, from the latest. */
function datesShown(times: readonly number[], x: (time: number) => number): number[] {
  const shown: number[] = [];
  for (const time of [...new Set(times)].sort((a, b) => b - a)) {
    const next = shown.at(-1);
    if (next === undefined || x(next) - x(time) >= TICK_PX) shown.push(time);
  }
  return shown;
}

/** The regatta report behind a result, with its tracks. */
function RegattaDialog({ result, onClose }: { result: RegattaResult; onClose: () => void }) {
  const query = useQuery(journalEntryOptions(result.journal_id));
  return (
    <Dialog
      open
      onClose={onClose}
      size="medium"
      closable
      title={regattaName(result)}
      description={`${regattaDays(result)}, ${placeText(result)}`}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <Async query={query} className="message" loading={<Loading what="the entry" heights={[90]} />}>
        {(entry) => (
          <div className="grid gap-12">
            {entry.regatta_report && <RegattaTable report={entry.regatta_report} />}
            {entry.content && <p className="prewrap">{entry.content}</p>}
            <p className="small secondary">Written by {authorName(entry)} in the journal.</p>
            <Tracks ids={result.track_ids.filter((id) => !entry.regatta_report?.tracks.includes(id))} />
          </div>
        )}
      </Async>
    </Dialog>
  );
}

/** Tracks that the table does not name: that of the entry itself. */
function Tracks({ ids }: { ids: readonly number[] }) {
  if (ids.length === 0) return null;
  return (
    <ul className="wrap gaps" aria-label="Tracks of the regatta">
      {ids.map((id) => (
        <li key={id}>
          <Link to={`/tracks/${id}`}>Track {id}</Link>
        </li>
      ))}
    </ul>
  );
}

// A regatta result in words.

const regattaName = ({ regatta_name }: RegattaResult): string => regatta_name ?? "Regatta without a name";

/** "3 of 34", "place 3". */
const placeText = ({ pos, num_competitors }: RegattaResult): string =>
  num_competitors === null ? `place ${pos}` : `${pos} of ${num_competitors}`;

/** "15 to 16 Nov 2026". */
const regattaDays = ({ regatta_start, regatta_end }: RegattaResult): string => daysText(regatta_start, regatta_end);

// The scale of Regatta Results in percentage mode.

/**
 * A position from 1 to the number of competitors as percent from 100 to 0: 100 · (N − position) / (N − 1). A single
 * competitor has 100. Null without a number, and for a position that it does not have.
 */
export function regattaPercent({
  pos,
  num_competitors,
}: Pick<RegattaResult, "pos" | "num_competitors">): number | null {
  if (num_competitors === null || pos < 1 || pos > num_competitors) return null;
  return num_competitors === 1 ? 100 : (100 * (num_competitors - pos)) / (num_competitors - 1);
}
