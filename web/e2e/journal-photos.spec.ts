/** Photos of journal entries: how they are added, what of them is sent, how they are looked at. */
import { expect, type Locator, type Page, test } from "./flow";
import { accessible, logInAsNew } from "./helpers";
import { chooseInMenu, photoOfPhone, writeEntry } from "./journal";

const ready = { timeout: 30_000 };
const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });

async function openForm(page: Page) {
  await page.goto("/dashboard/journal");
  await page.getByRole("button", { name: "Add entry" }).first().click(ready);
  const form = page.getByRole("region", { name: "New entry" });
  await form.getByRole("textbox", { name: "Notes" }).fill("With photos.", ready);
  return form;
}

/** Gives the form a file as a paste or a drop does. */
const give = (page: Page, type: "paste" | "drop", bytes: Buffer) =>
  page.evaluate(
    ([type, bytes]) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], "given.jpg", { type: "image/jpeg" }));
      const init = { bubbles: true, cancelable: true };
      const event =
        type === "paste"
          ? new ClipboardEvent(type, { ...init, clipboardData: data })
          : new DragEvent(type, { ...init, dataTransfer: data });
      document.body.dispatchEvent(event);
    },
    [type, [...bytes]] as const,
  );

const thumbs = (form: Locator) => form.getByRole("group", { name: "Photos" }).getByRole("img");

test("photos are sent reduced and upright, without the place where they were taken", async ({ page }) => {
  await page.addInitScript(() => {
    const sent: File[] = [];
    Object.assign(window, { sent });
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof FormData) sent.push(body.get("file") as File);
      send.call(this, body as XMLHttpRequestBodyInit);
    };
  });
  await logInAsNew(page);
  const form = await openForm(page);
  const photo = await photoOfPhone(page);
  expect(photo.includes("Exif")).toBe(true);
  await form.getByLabel("Choose photos").setInputFiles([jpeg("a.jpg", photo), jpeg("b.jpg", photo)]);
  await expect(thumbs(form)).toHaveCount(2);
  await expect(form.getByText("Photos are sent without the place where they were taken.")).toBeVisible();
  await form.getByRole("button", { name: "Save" }).click();
  const shown = page.getByRole("list", { name: "Photos" }).getByRole("button");
  await expect(shown).toHaveCount(2, ready);

  const sent = await page.evaluate(async () => {
    const [file] = (window as unknown as { sent: File[] }).sent;
    const picture = await createImageBitmap(file!, { imageOrientation: "none" });
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const context = canvas.getContext("2d")!;
    context.drawImage(picture, 0, 0);
    const [red, , blue] = context.getImageData(picture.width / 2, 10, 1, 1).data;
    const text = new TextDecoder("latin1").decode(await file!.arrayBuffer());
    return { size: [picture.width, picture.height], isRedOnTop: red! > blue!, hasExif: text.includes("Exif") };
  });
  expect(sent).toEqual({ size: [100, 200], isRedOnTop: true, hasExif: false });
  const image = shown.first().locator("img");
  const stored = await image.evaluate((one: HTMLImageElement) => [one.naturalWidth, one.naturalHeight]);
  expect(stored).toEqual([100, 200]);
});

test("a large photo is reduced to 2048 pixels before it is sent", async ({ page }) => {
  await logInAsNew(page);
  const form = await openForm(page);
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [4096, 1024];
    return canvas.toDataURL("image/png").split(",")[1]!;
  });
  const file = { name: "large.png", mimeType: "image/png", buffer: Buffer.from(base64, "base64") };
  await form.getByLabel("Choose photos").setInputFiles(file);
  const size = await thumbs(form).evaluate(async (one: HTMLImageElement) => {
    await one.decode();
    return [one.naturalWidth, one.naturalHeight];
  });
  expect(size).toEqual([2048, 512]);
});

test("photos are pasted and dropped, and one is removed before it is sent", async ({ page }) => {
  await logInAsNew(page);
  const form = await openForm(page);
  const photo = await photoOfPhone(page);
  await give(page, "paste", photo);
  await expect(thumbs(form)).toHaveCount(1);
  await give(page, "drop", photo);
  await expect(thumbs(form)).toHaveCount(2);
  await form.getByRole("button", { name: "Remove photo 1" }).click();
  await expect(thumbs(form)).toHaveCount(1);
  await accessible(page);
});

test("files that are no photos, and more than ten, are refused in a sentence", async ({ page }) => {
  await logInAsNew(page);
  const form = await openForm(page);
  const photo = await photoOfPhone(page);
  const text = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") };
  const empty = { name: "empty.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(0) };
  await form.getByLabel("Choose photos").setInputFiles([text, empty]);
  const sentence = "notes.txt is not a picture that can be read here. Choose a JPEG, PNG or WebP file.";
  await expect(form.getByText(`${sentence} empty.jpg is empty. Choose it again.`)).toBeVisible();
  const eleven = Array.from({ length: 11 }, (_, at) => jpeg(`${at}.jpg`, photo));
  await form.getByLabel("Choose photos").setInputFiles(eleven);
  await expect(thumbs(form)).toHaveCount(10, ready);
  await expect(
    form.getByText("An entry has at most 10 photos: 1 of these 11 was not taken. Delete one first."),
  ).toBeVisible();
});

test("when a photo fails the entry is saved, and the next attempt sends the photos that are left", async ({ page }) => {
  await logInAsNew(page);
  const form = await openForm(page);
  const photo = await photoOfPhone(page);
  await form.getByLabel("Choose photos").setInputFiles([jpeg("a.jpg", photo), jpeg("b.jpg", photo)]);
  await expect(thumbs(form)).toHaveCount(2);
  let attempts = 0;
  await page.route("**/api/journals/*/photo/", (route) => (++attempts === 2 ? route.abort() : route.continue()));
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText(/^The entry is saved, but not all of its photos\./)).toBeVisible(ready);
  await expect(thumbs(form)).toHaveCount(2);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden(ready);
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page.getByRole("list", { name: "Photos" }).getByRole("button")).toHaveCount(2);
});

test("a photo is opened large, the arrow keys show the next one, and Edit deletes one after a question", async ({
  page,
}) => {
  const account = await logInAsNew(page);
  await writeEntry(account, { content: "Sail shape" });
  await page.goto("/dashboard/journal");
  const entry = page.getByRole("article");
  await chooseInMenu(page, entry, "Edit");
  const form = page.getByRole("region", { name: "Change the entry" });
  const photo = await photoOfPhone(page);
  await form.getByLabel("Choose photos").setInputFiles([jpeg("a.jpg", photo), jpeg("b.jpg", photo)]);
  await expect(thumbs(form)).toHaveCount(2);
  await form.getByRole("button", { name: "Save" }).click();
  await entry.getByRole("button", { name: "Open photo 1 of 2 in Marta Vidal's entry" }).click(ready);
  const viewer = page.getByRole("dialog", { name: "Photo 1 of 2" });
  await expect(viewer.getByRole("img", { name: "photo 1 of 2 in Marta Vidal's entry" })).toBeVisible();
  await expect(viewer.getByRole("button", { name: "Next photo" })).toBeFocused();
  await accessible(page);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("dialog", { name: "Photo 2 of 2" })).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(viewer).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(viewer).toBeHidden();
  await expect(entry.getByRole("button", { name: /^Open photo 1/ })).toBeFocused();

  await chooseInMenu(page, entry, "Edit");
  await form.getByRole("button", { name: "Delete photo 1" }).click();
  const question = page.getByRole("dialog", { name: "Delete this photo?" });
  await question.getByRole("button", { name: "No" }).click();
  await expect(thumbs(form)).toHaveCount(2);
  await form.getByRole("button", { name: "Delete photo 1" }).click();
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(thumbs(form)).toHaveCount(1);
  await expect(entry.getByRole("list", { name: "Photos" }).getByRole("button")).toHaveCount(1);
});
