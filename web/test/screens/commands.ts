/** What component tests have the browser do beside the actions of locators. */
import { readFileSync } from "node:fs";
import type { BrowserCommand } from "vitest/node";

export type MouseStep = { move: [x: number, y: number]; steps?: number } | "down" | "up";

/** Moves and presses the mouse at places of the screens' page, CSS px. */
export const mouse: BrowserCommand<[steps: MouseStep[]]> = async ({ page, iframe }, steps) => {
  const { x, y } = (await iframe.owner().boundingBox())!;
  for (const step of steps) {
    if (step === "down") await page.mouse.down();
    else if (step === "up") await page.mouse.up();
    else await page.mouse.move(x + step.move[0], y + step.move[1], { steps: step.steps ?? 1 });
  }
};

/** Presses keys on what has the focus: "Enter", "Shift+ArrowUp". */
export const press: BrowserCommand<[keys: string]> = async ({ page }, keys) => page.keyboard.press(keys);

/** The next file that the page has the browser save. Called before what begins it. */
export const download: BrowserCommand<[]> = async ({ page }) => {
  const file = await page.waitForEvent("download");
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
};

/** Shows the page as on a screen, or as on paper. */
export const showAs: BrowserCommand<[media: "screen" | "print"]> = ({ page }, media) => page.emulateMedia({ media });

declare module "vitest/browser" {
  interface BrowserCommands {
    mouse(steps: MouseStep[]): Promise<void>;
    press(keys: string): Promise<void>;
    download(): Promise<{ name: string; text: string }>;
    showAs(media: "screen" | "print"): Promise<void>;
  }
}
