/** Photos of journal entries: how they are added, what of them is sent, how they are looked at. */
import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { answer, noAnswer, refusal } from "./answers";
import { answerJournal } from "./journal-answers";
import { entryOf, PIXEL } from "./made";
import { photoOfPhone } from "./phone-photo";
import { open, press } from "./screen";
import { chooseInMenu, expectCount, expectNotices } from "./shown";
import { answerTracks } from "./track-answers";

const ENTRY = page.getByRole("article");
const PHOTOS = page.getByRole("list", { name: "Photos" }).getByRole("button");
const thumbs = (form: Locator) => form.getByRole("group", { name: "Photos" }).getByRole("img");

async function openForm(): Promise<Locator> {
  answerJournal();
  answerTracks([]);
  await open("/dashboard/journal");
  await page.getByRole("button", { name: "Add entry" }).first().click();
  const form = page.getByRole("region", { name: "New entry" });
  await form.getByRole("textbox", { name: "Notes" }).fill("With photos.");
  return form;
}

/** Gives the form a file as a paste or a drop does. */
function give(type: "paste" | "drop", file: File): void {
  const data = new DataTransfer();
  data.items.add(file);
  const init = { bubbles: true, cancelable: true };
  const event =
    type === "paste"
      ? new ClipboardEvent(type, { ...init, clipboardData: data })
      : new DragEvent(type, { ...init, dataTransfer: data });
  document.body.dispatchEvent(event);
}

const latin1 = async (file: Blob) => new TextDecoder("latin1").decode(await file.arrayBuffer());
const sizeOf = async (picture: Locator) => {
  const image = picture.element() as HTMLImageElement;
  await image.decode();
  return [image.naturalWidth, image.naturalHeight];
};

test("photos are sent reduced and upright, without the place where they were taken", async () => {
  const form = await openForm();
  const sent: File[] = [];
  answer("POST /journals/{id}/photo/", ({ form: photo }) => {
    sent.push(photo!.get("file") as File);
    return entryOf({ content: "With photos.", photos: sent.map((_, n) => ({ id: n + 1, file: PIXEL })) });
  });
  const photo = await photoOfPhone("a.jpg");
  expect(await latin1(photo)).toContain("Exif");
  await form.getByLabelText("Choose photos").upload([photo, await photoOfPhone("b.jpg")]);
  await expectCount(thumbs(form), 2);
  await expect.element(form.getByText("Photos are sent without the place where they were taken.")).toBeVisible();
  await form.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => sent.length).toBe(2);

  const picture = await createImageBitmap(sent[0]!, { imageOrientation: "none" });
  expect([picture.width, picture.height]).toEqual([100, 200]);
  const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d")!;
  context.drawImage(picture, 0, 0);
  const [red, , blue] = context.getImageData(picture.width / 2, 10, 1, 1).data;
  expect(red).toBeGreaterThan(blue!);
  expect(await latin1(sent[0]!)).not.toContain("Exif");
});

test("a large photo is reduced to 2048 pixels before it is sent", async () => {
  const form = await openForm();
  const canvas = new OffscreenCanvas(4096, 1024);
  canvas.getContext("2d");
  const large = new File([await canvas.convertToBlob()], "large.png", { type: "image/png" });
  await form.getByLabelText("Choose photos").upload(large);
  await expectCount(thumbs(form), 1);
  expect(await sizeOf(thumbs(form))).toEqual([2048, 512]);
});

test("photos are pasted and dropped, and one is removed before it is sent", async () => {
  const form = await openForm();
  const photo = await photoOfPhone("given.jpg");
  give("paste", photo);
  await expectCount(thumbs(form), 1);
  give("drop", photo);
  await expectCount(thumbs(form), 2);
  await form.getByRole("button", { name: "Remove photo 1" }).click();
  await expectCount(thumbs(form), 1);
});

test("files that are no photos, and more than ten, are refused in a sentence", async () => {
  const form = await openForm();
  const text = new File(["no picture"], "notes.txt", { type: "text/plain" });
  const empty = new File([], "empty.jpg", { type: "image/jpeg" });
  await form.getByLabelText("Choose photos").upload([text, empty]);
  const sentence = "notes.txt is not a picture that can be read here. Choose a JPEG, PNG or WebP file.";
  await expect.element(form.getByText(`${sentence} empty.jpg is empty. Choose it again.`)).toBeVisible();
  const eleven = await Promise.all(Array.from({ length: 11 }, (_, at) => photoOfPhone(`${at}.jpg`)));
  await form.getByLabelText("Choose photos").upload(eleven);
  await expectCount(thumbs(form), 10);
  await expect
    .element(form.getByText("An entry has at most 10 photos: 1 of these 11 was not taken. Delete one first."))
    .toBeVisible();
});

test("when a photo fails the entry is saved, and the next attempt sends the photos that are left", async () => {
  const form = await openForm();
  await form.getByLabelText("Choose photos").upload([await photoOfPhone("a.jpg"), await photoOfPhone("b.jpg")]);
  await expectCount(thumbs(form), 2);
  let attempts = 0;
  const entries = answerJournal();
  answer("POST /journals/{id}/photo/", ({ form: photo }) => {
    if (++attempts === 2) noAnswer();
    const file = URL.createObjectURL(photo!.get("file") as File);
    entries[0]!.photos.push({ id: attempts, file });
    return entries[0]!;
  });
  await form.getByRole("button", { name: "Save" }).click();
  await expect.element(form.getByText(/^The entry is saved, but not all of its photos\./)).toBeVisible();
  await expectCount(thumbs(form), 2);
  await form.getByRole("button", { name: "Save" }).click();
  await expectCount(form, 0);
  await expectCount(ENTRY, 1);
  await expectCount(PHOTOS, 2);
  expect(attempts).toBe(3);
});

test("a photo is opened large, the arrow keys show the next one, and Edit deletes one after a question", async () => {
  const photos = [1, 2].map((id) => ({ id, file: PIXEL }));
  const entries = answerJournal([entryOf({ content: "Sail shape", photos })]);
  await open("/dashboard/journal");
  await ENTRY.getByRole("button", { name: "Open photo 1 of 2 in Marta Vidal's entry" }).click();
  const viewer = page.getByRole("dialog", { name: "Photo 1 of 2" });
  await expect.element(viewer.getByRole("img", { name: "photo 1 of 2 in Marta Vidal's entry" })).toBeVisible();
  await expect.element(viewer.getByRole("button", { name: "Next photo" })).toHaveFocus();
  await press("ArrowRight");
  await expect.element(page.getByRole("dialog", { name: "Photo 2 of 2" })).toBeVisible();
  await press("ArrowLeft");
  await expect.element(viewer).toBeVisible();
  await press("Escape");
  await expectCount(viewer, 0);
  await expect.element(ENTRY.getByRole("button", { name: /^Open photo 1/ })).toHaveFocus();

  await chooseInMenu(ENTRY.getByRole("button", { name: /^More for Marta Vidal's entry$/ }), "Edit");
  const form = page.getByRole("region", { name: "Change the entry" });
  await form.getByRole("button", { name: "Delete photo 1" }).click();
  const question = page.getByRole("dialog", { name: "Delete this photo?" });
  await question.getByRole("button", { name: "No" }).click();
  await expectCount(thumbs(form), 2);
  const deleting = () => form.getByRole("button", { name: "Delete photo 1" }).click();
  answer("DELETE /journals/{id}/photo/", () => refusal(503, { detail: "The server is busy." }));
  await deleting();
  await question.getByRole("button", { name: "Yes" }).click();
  await expectNotices(["The server is busy."]);
  await expectCount(thumbs(form), 2);
  answerJournal(entries);
  await deleting();
  await question.getByRole("button", { name: "Yes" }).click();
  await expectCount(thumbs(form), 1);
  await expectCount(ENTRY.getByRole("list", { name: "Photos" }).getByRole("button"), 1);
});
