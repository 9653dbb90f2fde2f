/** A passage as sentences for users. */
import type { Passage, PassageKind } from "./passage.ts";

export const PASSAGE_KIND_NAMES: Record<PassageKind, string> = {
  close_hauled: "Close-hauled",
  reach: "Reach",
  run: "Run",
  no_wind: "Under sail",
  engine: "Under engine",
  rest: "At rest",
};

/** Sentences on figures that are unknown, and on the distance gained or lost by the current. */
export function passageTexts({ rows, through_water, angles_deg }: Passage): string[] {
  const texts: string[] = [];
  if (through_water) {
    const { sail_kn, engine_kn, current_gave_m } = through_water;
    const speeds = [
      ...(sail_kn === null ? [] : [`${sail_kn.toFixed(1)} kn under sail`]),
      ...(engine_kn === null ? [] : [`${engine_kn.toFixed(1)} kn under engine`]),
    ];
    const nm = current_gave_m / 1852;
    const current = `The current ${nm < 0 ? "took" : "gave"} ${Math.abs(nm).toFixed(1)} nm.`;
    texts.push(`Through the water: ${speeds.join(", ")}. ${current}`);
  }
  if (angles_deg.length === 0)
    texts.push(
      "The wind is not known, so angles cannot be told. With a wind log attached, or the wind set by hand, close-hauled, reach and run appear here.",
    );
  else if (rows.no_wind && rows.no_wind.share >= 0.05)
    texts.push(`The wind is not known for ${Math.round(100 * rows.no_wind.share)} % of the time.`);
  return texts;
}
