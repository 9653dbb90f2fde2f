/**
 * The names of recordings of a zip as if it were a folder: `day.zip/boat.gpx`. Of several with one name in different folders
 * of the zip, all but the first have a number: `day.zip/boat (2).gpx`.
 */
export function namesInZip(zip: string, names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `${zip}/${count === 1 ? name : name.replace(/(\.[^.]*)?$/, ` (${count})$1`)}`;
  });
}
