/**
 * Maps that draw nothing. Machines of tests have no graphics card: what a map draws is computed by their processor, a quarter
 * of what the flows need. All else of WebGL works, so that a map loads, moves, is pressed and becomes idle as it does for a
 * sailor.
 */
import type { BrowserContext } from "@playwright/test";

/** From now on no page of this context draws by WebGL. */
export const drawNoMaps = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const nothing = () => undefined;
    const names = ["clear", "drawArrays", "drawArraysInstanced", "drawElements", "drawElementsInstanced"] as const;
    for (const name of names) WebGL2RenderingContext.prototype[name] = nothing;
  });
