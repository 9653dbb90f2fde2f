/** What moves on the map is drawn by PixiJS, which only the pages with a map load. */
import { expect, type Page, test } from "./flow";
import { createAccount, logIn, newPerson } from "./helpers";
import { noteRenderers } from "./map-renderers";
import { isReady, mapIsDrawn, sharedRace } from "./races-sailed";

/** What each mesh of the map draws by itself: draw calls, and whether it covers pixels. */
const drawnMeshes = (page: Page) =>
  page.evaluate(() => {
    const [renderer] = window.renderers;
    const stage = renderer!.lastObjectRendered;
    const { encoder, canvas } = renderer!;
    const draw = encoder.draw.bind(encoder);
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true })!;
    const meshes = stage.children.map((mesh) => {
      let calls = 0;
      encoder.draw = (options) => {
        calls++;
        draw(options);
      };
      for (const other of stage.children) other.visible = other === mesh;
      renderer!.render(stage);
      copy.clearRect(0, 0, canvas.width, canvas.height);
      copy.drawImage(canvas as HTMLCanvasElement, 0, 0);
      const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
      return { mesh: mesh.label, calls, covers: data.some((value) => value > 0) };
    });
    for (const mesh of stage.children) mesh.visible = true;
    encoder.draw = draw;
    renderer!.render(stage);
    return meshes;
  });

test.describe("a drawn map", () => {
  test.use({ drawnMaps: true });

  test("course, marks, ladder, tails and boats of a race are one call of PixiJS each, also after the graphics card lost them", async ({
    page,
  }) => {
    const { coach, id } = await sharedRace();
    await noteRenderers(page);
    await logIn(page, coach);
    await page.goto(`/races/${id}`);
    await isReady(page);
    await mapIsDrawn(page);
    await page.getByRole("button", { name: "Ladder", exact: true }).click();
    // At the start of the race there are no tails yet; the ladder's button has keys of its own.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    for (let step = 0; step < 10; step++) await page.locator("body").press("ArrowRight");
    const all = ["course", "marks", "ladder", "tails", "boats"].map((mesh) => ({ mesh, calls: 1, covers: true }));
    await expect.poll(() => drawnMeshes(page)).toEqual(all);
    expect(await page.evaluate(() => window.renderers.length)).toBe(1);
    await page.evaluate(async () => {
      const { canvas, gl } = window.renderers[0]!;
      const event = (name: string) => new Promise((done) => canvas.addEventListener(name, done, { once: true }));
      const extension = gl.getExtension("WEBGL_lose_context")!;
      const lost = event("webglcontextlost");
      extension.loseContext();
      await lost;
      // A context is restored in a later task than that of its loss.
      await new Promise((next) => setTimeout(next, 50));
      const restored = event("webglcontextrestored");
      extension.restoreContext();
      await restored;
    });
    await expect.poll(() => drawnMeshes(page)).toEqual(all);
  });
});

test("a page without a map does not load PixiJS", async ({ page }) => {
  const account = await createAccount(newPerson("Ana", "Vila"));
  const scripts: Promise<string>[] = [];
  page.on("response", (response) => {
    if (/\.m?js$/.test(new URL(response.url()).pathname)) scripts.push(response.text());
  });
  await logIn(page, account);
  await page.goto("/tracks");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  const loaded = await Promise.all(scripts);
  expect(loaded.length).toBeGreaterThan(3);
  expect(loaded.filter((text) => text.includes("__PIXI_RENDERER_INIT__"))).toEqual([]);
});
