/** The rhythm: by how many seconds the speed follows each variable, overall and per straight. */
import type { StraightAnalysis } from "@leebow/api/contract";
import { capital, listed } from "../format/counts";
import { fixed } from "../format/numbers";
import type { StraightRow } from "./rows";
import { variableOf } from "./variables";

type Lag = StraightRow["rhythm"][number];

export interface RhythmPoint {
  /** Of the straight. */
  name: string;
  lag_s: number;
  /** Whether the correlation is stronger than chance. */
  isSure: boolean;
}

export interface RhythmRow {
  variable: string;
  label: string;
  /** Over all straights. */
  lag_s: number;
  isSure: boolean;
  points: RhythmPoint[];
}

/** Standard errors that a correlation must differ from zero by. *guess*: about 95 %. */
const SURE_ERRORS = 2;

const isSure = ({ r, n_eff }: Lag): boolean => Math.abs(r) * Math.sqrt(Math.max(0, n_eff)) >= SURE_ERRORS;

/** An empty lag key of the server's contract. */
const NO_VARIABLE = "0";

/**
 * The variables with their lags, the smallest overall lag first. The lag key "0" is skipped, and a variable that is
 * computed from the speed: its lag says nothing.
 */
export function rhythmOf({ all_segments }: Pick<StraightAnalysis, "all_segments">, rows: readonly StraightRow[]) {
  const lags = (all_segments?.rhythm ?? []).filter(({ variable, linked }) => variable !== NO_VARIABLE && !linked);
  return lags
    .map((lag): RhythmRow => {
      const { variable, lag_s } = lag;
      const points = rows.flatMap(({ name, rhythm }) => {
        const own = rhythm.find((one) => one.variable === variable);
        return own ? [{ name, lag_s: own.lag_s, isSure: isSure(own) }] : [];
      });
      return { variable, label: variableOf(variable).label, lag_s, isSure: isSure(lag), points };
    })
    .sort((a, b) => a.lag_s - b.lag_s);
}

/** The speed of a boat does not move the wind: a wind that comes later says nothing. */
const WIND: ReadonlySet<string> = new Set(["tws", "twd"]);

/** What the sure lags say, in a sentence; null without any. */
export function rhythmSentence(rows: readonly RhythmRow[]): string | null {
  const sure = rows.filter((row) => row.isSure);
  const seconds = ({ lag_s }: RhythmRow) => `${fixed(Math.abs(lag_s), 1)} s`;
  const word = ({ variable }: RhythmRow) => variableOf(variable).name.replace(/,.*/, "");
  const led = sure.filter(({ lag_s }) => lag_s >= 0).map((row) => `${word(row)} after about ${seconds(row)}`);
  const followed = sure
    .filter(({ variable, lag_s }) => lag_s < 0 && !WIND.has(variable))
    .map((row) => `${word(row)} follows it after ${seconds(row)}`);
  const sentences = [
    led.length > 0 && `Speed follows ${listed(led)}.`,
    followed.length > 0 && capital(`${listed(followed)}.`),
  ];
  return sentences.filter(Boolean).join(" ") || null;
}
