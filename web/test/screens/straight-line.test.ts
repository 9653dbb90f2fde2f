/** The straight-line analysis: its head, table, correlation and rhythm. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer, noAnswer } from "./answers";
import { address, download, MARTA, onPhone, open, press, reload, textOf } from "./screen";
import { ANALYSIS, ANALYSIS_ID, answerStraights, TRACK_ID } from "./straights-answers";

const table = () => page.getByRole("table", { name: "Track Data" });
const heads = () =>
  table()
    .getByCss("thead th")
    .elements()
    .map((head) => textOf(head).replace(/,.*/, ""));

async function openAnalysis(of: Parameters<typeof answerStraights>[0] = {}) {
  const answers = await answerStraights(of);
  await open(ANALYSIS);
  await expect.element(table()).toBeVisible();
  return answers;
}

/** Waits until the notice of this text has come and gone. */
async function afterNotice(text: string) {
  const notice = page.getByRole("region", { name: "Notifications" }).getByText(text);
  await expect.element(notice).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
}

/** The calls of the list of tracks. */
function answerHome(): void {
  const none = () => ({ results: [], next: null, previous: null });
  answer("GET /tracks/", none);
  answer("GET /races/", () => ({ ...none(), next_name: "Race 1" }));
  answer("GET /race-consents/", () => ({ results: [] }));
}

test("the report shows track, sailor, start, place, duration, wind and the selected segments", async () => {
  const { names } = await openAnalysis();
  await expect.poll(() => document.title).toMatch(/^Straight Line Analysis Report/);
  await expect.element(page.getByRole("heading", { name: "Straight Line Analysis Report" })).toBeVisible();
  const fact = (name: string) => page.getByCss("dl div").filter({ hasText: name }).getByCss("dd");
  await expect.element(fact("Track")).toHaveText(String(TRACK_ID));
  await expect.element(fact("Sailor")).toHaveText("Marta Vidal");
  await expect.element(fact("Start")).toHaveTextContent(/^\d+ \w+ \d{4}, \d\d:\d\d, Madrid time$/);
  await expect.element(fact("Location")).toHaveTextContent(/Palma/);
  await expect.element(fact("Duration")).toHaveTextContent(/^\d\d:\d\d min$/);
  await expect.element(fact("Average wind speed")).toHaveText("Not measured");
  await expect
    .element(
      page
        .getByCss("dl div")
        .filter({ hasText: /^Straights/ })
        .getByCss("dd"),
    )
    .toHaveText(`${names.length} of ${names.length}`);
  await expect.element(fact("Selected segments")).toHaveText(names.join(", "));
  await expect.element(page.getByCss("header").getByText(`Track ${TRACK_ID}`)).toBeVisible();
});

test("the table has the averages, deviations and travels that are not zero, and an averages row", async () => {
  const { names } = await openAnalysis();
  await expect.element(table().getByCss("tbody tr")).toHaveLength(names.length);
  expect(heads()).toEqual([
    ...["Name", "Tags", "Start", "End", "Duration", "EWD", "VMG", "SOG", "ETAB", "Heel", "COG"],
    ...["Heel std", "COG std", "Heel travel", "Pitch travel"],
  ]);
  await expect.element(table().getByRole("columnheader", { name: "Heel travel, ° per 60 s" })).toBeInTheDocument();
  const foot = table().getByCss("tfoot td");
  await expect.element(foot.first()).toHaveText("All Segments*");
  await expect.element(page.getByText("* The straights above together: their durations added up,")).toBeVisible();
  await expect.element(table().getByCss("tbody tr").first().getByCss("td").nth(4)).toHaveTextContent(/^\d\d:\d\d$/);
  await table().getByRole("button", { name: "SOG, kn" }).click();
  await expect
    .element(table().getByRole("columnheader", { name: "SOG, kn" }))
    .toHaveAttribute("aria-sort", "ascending");
});

test("hidden columns stay hidden, and the CSV has what is shown", async () => {
  const { names } = await openAnalysis();
  await page.getByRole("button", { name: "Hide Columns" }).click();
  const choice = page.getByRole("dialog", { name: "Hide Columns" });
  await choice.getByRole("checkbox", { name: "EWD" }).click();
  await choice.getByRole("checkbox", { name: "Tags" }).click();
  await press("Escape");
  await reload();
  await expect.element(table()).toBeVisible();
  expect(heads()).not.toContain("EWD");
  const link = page.getByRole("link", { name: "Download CSV" });
  const [saved] = await Promise.all([download(), link.click()]);
  expect(saved.name).toBe(`straight-analysis-${ANALYSIS_ID}.csv`);
  const [head, first, ...rest] = saved.text.trim().split("\n");
  expect(head).toMatch(/^Name,"Start, UTC","End, UTC","Duration, s","VMG, kn","SOG, kn"/);
  expect(head).not.toContain("EWD");
  expect(first).toMatch(/^Straight 1,20\d\d-/);
  expect(rest).toHaveLength(names.length - 1);
  await page.getByRole("button", { name: "Hide Columns" }).click();
  await page.getByRole("button", { name: "Show all columns" }).click();
  await expect.element(table().getByRole("columnheader", { name: "EWD, °" })).toBeInTheDocument();
});

test("a correlation has a number in every cell, and is cleared with fewer than 3 columns", async () => {
  await openAnalysis();
  await page.getByRole("button", { name: "Analyze Correlation" }).click();
  const matrix = page.getByRole("region", { name: "Correlation of the columns" }).getByRole("table");
  await expect.element(matrix.getByCss("tbody tr")).toHaveLength(10);
  for (const cell of matrix.getByCss("tbody td").elements()) expect(textOf(cell)).toMatch(/^(1|[−]?[01]\.\d\d)$/);
  await page.getByRole("button", { name: "Hide Columns" }).click();
  const choice = page.getByRole("dialog", { name: "Hide Columns" });
  for (const name of ["EWD", "VMG", "SOG", "ETAB", "Heel", "COG", "Heel std", "COG std"])
    await choice.getByRole("checkbox", { name, exact: true }).click();
  await press("Escape");
  await expect.element(page.getByText("A correlation needs at least 3 columns and 3 segments.")).toBeVisible();
  await expect.element(matrix).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Remove the correlation" }).click();
  await expect.element(page.getByRole("heading", { name: "Correlation" })).not.toBeInTheDocument();
});

test("a correlation of fewer than 3 segments is a sentence", async () => {
  await openAnalysis({ count: 2 });
  await page.getByRole("button", { name: "Analyze Correlation" }).click();
  await expect
    .element(
      page.getByText(
        "A correlation needs at least 3 columns and 3 segments. Shown are 10 columns of values and 2 segments.",
      ),
    )
    .toBeVisible();
  await expect.element(page.getByText("2 straights", { exact: true })).toBeVisible();
});

test("each section of the straight-line analysis says what its figures mean", async () => {
  await openAnalysis();
  for (const [section, text] of [
    ["Track Data", "The part of the speed that goes towards the wind, by the estimated wind."],
    ["Track Data", "Averages, standard deviations and travel"],
    ["Rhythm Analysis", "How many seconds later the speed follows this quantity."],
    ["Track Charts", "About these numbers"],
  ] as const) {
    const name = `${section}: what it means`;
    await page.getByRole("button", { name, exact: true }).click();
    await expect.element(page.getByRole("dialog", { name, exact: true })).toHaveTextContent(text);
    await press("Escape");
    await expect.element(page.getByRole("dialog", { name, exact: true })).not.toBeInTheDocument();
  }
});

test("sections are hidden and shown, and stay as they were left", async () => {
  await openAnalysis();
  for (const name of ["Track Data", "Track Charts", "Rhythm Analysis"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await expect.element(page.getByRole("button", { name, exact: true })).toHaveAttribute("aria-expanded", "false");
  }
  await expect.element(table()).not.toBeInTheDocument();
  await reload();
  await expect
    .element(page.getByRole("button", { name: "Rhythm Analysis", exact: true }))
    .toHaveAttribute("aria-expanded", "false");
  await expect.element(table()).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Track Data", exact: true }).click();
  await expect.element(table()).toBeVisible();
});

test("an analysis is renamed, and a failed rename restores the old name with a notice", async () => {
  const answers = await openAnalysis({ count: 3, name: "Upwind in the chop" });
  await expect.element(page.getByRole("heading", { name: "Report: Upwind in the chop" })).toBeVisible();
  await page.getByRole("button", { name: "Change Name" }).click();
  const dialog = page.getByRole("dialog", { name: "Change Name" });
  const field = dialog.getByLabelText("Straight Line Analysis Name");
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAttribute("placeholder", "Name for report");
  await field.fill("Flat water");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(page.getByRole("heading", { name: "Report: Upwind in the chop" })).toBeVisible();
  const rename = async (name: string) => {
    await page.getByRole("button", { name: "Change Name" }).click();
    await field.fill(name);
    await dialog.getByRole("button", { name: "Change Name" }).click();
  };
  await rename("Flat water");
  await expect.element(page.getByRole("heading", { name: "Report: Flat water" })).toBeVisible();
  answers.rename_status = 500;
  await rename("Never stored");
  await expect.element(page.getByText("The server could not do this. Try again in a minute.").first()).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Report: Flat water" })).toBeVisible();
  answers.rename_status = 200;
  await rename("  ");
  await expect.element(page.getByRole("heading", { name: "Straight Line Analysis Report" })).toBeVisible();
});

test("another sailor reads the analysis and is offered no change of it", async () => {
  (await answerStraights()).can = { edit: false, tag: false };
  await open(ANALYSIS, { user: { ...MARTA, id: MARTA.id + 1, first_name: "Pau" } });
  await expect.element(table()).toBeVisible();
  await expect.element(page.getByText("Somebody else made this analysis. You can read it.")).toBeVisible();
  for (const name of [/^Change Name/, /^Delete this analysis/, /^Tag /])
    await expect.element(page.getByRole("button", { name })).not.toBeInTheDocument();
});

test("a refused rename leads to the start page", async () => {
  const answers = await openAnalysis();
  answers.rename_status = 403;
  answerHome();
  await page.getByRole("button", { name: "Change Name" }).click();
  await page.getByLabelText("Straight Line Analysis Name").fill("Mine");
  await page.getByRole("dialog").getByRole("button", { name: "Change Name" }).click();
  await expect.poll(address).toMatch(/\/home$/);
});

test("an analysis that cannot be read says so as an alert and can be tried again", async () => {
  await answerStraights();
  answer("GET /straights/{id}/", noAnswer);
  await open(ANALYSIS);
  await expect.element(page.getByRole("heading", { name: "This analysis could not be read" })).toBeVisible();
  await afterNotice("The server does not answer. Check your connection and try again.");
  await answerStraights();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(table()).toBeVisible();
});

test("on a phone the names stay while the table scrolls, and a row has its actions in a menu", async () => {
  await onPhone();
  await openAnalysis();
  const name = table().getByCss("tbody tr").first().getByCss("td").first();
  const left = () => name.element().getBoundingClientRect().x;
  const before = left();
  const frame = page.getByRole("region", { name: "Track Data" }).last().element();
  // Its edge is shaded as long as there is more beyond it.
  expect(getComputedStyle(frame).backgroundAttachment).toBe("local, local, scroll, scroll");
  frame.scrollBy(300, 0);
  // The padding of the frame scrolls away.
  expect(Math.abs(left() - before)).toBeLessThan(8);
  await page.getByRole("button", { name: "More for Straight 1" }).click();
  await expect.element(page.getByRole("menuitem", { name: "Tags" })).toBeVisible();
  await expect.element(page.getByRole("menuitem", { name: "Show on map" })).toBeVisible();
  await page.getByRole("menuitem", { name: "Only this one in the charts" }).click();
  await expect.element(page.getByRole("combobox", { name: "Straights in the charts" })).toHaveTextContent(/Straight 1/);
});
