/** The user's tags on straights, and the filter by tag. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer, refusal } from "./answers";
import { open, press } from "./screen";
import { chooseInMenu } from "./shown";
import { ANALYSIS, answerStraights } from "./straights-answers";

/** A sailor with an analysis and no tags yet. */
async function openOwn() {
  const answers = await answerStraights();
  await open(ANALYSIS);
  await expect.element(page.getByRole("table", { name: "Track Data" })).toBeVisible();
  return answers;
}

/** By its element: an open dialog hides the page from roles. */
const row = (name: string) => page.getByCss(`tr[data-row="${name}"]`);
const dialogOf = (name: string) => page.getByRole("dialog", { name: `Tags of ${name}` });

async function tag(straight: string, value: string) {
  await page.getByRole("button", { name: `Tag ${straight}`, exact: true }).click();
  await dialogOf(straight).getByRole("combobox", { name: "Tags" }).fill(value);
  await press("Enter");
  await expect.element(row(straight)).toHaveTextContent(value);
}

const done = (straight: string) => dialogOf(straight).getByRole("button", { name: "Done" }).click();

test("a tag is created by typing and Enter, used again, removed, hidden and shown again by its name", async () => {
  await openOwn();
  await tag("Straight 1", "clear air");
  await expect.element(page.getByText("Tag created successfully.").first()).toBeVisible();
  await done("Straight 1");
  await tag("Straight 2", "Clear Air".toLowerCase());
  // Escape closes the list of tags, then the dialog; the straight keeps its tag.
  for (let i = 0; i < 2; i++) await press("Escape");
  await expect.element(dialogOf("Straight 2")).not.toBeInTheDocument();
  await expect.element(row("Straight 2")).toHaveTextContent("clear air");

  await page.getByRole("button", { name: "Tag Straight 1", exact: true }).click();
  const dialog = dialogOf("Straight 1");
  await dialog.getByRole("button", { name: "Remove clear air" }).click();
  await expect.element(row("Straight 1")).not.toHaveTextContent("clear air");
  await dialog.getByRole("button", { name: "Hide clear air" }).click();
  await expect
    .element(dialog.getByText("Hidden. Straights keep them, and typing the name shows one again."))
    .toBeVisible();
  await expect.element(row("Straight 2")).toHaveTextContent("clear air");
  await dialog.getByRole("combobox", { name: "Tags" }).fill("CLEAR AIR");
  await press("Enter");
  await expect.element(row("Straight 1")).toHaveTextContent("clear air");
  await expect.element(dialog.getByRole("button", { name: "Hide clear air" })).toBeVisible();
  await dialog.getByRole("button", { name: "Hide clear air" }).click();
  await dialog.getByRole("button", { name: "Show clear air" }).click();
  await expect.element(dialog.getByRole("button", { name: "Hide clear air" })).toBeVisible();
});

test("the filter by tag shows its straights, and is off when the same tag is chosen twice", async () => {
  const { names } = await openOwn();
  await page.getByRole("button", { name: "Filter by Tag" }).click();
  await expect.element(page.getByText("No straight of this analysis has a tag of yours.")).toBeVisible();
  await press("Escape");
  await tag("Straight 2", "flat water");
  await done("Straight 2");
  const rows = page.getByRole("table", { name: "Track Data" }).getByCss("tbody tr");
  const choose = () => chooseInMenu(page.getByRole("button", { name: "Filter by Tag" }), /^flat water/);
  await choose();
  await expect.element(rows).toHaveLength(1);
  await expect.element(page.getByText("Only straights tagged “flat water”.")).toBeVisible();
  await page.getByRole("button", { name: "Show stats of SOG" }).click();
  await expect.element(page.getByRole("table", { name: "Statistics of SOG, kn" }).getByCss("tbody tr")).toHaveLength(3);
  await choose();
  await expect.element(rows).toHaveLength(names.length);
});

test("a tag that cannot be created or given says so, and the straight stays as it was", async () => {
  const answers = await openOwn();
  await page.getByRole("button", { name: "Tag Straight 1", exact: true }).click();
  const input = dialogOf("Straight 1").getByRole("combobox", { name: "Tags" });
  answers.tag_status = 500;
  await input.fill("gusty");
  await press("Enter");
  const notice = page.getByText("Could not create that tag. Please try again.").first();
  await expect.element(notice).toBeVisible();
  expect(notice.element().closest("[data-type='success']")).not.toBeNull();
  answers.tag_status = 200;
  answer("POST /segments/{id}/tags/", () => refusal(400, { tag_id: ["This tag does not exist, or is not yours."] }));
  await input.fill("gusty");
  await press("Enter");
  await expect.element(page.getByText("This tag does not exist, or is not yours.").first()).toBeVisible();
  await expect.element(row("Straight 1")).not.toHaveTextContent("gusty");
});
