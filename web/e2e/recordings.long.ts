import { basename } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { type Account, chooseOption, logInAsNew, recordingsIn, withApi } from "./helpers";

/** Recordings made on the water, by folder, and how the page refuses those of them that hold no track. */
const FOLDERS: { folder: string; refused: Record<string, string> }[] = [
  { folder: "csv", refused: {} },
  { folder: "fit", refused: {} },
  { folder: "gpx", refused: {} },
  {
    folder: "nmea",
    refused: {
      "irene-2013-bad-checksums.txt": "checksums",
      "signalk-n2kd-183-merrimac.log": "no times",
      "signalk-plaka.log": "no times",
    },
  },
];

/** How long the engine of a busy machine takes to read and analyse the files of a folder. */
const ready = { timeout: 120_000 };

for (const { folder, refused } of FOLDERS) {
  test(`the real recordings in ${folder} are uploaded in one queue, analysed, and each opens on the map`, async ({
    page,
  }) => {
    test.setTimeout(600_000);
    const files = recordingsIn(folder);
    const account = await logInAsNew(page);
    const errors = errorsOf(page);
    await upload(page, files, refused);
    const tracks = await analysedTracks(account);
    expect(tracks).toHaveLength(files.length - Object.keys(refused).length);
    for (const id of tracks) {
      const address = `/tracks/${id}`;
      await page.goto(address);
      await expect(page.getByRole("button", { name: /^Play/ }), address).toBeVisible(ready);
      await page.getByRole("tab", { name: /^(Maneuvers|Turns)/ }).click();
      await expect(page.getByRole("tabpanel"), address).toContainText(/\w/);
    }
    expect(errors).toEqual([]);
  });
}

/** Uploads files by the form, which says of each whether it can be read, and why not. */
async function upload(page: Page, files: string[], refused: Record<string, string>): Promise<void> {
  await page.goto("/upload");
  await page.getByLabel("Boat class").click();
  await chooseOption(page.getByRole("option", { name: "Other", exact: true }));
  await page.locator('input[type="file"]').setInputFiles(files);
  const rows = page.getByRole("list", { name: "Files to upload" }).getByRole("listitem");
  await expect(rows).toHaveCount(files.length);
  for (const name of files.map((path) => basename(path))) {
    const row = rows.filter({ hasText: name });
    if (refused[name]) await expect(row).toContainText(new RegExp(`${refused[name]}.* It is not sent\\.`), ready);
    else await expect(row).toContainText(/kept/i, ready);
  }
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page.getByRole("button", { name: "Upload", exact: true })).toBeHidden(ready);
}

/** The ids of the account's tracks, when the server has analysed them all. */
async function analysedTracks({ access }: Account): Promise<number[]> {
  return withApi(async (api) => {
    const headers = { authorization: `Bearer ${access}` };
    const tracks = async (): Promise<{ id: number; processing_status: number }[]> =>
      (await (await api.get("/api/tracks/?owner=mine", { headers })).json()).results;
    await expect
      .poll(async () => (await tracks()).every(({ processing_status }) => processing_status === 3), ready)
      .toBe(true);
    return (await tracks()).map(({ id }) => id);
  });
}

/** The errors that pages throw or log. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  // Chromium asks for an icon of the picture on which the session is opened.
  const isOurs = () => !page.url().endsWith(".svg");
  page.on(
    "console",
    (message) => message.type() === "error" && isOurs() && errors.push(`${page.url()}: ${message.text()}`),
  );
  return errors;
}
