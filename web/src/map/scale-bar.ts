const WIDEST_PX = 110;

/** The longest round length that fits, in m and px. */
export function scaleBar(px_per_metre: number): { metres: number; px: number } {
  const most = WIDEST_PX / px_per_metre;
  const ten = 10 ** Math.floor(Math.log10(most));
  const metres = [5, 2, 1].map((k) => k * ten).find((length) => length <= most) ?? ten;
  return { metres, px: metres * px_per_metre };
}

export function lengthLabel(metres: number): string {
  return metres >= 1000 ? `${metres / 1000} km` : `${metres} m`;
}
