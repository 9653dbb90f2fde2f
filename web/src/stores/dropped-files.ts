/** Files that were dropped on another screen, until the upload screen takes them. */
let dropped: File[] = [];

export const keepDropped = (files: readonly File[]): void => {
  dropped = [...files];
};

export function takeDropped(): File[] {
  const taken = dropped;
  dropped = [];
  return taken;
}
