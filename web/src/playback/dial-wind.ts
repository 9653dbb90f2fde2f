/** Largest standard deviation of a wind direction that is shown, degrees. *from* the visual design */
export const MAX_SHOWN_WIND_SD_DEG = 45;

/** A wind as a dial shows it. */
export interface DialWind {
  /** Direction the wind blows from, degrees. */
  twd_deg: number;
  /** Standard deviation, degrees. */
  sd_deg: number;
}
