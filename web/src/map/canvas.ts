/** Clears a canvas, and gives it this size in CSS pixels at the resolution of the screen. */
export function fitCanvas(
  canvas: HTMLCanvasElement,
  g: CanvasRenderingContext2D,
  { width, height }: { width: number; height: number },
): void {
  const ratio = devicePixelRatio;
  const [columns, rows] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== columns || canvas.height !== rows) Object.assign(canvas, { width: columns, height: rows });
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.clearRect(0, 0, width, height);
}
