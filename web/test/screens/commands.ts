/** What component tests have the browser do beside the actions of locators. */
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

declare module "vitest/browser" {
  interface BrowserCommands {
    mouse(steps: MouseStep[]): Promise<void>;
    press(keys: string): Promise<void>;
  }
}
