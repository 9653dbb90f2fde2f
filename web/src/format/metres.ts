/** "+22 m", "−38 m", "0 m" */
export function metresText(metres: number): string {
  const rounded = Math.round(metres);
  return `${rounded > 0 ? "+" : rounded < 0 ? "−" : ""}${Math.abs(rounded)} m`;
}
