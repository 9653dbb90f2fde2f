import { wordFor } from "../format/counts";
import { countedKind, countsInWind } from "../session/names-in-wind";
import type { WindChoice, WindReport } from "../session/wind-choice";
import { notify } from "../stores/notices";
import { wholeDegrees } from "./wind-answers";

/** Pins a wind; the notice about it takes it back. */
export function pinWind(report: WindReport, choice: WindChoice, twd_deg: number): void {
  const whole = Math.round(twd_deg) % 360;
  const before = choice.hint_deg;
  choice.onChange(whole);
  const turns = report.maneuvers.filter(({ kind }) => kind === "turn");
  const [most] = turns.length > 0 ? countsInWind(turns, whole) : [];
  notify.success(`Wind set: from ${wholeDegrees(whole)}.${most ? turnsText(turns.length, most) : ""}`, {
    label: "Undo",
    run: () => choice.onChange(before),
  });
}

/** " The 14 turns are tacks.", " Of 14 turns 9 are tacks." */
function turnsText(turns: number, { kind, count }: ReturnType<typeof countsInWind>[number]): string {
  const name = countedKind(kind, count).replace(/^\d+ /, "");
  if (turns === 1) return ` The turn is a ${name}.`;
  return count === turns
    ? ` The ${turns} turns are ${name}.`
    : ` Of ${turns} turns ${count} ${wordFor(count, "is a", "are")} ${name}.`;
}
