/** Has the browser save a file; the parts follow each other. */
export function saveFile(parts: BlobPart[], type: string, name: string): void {
  const href = URL.createObjectURL(new Blob(parts, { type }));
  saveFrom(href, name);
  // The browser has begun to save it by then.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** Has the browser save what an address answers, by default under the name that the server gives it. */
export const saveFrom = (href: string, download = ""): void =>
  Object.assign(document.createElement("a"), { href, download }).click();
