/** Stands beside the form. */
export function RacePicture() {
  return null;
}
