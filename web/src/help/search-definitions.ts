import type { Definition } from "./documents";
import { metricName, metricPlace } from "./metric-names";

/** Those that have every word in name, field, place or definition, those with it in the name first. */
export function searchDefinitions(definitions: readonly Definition[], typed: string): Definition[] {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...definitions];
  const nameOf = (one: Definition) => `${metricName(one)} ${one.field}`.toLowerCase();
  const textOf = (one: Definition) => `${nameOf(one)} ${metricPlace(one)} ${one.text}`.toLowerCase();
  const hasAll = (text: string) => words.every((word) => text.includes(word));
  const found = definitions.filter((one) => hasAll(textOf(one)));
  return [...found.filter((one) => hasAll(nameOf(one))), ...found.filter((one) => !hasAll(nameOf(one)))];
}
