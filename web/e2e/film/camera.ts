/** Takes a film of a page frame by frame: the page's clock stands still between frames, however slow the machine is. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CDPSession, Locator, Page } from "@playwright/test";

export const FRAMES_PER_S = 25;
const FRAME_MS = 1000 / FRAMES_PER_S;
/** How long the drawn pointer takes to its target, s. */
const POINTER_S = 0.7;

export class Camera {
  /** Frames taken so far. */
  frames = 0;
  /** When each subtitle begins, s. */
  readonly captions: { start_s: number; text: string }[] = [];
  private pointer = { x: 640, y: 800 };

  private constructor(
    private readonly page: Page,
    private readonly devtools: CDPSession,
    private readonly folder: string,
  ) {}

  /** A camera that writes its frames into this folder. Stops the page's clock. */
  static async on(page: Page, folder: string): Promise<Camera> {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1000);
    return new Camera(page, await page.context().newCDPSession(page), folder);
  }

  /** A subtitle from now until the next one. */
  caption(text: string): void {
    this.captions.push({ start_s: this.frames / FRAMES_PER_S, text });
  }

  /** Films for this long. */
  async roll(seconds: number): Promise<void> {
    for (let left = Math.round(seconds * FRAMES_PER_S); left > 0; left--) await this.frame();
  }

  /** Lets the page's time go on without filming until this is visible. */
  async until(target: Locator): Promise<void> {
    for (let tries = 0; tries < 600; tries++) {
      await this.page.clock.runFor(100);
      if (await target.isVisible()) return;
      await new Promise((wake) => setTimeout(wake, 50));
    }
    throw new Error(`${target} is not visible.`);
  }

  /** Moves the drawn pointer to the middle of this and clicks it. */
  async click(target: Locator): Promise<void> {
    const box = await target.boundingBox();
    if (!box) throw new Error(`${target} is not visible.`);
    await this.movePointer(box.x + box.width / 2, box.y + box.height / 2);
    await this.roll(0.2);
    // target.click() waits for animation frames, which the stopped clock does not give.
    await this.page.mouse.down();
    await this.page.mouse.up();
    await this.roll(0.2);
  }

  private async movePointer(x: number, y: number): Promise<void> {
    const from = { ...this.pointer };
    const steps = POINTER_S * FRAMES_PER_S;
    for (let step = 1; step <= steps; step++) {
      const part = 0.5 - Math.cos((Math.PI * step) / steps) / 2;
      this.pointer = { x: from.x + (x - from.x) * part, y: from.y + (y - from.y) * part };
      await this.page.mouse.move(this.pointer.x, this.pointer.y);
      await this.frame();
    }
  }

  private async frame(): Promise<void> {
    await this.page.clock.runFor(FRAME_MS);
    await this.page.evaluate(drawPointer, this.pointer);
    // page.screenshot() waits for animation frames, which the stopped clock does not give.
    const { data } = await this.devtools.send("Page.captureScreenshot", { format: "png", optimizeForSpeed: true });
    writeFileSync(join(this.folder, `${String(this.frames).padStart(5, "0")}.png`), Buffer.from(data, "base64"));
    this.frames++;
  }
}

/** Runs in the page: an arrow where the mouse is. */
function drawPointer({ x, y }: { x: number; y: number }): void {
  let arrow = document.getElementById("film-pointer");
  if (!arrow) {
    arrow = document.createElement("div");
    arrow.id = "film-pointer";
    arrow.popover = "manual";
    arrow.innerHTML =
      '<svg width="22" height="26" viewBox="0 0 22 26"><path d="M2 2v18l5-4 3 8 4-2-3-7h7z" fill="#0f1e29" stroke="#fff" stroke-width="1.6"/></svg>';
    arrow.style.cssText =
      "position:fixed;inset:auto;margin:0;padding:0;border:0;background:none;overflow:visible;pointer-events:none;left:0;top:0";
    document.body.append(arrow);
  }
  // The layer of dialogs is above every other: the arrow joins it last.
  if (arrow.matches(":popover-open")) arrow.hidePopover();
  arrow.showPopover();
  arrow.style.transform = `translate(${x}px, ${y}px)`;
}
