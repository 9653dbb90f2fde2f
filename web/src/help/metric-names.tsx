/** Names of metrics as sailors read them. */
import { capital } from "../format/numbers";
import type { Definition } from "./documents";

/** Units at the end of a field's name. */
const UNIT = /_(m|s|kn|deg|dps|pct|hz|h|ms)$/;

const NAMES: Readonly<Record<string, string>> = {
  "Maneuver.loss_80_m": "Loss",
  "Maneuver.loss_og_m": "Loss to full recovery",
  "Maneuver.loss_80_low_m": "± of a loss",
  "Maneuver.from_side": "Tack before and after",
  "Maneuver.angle_deg": "Maneuver angle",
  "Maneuver.time": "Moment",
  "Wind.sd_deg": "± of the wind",
  "Wind.twd_std_deg": "Direction stability",
  "Wind.tws_std_kn": "Pressure stability",
  "SpeedRecord.error_kn": "± of a speed",
  "Summary.max_speed_error_kn": "± of the max speed",
  "InConditions.Light": "Light",
  "InConditions.Sf": "Sf",
  "InConditions.Df": "Df",
  "InConditions.Windy": "Windy",
  "Improvement.Light": "Median loss of a day",
  "LossPoint.loss": "Loss",
  "LossLine.slope": "Line",
  "ExpectedLoss.x": "Horizontal scale",
  "PolarBand.from_kn": "Bands",
  "PolarCurve.q25_kn": "Middle half",
  "PolarCurve.median_kn": "Line",
  "PolarTarget.vmg_interval_kn": "Interval of the VMG",
  "OfTargetValue.percent": "% of target",
  "OfTargetValue.half_width_percent": "± of it",
  "OfTargetValue.time_s": "Time sailed straight",
  "LegOfTarget.port_percent": "Each tack",
  "ManeuverOfTarget.entry_percent": "Entry, % of target",
  "ManeuverOfTarget.exit_percent": "Exit, % of target",
  "ManeuverOfTarget.lowest_percent": "Lowest, % of target",
  "ManeuverOfTarget.recovered_90_s": "90 % of target after",
  "SideDifference.percent": "Port against starboard",
  "SeasonTrend.change_percent": "Change",
  "SeasonPoint.percent": "Dots",
  "StraightColumn.value": "Averages, standard deviations and travel",
};

/** Field names that are abbreviations. */
const ABBREVIATIONS = /\b(sog|cog|vmg|lvg|twa|tws|twd|etwa|ewd|etab|awa|aws|hdg|stw|hr|iana|sha256|r2)\b/gi;

/** Where a section's figures stand on the screens. */
const PLACES: Readonly<Record<string, string>> = {
  Summary: "A session",
  Records: "Speed records",
  SpeedRecord: "Speed records",
  Wind: "Wind",
  Maneuver: "Maneuvers",
  Regression: "Maneuvers",
  Straight: "Straights",
  UserStats: "Dashboard",
  WindConditions: "Dashboard",
  InConditions: "Dashboard",
  Improvement: "Dashboard",
  ExpectedLoss: "Dashboard",
  LossPoint: "Dashboard",
  LossLine: "Dashboard",
  LeaderboardRow: "Dashboard",
  PolarBand: "Polar",
  PolarCurve: "Polar",
  PolarTarget: "Polar",
  SideDifference: "Polar",
  SeasonPoint: "Season",
  SeasonTrend: "Season",
  StraightColumn: "Analysis of straights",
  RhythmLag: "Analysis of straights",
  VariableRow: "Analysis of straights",
  CorrelationRow: "Analysis of straights",
  Channels: "Data of a replay",
};

export const metricPlace = ({ section }: Pick<Definition, "section">): string => PLACES[section] ?? section;

/** "Entry speed", from `entry_speed_kn`. */
export function metricName({ id, field }: Pick<Definition, "id" | "field">): string {
  const known = NAMES[id];
  if (known) return known;
  const words = field.replace(UNIT, "").replaceAll("_", " ");
  const name = words.replace(ABBREVIATIONS, (word) => word.toUpperCase());
  return capital(name);
}

/** A plain number in the column "source" is a section of the algorithms. */
export const sourceText = (source: string): string => (/^\d/.test(source) ? `algorithms, section ${source}` : source);

/** A definition with its names of fields set apart. */
export function DefinitionText({ text }: { text: string }) {
  return text.split("`").map((part, at) => {
    const key = `${at} ${part}`;
    return at % 2 === 1 ? <code key={key}>{part}</code> : <span key={key}>{part}</span>;
  });
}
