/** Has the browser save a file; the parts follow each other. */
export function saveFile(parts: BlobPart[], type: string, name: string): void {
  const href = URL.createObjectURL(new Blob(parts, { type }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
  // The browser has begun to save it by then.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
