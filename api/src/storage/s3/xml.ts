/** Reading of the storage's answers, which are small and flat: elements of one name do not contain each other. */
const ENTITIES: Record<string, string> = {
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  amp: "&",
  "#39": "'",
  "#34": '"',
  "#x27": "'",
};

/** Contents of the elements of this name, in order. */
export function elements(xml: string, name: string): string[] {
  const pattern = new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, "g");
  return [...xml.matchAll(pattern)].map((found) => found[1]!);
}

/** Text of the first element of this name; "" when there is none. */
export function element(xml: string, name: string): string {
  const text = elements(xml, name)[0] ?? "";
  return text.replace(/&(#?\w+);/g, (whole, entity) => ENTITIES[entity] ?? whole);
}

/** A text as the content of an element. */
export const escaped = (text: string): string => text.replace(/[<>&]/g, (c) => `&#${c.charCodeAt(0)};`);
