import type { FreePart, Insets } from "./framing";
import type { Overlays } from "./map-options";

/**
 * The free part of the map. It is measured when something has changed: measuring it in a frame would make the browser
 * lay out the page within that frame.
 */
export class FreeArea {
  /** Height of the hidden part at the bottom; labels are placed above it. */
  covered_px = 0;
  private insets: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
  private measured: FreePart | null = null;
  private readonly stop: () => void;

  constructor(
    private readonly container: HTMLElement,
    private readonly overlays: Overlays,
    /** Called when what lies over the map has changed. */
    onChange: () => void,
  ) {
    this.stop = overlays.watch(() => {
      this.invalidate();
      onChange();
    });
  }

  /** The size of the map or of what lies over it has changed. */
  invalidate(): void {
    this.measured = null;
  }

  setInsets(insets: Insets, covered_px: number): void {
    this.insets = insets;
    this.covered_px = covered_px;
    this.invalidate();
  }

  part(): FreePart {
    if (this.measured) return this.measured;
    const { clientWidth: width, clientHeight: height } = this.container;
    this.measured = { width, height, insets: this.insets, overlays: this.overlays.rects() };
    return this.measured;
  }

  destroy(): void {
    this.stop();
  }
}
