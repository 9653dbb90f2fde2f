import { readFileSync } from "node:fs";
import { crc32, deflateRawSync } from "node:zlib";
import { expect, test } from "./flow";
import { accessible, fixture, logInAsNew, uploadTrack } from "./helpers";

const ready = { timeout: 45_000 };
const file = (name: string, as = name) => ({
  name: as,
  mimeType: "application/octet-stream",
  buffer: readFileSync(fixture(name)),
});

test("of three files a whole, a damaged and one that is there already, two are sent and each is reported", async ({
  page,
}) => {
  const account = await logInAsNew(page);
  await uploadTrack(account, { path: fixture("ilca-weymouth.gpx") });
  await page.goto("/upload");
  await page
    .locator('input[type="file"]')
    .setInputFiles([
      file("49er-cross-current.fit"),
      file("broken/truncated.fit", "cut.fit"),
      file("ilca-weymouth.gpx", "again.gpx"),
    ]);
  const row = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  await expect(row("49er-cross-current.fit")).toContainText("This file is whole.", ready);
  await expect(row("cut.fit")).toContainText("the track is made from what is good", ready);
  await expect(row("again.gpx")).toContainText("You have uploaded this file before.", ready);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(row("49er-cross-current.fit")).toContainText("Uploaded.", ready);
  await expect(row("cut.fit")).toContainText("Uploaded, with a part missing.");
  await expect(page.getByRole("img", { name: "The track of cut.fit, north up" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Steps of cut.fit" })).toContainText(
    /Read: [\d,]+ points.*Sent.*Stored.*(Wind and maneuvers found|The wind is open)/,
    ready,
  );
  await accessible(page);
  await expect(page.getByRole("region", { name: "What was read of cut.fit" })).toContainText(
    /The file stops at \d\d:\d\d:\d\d/,
  );
  await page.getByRole("button", { name: "To the track list" }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole("article")).toHaveCount(3);
});

test("every boat of a zip is unpacked, checked and becomes a track, and what is no recording is left out", async ({
  page,
}) => {
  await logInAsNew(page);
  await page.goto("/upload");
  const zip = zipped({
    "regatta/49er-cross-current.fit": readFileSync(fixture("49er-cross-current.fit")),
    "regatta/ilca-weymouth.gpx": readFileSync(fixture("ilca-weymouth.gpx")),
    "regatta/results.pdf": Buffer.from("%PDF-1.4"),
  });
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "regatta.zip", mimeType: "application/zip", buffer: zip });
  const rows = page.getByRole("list", { name: "Files to upload" }).locator(":scope > li");
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("from regatta.zip");
  await expect(rows.filter({ hasText: "This file is whole." })).toHaveCount(2, ready);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page).toHaveURL(/\/home$/, ready);
  await expect(page.getByRole("article")).toHaveCount(2);
});

test("a zip with a locked file is sent whole: its two recordings become tracks, and the locked one is named", async ({
  page,
}) => {
  await logInAsNew(page);
  await page.goto("/upload");
  const zip = zipped({
    "49er-cross-current.fit": readFileSync(fixture("49er-cross-current.fit")),
    "ilca-weymouth.gpx": readFileSync(fixture("ilca-weymouth.gpx")),
    "secret.fit": Buffer.from("locked"),
  });
  // The flag of a password, in the header before the file and in the list.
  for (const [name_at, flags] of [
    [zip.indexOf("secret.fit"), 24],
    [zip.lastIndexOf("secret.fit"), 38],
  ] as const)
    zip[name_at - flags]! |= 1;
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "regatta.zip", mimeType: "application/zip", buffer: zip });
  const rows = page.getByRole("list", { name: "Files to upload" }).locator(":scope > li");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("each recording in it becomes a track", ready);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(rows).toContainText("Uploaded: 2 recordings", ready);
  await expect(rows.getByRole("link")).toHaveText(["49er-cross-current.fit", "ilca-weymouth.gpx"]);
  await expect(rows.getByRole("alert")).toHaveText(/^secret\.fit: .*locked with a password\.$/);
  await accessible(page);
  await page.getByRole("button", { name: "To the track list" }).click();
  await expect(page.getByRole("article")).toHaveCount(2);
});

/** A zip of these files, deflated. */
function zipped(files: Record<string, Buffer>): Buffer {
  const [bodies, list]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [path, content] of Object.entries(files)) {
    const [name, packed] = [Buffer.from(path), deflateRawSync(content)];
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(content), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(content.length, 18);
    head.writeUInt16LE(name.length, 22);
    bodies.push(Buffer.from("PK\x03\x04"), head, name, packed);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    list.push(Buffer.from("PK\x01\x02"), Buffer.from([20, 0]), head, place, name);
    offset += 4 + head.length + name.length + packed.length;
  }
  const end = Buffer.alloc(18);
  const count = Object.keys(files).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(Buffer.concat(list).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, ...list, Buffer.from("PK\x05\x06"), end]);
}

test("a new account's empty list says how to begin, and its first upload leads to the map", async ({ page }) => {
  await logInAsNew(page);
  await page.goto("/home");
  await expect(page.getByRole("heading", { name: "Your tracks will be here" })).toBeVisible();
  await expect(page.getByText("No Tracks Match Your Search")).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "Upload a track" }).click();
  await page.locator('input[type="file"]').setInputFiles(fixture("49er-cross-current.fit"));
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page).toHaveURL(/\/home$/, ready);
  await page.getByRole("region", { name: "Your first track" }).getByRole("link", { name: "Open the map" }).click(ready);
  await expect(page).toHaveURL(/\/tracks\/\d+$/);
});

test("a note about a track is written, answered and counted, and the menu of the row has every entry", async ({
  page,
}) => {
  const account = await logInAsNew(page);
  await uploadTrack(account, { path: fixture("49er-cross-current.fit") });
  await page.goto("/home");
  await page.getByRole("button", { name: /^Journal of Marta Vidal's track: no entry/ }).click();
  const journal = page.getByRole("dialog", { name: "Journal" });
  await expect(journal.getByText("No entries yet")).toBeVisible();
  await journal.getByRole("textbox", { name: "Notes" }).fill("Two holes down with the mast in the chop.");
  await journal.getByRole("button", { name: "Speed/Tuning" }).click();
  await journal.getByRole("button", { name: "Save" }).click();
  await expect(journal.getByRole("article")).toContainText("Two holes down");
  await journal.getByRole("button", { name: "Send" }).click();
  await expect(journal.getByText("Reply content is required.")).toBeVisible();
  await journal.getByLabel("Reply").fill("Try three.");
  await journal.getByRole("button", { name: "Send" }).click();
  await expect(journal.getByRole("article")).toContainText("Try three.");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /track: 1 entry$/ })).toBeFocused();

  await page.getByRole("button", { name: "More for Marta Vidal's track" }).click();
  await expect(page.getByRole("menuitem")).toHaveText([
    "Attach Wind File",
    "Edit Boat Class",
    "All Trackpoint Data (CSV)",
    "Spreadsheet Report",
    "Modify Visibility",
    "Download Source",
    "Delete Track",
  ]);
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Spreadsheet Report" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^\d{6}Vidal-track-report\.xlsx$/);
});
