import { join } from "node:path";
import { createServer } from "vite";
import { test as base, expect } from "./flow";
import { accessible, fitsTheScreen } from "./helpers";

/** The gallery is not part of the build: its address, at a development server of Vite. */
const test = base.extend<object, { gallery: string }>({
  gallery: [
    async ({ playwright: _ }, use, { project }) => {
      process.env.VITE_API = project.use.baseURL;
      const server = await createServer({ root: join(import.meta.dirname, ".."), server: { host: "127.0.0.1" } });
      await server.listen();
      await use(server.resolvedUrls!.local[0]!);
      await server.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ gallery }, use) => use(gallery),
});
// One worker, one server.
test.describe.configure({ mode: "default" });

test("the components have no accessibility violation", async ({ page }) => {
  await page.goto("/components");
  await expect(page.getByRole("heading", { name: "Leebow components" })).toBeVisible({ timeout: 30_000 });
  await accessible(page);
});

test("the components have no accessibility violation on a phone and fit it", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/components");
  await expect(page.getByRole("heading", { name: "Leebow components" })).toBeVisible({ timeout: 30_000 });
  await accessible(page);
  await fitsTheScreen(page);
});

test("tags are added, reused in their spelling and removed by keyboard", async ({ page }) => {
  await page.goto("/components");
  const field = page.getByLabel("Tags", { exact: true });
  const chips = page.getByRole("toolbar", { name: "Tags, chosen" });
  await field.focus();
  await page.keyboard.type("boat handling");
  await page.keyboard.press("Enter");
  await page.keyboard.type("gusty,");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toHaveCount(0);
  // The list is closed: Base UI would remove all tags.
  await page.keyboard.press("Escape");
  await expect(chips).toContainText(/Speed\/Tuning.*light air.*Boat Handling.*gusty/s);
  await expect(field).toHaveValue("");
  await page.keyboard.press("Backspace");
  await expect(chips).not.toContainText("gusty");
  await page.getByRole("button", { name: "Remove light air" }).click();
  await expect(chips).not.toContainText("light air");
});

test("a tag that is not on offer cannot be added where none may be created", async ({ page }) => {
  await page.goto("/components");
  const field = page.getByLabel("Topics");
  await expect(page.getByText("Choose at least one topic")).toBeVisible();
  await field.fill("something else");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Choose at least one topic")).toBeVisible();
  await field.fill("local");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Choose at least one topic")).toBeHidden();
});

test("a slider moves by arrows and to its ends by Home and End, and announces its value", async ({ page }) => {
  await page.goto("/components");
  const feel = page.getByRole("slider", { name: "Feel", exact: true });
  await expect(feel).toHaveValue("4");
  await feel.focus();
  await page.keyboard.press("ArrowRight");
  await expect(feel).toHaveValue("5");
  await page.keyboard.press("Home");
  await expect(feel).toHaveValue("1");
  const tail = page.getByRole("slider", { name: "Tail" });
  await tail.focus();
  await page.keyboard.press("PageUp");
  await expect(tail).toHaveAttribute("aria-valuetext", "80 s");
  await expect(page.getByRole("slider", { name: "Feel, disabled" })).toBeDisabled();
});

test("a date and time is chosen by keyboard, and one outside the bounds is refused with a sentence", async ({
  page,
}) => {
  await page.goto("/components");
  const time = page.getByLabel("End, time");
  await page.getByRole("button", { name: "End, day: Choose a day" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "End, day" })).toBeVisible();
  await page.getByRole("button", { name: /^22 June 2025/ }).press("Enter");
  await expect(page.getByRole("button", { name: /^End, day: .*22/ })).toBeFocused();
  await time.fill("9:5");
  await time.press("Tab");
  await expect(time).toHaveValue("09:05");
  await expect(page.getByText("End required")).toBeHidden();
  await time.fill("18:00");
  await expect(page.getByText(/^Choose a time from .* to .*, 17:40\.$/)).toBeVisible();
  await time.fill("25:00");
  await time.press("Tab");
  await expect(page.getByText(/End required|hours and minutes/)).toBeVisible();
});

test("a text area grows with what is typed", async ({ page }) => {
  await page.goto("/components");
  const area = page.getByLabel("Report");
  const before = (await area.boundingBox())!.height;
  await area.fill(Array.from({ length: 8 }, (_, i) => `Leg ${i + 1}`).join("\n"));
  expect((await area.boundingBox())!.height).toBeGreaterThan(before + 40);
});

test("notices of each kind have no violation while they are shown", async ({ page }) => {
  await page.goto("/components");
  for (const kind of ["Success", "Info", "Error"]) await page.getByRole("button", { name: kind, exact: true }).click();
  const notices = page.getByRole("region", { name: "Notifications" });
  const error = notices.getByText("Could not retrieve data. Please check back later.").first();
  // A notice that is pointed at stays.
  await error.hover();
  await accessible(page);
  await expect(error).toBeVisible();
});
