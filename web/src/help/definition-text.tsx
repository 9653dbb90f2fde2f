/** A definition with its names of fields set apart. */
export function DefinitionText({ text }: { text: string }) {
  return text.split("`").map((part, at) => {
    const key = `${at} ${part}`;
    return at % 2 === 1 ? <code key={key}>{part}</code> : <span key={key}>{part}</span>;
  });
}
