/** The list of tracks: its journal, whose tracks it shows, and how many. */
import { readFileSync } from "node:fs";
import { expect, test } from "./flow";
import { fixture, logInAsNew, uploadTrack } from "./helpers";

const FILE = fixture("49er-cross-current.fit");
const ready = { timeout: 30_000 };

test("tracks that are dropped on the list come to the upload", async ({ page }) => {
  const account = await logInAsNew(page);
  await uploadTrack(account, { path: fixture("49er-every-five-seconds.gpx") });
  await page.goto("/home");
  await expect(page.getByRole("article")).toHaveCount(1, ready);
  const bytes = [...readFileSync(FILE)];
  const drop = (type: string) =>
    page.evaluate(
      ({ type, bytes }) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([new Uint8Array(bytes)], "49er-cross-current.fit"));
        const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
        document.body.dispatchEvent(event);
      },
      { type, bytes },
    );
  await drop("dragover");
  await expect(page.getByText("Let go to upload these tracks")).toBeVisible();
  await drop("drop");
  await expect(page).toHaveURL(/\/upload$/);
  const row = page.getByRole("list", { name: "Files to upload" }).getByRole("listitem");
  await expect(row).toContainText("49er-cross-current.fit");
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page).toHaveURL(/\/home$/, ready);
  await page.getByText("My Tracks", { exact: true }).click();
  await expect(page.getByRole("article")).toHaveCount(2, ready);
});
