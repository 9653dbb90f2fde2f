// The server's content security policy forbids code made from text, by which PixiJS sets uniforms otherwise.
import "pixi.js/unsafe-eval";
import { Container, type RenderContainer, Ticker, UniformGroup, WebGLRenderer } from "pixi.js";
import type { Camera } from "./plane";

/** What moves on the map, drawn by PixiJS on a canvas of its own above the map: meshes from back to front. */
export class Overlay {
  readonly canvas = document.createElement("canvas");
  /** Camera (cos, left, top, sin) and size (px), for the shaders of all meshes. */
  readonly view = new UniformGroup({
    uCamera: { value: new Float32Array(4), type: "vec4<f32>" },
    uScreen: { value: new Float32Array(2), type: "vec2<f32>" },
  });
  private readonly stage = new Container();
  private renderer: WebGLRenderer | null = null;
  private opened: Promise<void> | null = null;
  private isGone = false;
  private width = 0;
  private height = 0;
  private ratio = 0;

  constructor() {
    this.canvas.setAttribute("aria-hidden", "true");
  }

  /** Rejects when the browser has no WebGL 2. `onRestored`: the content was lost and is to be drawn again. */
  async start(onRestored: () => void): Promise<void> {
    await this.open();
    if (!this.isGone) this.canvas.addEventListener("webglcontextrestored", onRestored);
  }

  /** Makes context and renderer, once. */
  open(): Promise<void> {
    this.opened ??= this.makeRenderer();
    return this.opened;
  }

  private async makeRenderer(): Promise<void> {
    // Edges are smooth by their own: those of the tails in the shader, those of the pictures in the atlas.
    const context = this.canvas.getContext("webgl2", { antialias: false, depth: false, stencil: true });
    if (!context) throw new Error("This browser has no WebGL 2.");
    // Its frames would never end; it only looks for textures that are no longer used.
    Ticker.system.autoStart = false;
    const renderer = new WebGLRenderer();
    const { canvas } = this;
    // Without the extensions for events and accessibility: the map has its own.
    await renderer.init({ canvas, context, backgroundAlpha: 0, skipExtensionImports: true, gcActive: false });
    if (this.isGone) return renderer.destroy();
    this.renderer = renderer;
  }

  /** Adds a mesh in front of all, or right behind another one. */
  add(mesh: RenderContainer, before?: RenderContainer): void {
    this.stage.addChildAt(mesh, before ? this.stage.getChildIndex(before) : this.stage.children.length);
  }

  /** Draws all meshes as they are filled. */
  render({ cos_px, left, top, sin_px, width, height }: Camera): void {
    const { renderer, view, stage } = this;
    if (!renderer) return;
    if (width !== this.width || height !== this.height || devicePixelRatio !== this.ratio) {
      [this.width, this.height, this.ratio] = [width, height, devicePixelRatio];
      renderer.resize(width, height, devicePixelRatio);
    }
    view.uniforms.uCamera.set([cos_px, left, top, sin_px]);
    view.uniforms.uScreen.set([width, height]);
    renderer.render(stage);
  }

  /** Frees the memory of the graphics card at once; a browser has few contexts. */
  destroy(): void {
    this.isGone = true;
    this.stage.destroy({ children: true });
    this.renderer?.destroy();
    this.renderer = null;
    this.canvas.remove();
  }
}

let prepared: Overlay | null = null;

/** Makes context and renderer before there is anything to draw, while the data of a replay are on their way. */
export function prepareOverlay(): void {
  if (prepared) return;
  const made = new Overlay();
  prepared = made;
  // The replay that takes it tells that the browser has no WebGL.
  made.open().catch(() => undefined);
}

/** An overlay for one replay: the one that was prepared, where there is one. */
export function takeOverlay(): Overlay {
  const overlay = prepared ?? new Overlay();
  prepared = null;
  return overlay;
}
