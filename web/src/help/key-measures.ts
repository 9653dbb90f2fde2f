/** The rows of docs/truth.md that matter most to a sailor, in plain words. */
export const KEY_MEASURES: readonly (readonly [measure: string, words: string])[] = [
  [
    "tack + gybe F1, worst class, 1 Hz",
    "Tacks and gybes found and not invented, one fix a second, worst class (1 is all)",
  ],
  ["tack + gybe F1, worst class, 0.2 Hz", "The same, one fix in five seconds"],
  ["bear-away F1", "Bear-aways found and not invented"],
  ["douse F1", "Douses found and not invented"],
  ["type right when found", "Turns that have the right name"],
  ["wind, still water, median error", "Wind direction: half of the time the error is below"],
  ["wind, still water, P95 error", "Wind direction: 95 % of the time the error is below"],
  ["wind, still water, in the 90 % interval", "Wind directions inside of their ±, which should be 90 %"],
  ["wind, 0.8–1.4 kn cross current, median error", "Wind direction in a cross current, half of the time below"],
  ["published tracks with the wind reversed", "Tracks shown with the wind the wrong way round"],
  ["loss_80, hulls, 1 Hz, mean error", "Loss of a dinghy or keelboat: mean error, one fix a second"],
  ["loss_80, kites and foils, 1 Hz, mean error", "Loss of a kite or foil: mean error, one fix a second"],
  ["loss_80, in its 90 % interval", "Losses inside of their ±, which should be 90 %"],
  ["record over 2 s, median error", "Top speed over 2 s: half of the errors are below"],
  ["record over 2 s, Doppler, in its 90 % interval", "Top speeds inside of their ±, which should be 90 %"],
  ["reach-only tracks without a wind", "Tracks of reaches alone, where no wind can be known, shown without one"],
  ["wind on board: estimates within 20°", "Real recordings with a wind sensor: share of the time within 20°"],
  ["wind on board: coverage", "Real recordings: share of the time with a wind"],
];
