import type { Page } from "@playwright/test";
import type { WebGLRenderer } from "pixi.js";

declare global {
  interface Window {
    /** The renderers that PixiJS has made in this page. */
    renderers: WebGLRenderer[];
  }
}

/** Keeps the renderers that PixiJS makes in this page from now on. */
export const noteRenderers = (page: Page) =>
  page.addInitScript(() => {
    window.renderers = [];
    window.__PIXI_RENDERER_INIT__ = (renderer) => window.renderers.push(renderer as WebGLRenderer);
  });
