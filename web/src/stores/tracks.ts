/** The track list. */
export function resetTracks(): void {}
