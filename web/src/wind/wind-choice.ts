/** The choice of a session's wind by the user, on the server or in the browser. */
export interface WindChoice {
  /** Direction the wind blows from as given by the user, degrees; null when the user gave none. */
  hint_deg: number | null;
  /** Whether the analysis with the direction is running. */
  busy: boolean;
  onChange: (hint_deg: number | null) => void;
}

/** A wind direction that fits a track: of the analysis or of the track list. */
export interface FittingWind {
  twd_deg: number;
  probability: number;
}

/** Number of fitting winds that have a button of their own; the dial sets any other. */
export const BUTTONS = 2;

const degrees = (deg: number): string => `${Math.round(deg) % 360}°`;
const percent = (probability: number): string => `${Math.round(100 * probability)}\u00a0%`;

/** "From 195°, 71 %" */
export const windLabel = ({ twd_deg, probability }: FittingWind): string =>
  `From ${degrees(twd_deg)}, ${percent(probability)}`;

/** The question about the wind of a session, a sentence; null when there is nothing to ask. */
export function windQuestion(
  isKnown: boolean,
  candidates: readonly FittingWind[],
  trackEstimate: FittingWind | null,
): string | null {
  if (isKnown)
    return trackEstimate && `The track itself suggests a wind from ${degrees(trackEstimate.twd_deg)}; yours is used.`;
  if (candidates.length === 0) return "The wind could not be told from this track; give it here.";
  if (candidates.length === 1)
    return `The track suggests a wind from ${degrees(candidates[0]!.twd_deg)}, but not surely. Which was it?`;
  return "This track fits more than one wind. Which was it?";
}
