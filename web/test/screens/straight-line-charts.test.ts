/** The charts of the straight-line analysis, their statistics and the window of time. */
import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { answer, noAnswer } from "./answers";
import { focus, mouse, onPhone, open, press, reload, textOf } from "./screen";
import { ANALYSIS, answerStraights } from "./straights-answers";

const chart = (name: string) => page.getByRole("img", { name: `${name} over the straights` });
const stats = (name: string) => page.getByRole("table", { name: `Statistics of ${name}` });
const start = () => page.getByRole("slider", { name: "Start of the window" });
const end = () => page.getByRole("slider", { name: "End of the window" });
const texts = (all: Locator) => all.elements().map(textOf);
const placeOf = (slider: Locator) => Number(slider.element().getAttribute("aria-valuenow"));

async function openCharts(count?: number) {
  const answers = await answerStraights(count === undefined ? {} : { count });
  await open(ANALYSIS);
  await expect.element(chart("SOG, kn")).toBeVisible();
  return answers;
}

/** Drags over a chart between two places, in shares of its width. */
async function drag(name: string, from: number, to: number) {
  chart(name).element().scrollIntoView({ block: "center" });
  const box = chart(name).element().getBoundingClientRect();
  const at = (share: number): [number, number] => [box.x + share * box.width, box.y + 60];
  await mouse([{ move: at(from) }, "down", { move: at((from + to) / 2), steps: 4 }, { move: at(to), steps: 4 }, "up"]);
}

test("charts are added and removed by the tag input, and are there again at the next visit", async () => {
  await openCharts();
  await expect.element(chart("ETAB, °")).toBeVisible();
  const input = page.getByRole("combobox", { name: "Charts", exact: true });
  await input.fill("hee");
  await page.getByRole("option", { name: "Heel" }).click();
  await expect.element(chart("Heel, °")).toBeVisible();
  await page.getByRole("button", { name: "Remove ETAB" }).click();
  await expect.element(chart("ETAB, °")).not.toBeInTheDocument();
  await reload();
  await expect.element(chart("Heel, °")).toBeVisible();
  await expect.element(chart("ETAB, °")).not.toBeInTheDocument();
  for (const name of ["SOG", "Heel"]) await page.getByRole("button", { name: `Remove ${name}` }).click();
  await expect.element(page.getByText("Add a channel to see its chart and its statistics.")).toBeVisible();
  await expect.element(input).toHaveAttribute("placeholder", "Add a channel");
});

test("Show stats opens the quartiles of all segments, each segment and each shared tag", async () => {
  const { names } = await openCharts();
  await page.getByRole("button", { name: "Show stats of SOG" }).click();
  await expect
    .poll(() => texts(stats("SOG, kn").getByCss("thead th")))
    .toEqual(["Name", "Avg", "Std", "Q1", "Q2", "Q3", "% in Q1", "% in Q2-3", "% in Q4"]);
  const first = texts(stats("SOG, kn").getByCss("tbody tr td:first-child"));
  expect(first.slice(0, names.length + 1)).toEqual(["All Segments*", ...names]);
  const all = texts(stats("SOG, kn").getByCss("tbody tr").first().getByCss("td"));
  expect(all.slice(6)).toEqual(["25", "50", "25"]);
  await expect
    .element(page.getByText("* All shown segments together. Their quartiles divide the last three columns"))
    .toBeVisible();
  await page.getByRole("button", { name: "Hide stats of SOG" }).click();
  await expect.element(stats("SOG, kn")).not.toBeInTheDocument();
});

test("dragging over a chart sets one window in all charts and analyses it again", async () => {
  const { asked, times } = await openCharts();
  await page.getByRole("button", { name: "Show stats of ETAB" }).click();
  await drag("SOG, kn", 0.3, 0.45);
  await expect.element(page.getByText(/^Window \d\d:\d\d:\d\d to \d\d:\d\d:\d\d$/)).toBeVisible();
  await expect.element(stats("ETAB, °").getByCss("tbody tr").nth(1)).toHaveTextContent(/^Window, \d\d:\d\d/);
  expect(asked).toHaveLength(1);
  const first = placeOf(start());
  await drag("ETAB, °", 0.6, 1.4);
  await expect.element(end()).toHaveAttribute("aria-valuenow", end().element().getAttribute("aria-valuemax")!);
  expect(placeOf(start())).toBeGreaterThan(first);
  await expect.poll(() => asked.at(-1)?.get("end_time")).toBe(times[1]);
  await drag("SOG, kn", 0.2, -0.2);
  await expect.element(start()).toHaveAttribute("aria-valuenow", "0");
  await expect.poll(() => asked.at(-1)?.get("start_time")).toBe(times[0]);
  await page.getByRole("button", { name: "Clear the window" }).click();
  await expect.element(stats("ETAB, °").getByText(/^Window/)).not.toBeInTheDocument();
  await expect.element(page.getByText("Drag on a chart’s time axis to read one window of time.")).toBeVisible();
});

test("the window is set, moved and cleared by keys", async () => {
  await openCharts();
  await page.getByRole("button", { name: "Show stats of SOG" }).click();
  await focus(page.getByRole("button", { name: "Set a window" }));
  await press("Enter");
  await expect.element(stats("SOG, kn").getByCss("tbody tr").nth(1)).toHaveTextContent("Window,");
  const now = () => placeOf(start());
  const before = now();
  await focus(start());
  await press("ArrowRight");
  await expect.poll(now).toBe(before + 1);
  await focus(start());
  await press("Home");
  await expect.element(start()).toHaveAttribute("aria-valuenow", "0");
  await focus(end());
  await press("End");
  await expect.element(end()).toHaveAttribute("aria-valuenow", end().element().getAttribute("aria-valuemax")!);
  await expect.element(start()).toHaveAttribute("aria-valuetext", expect.stringMatching(/^\d\d:\d\d:\d\d$/));
  await focus(end());
  await press("Escape");
  await expect.element(start()).not.toBeInTheDocument();
});

test("a window that cannot be analysed says so, and the charts stay", async () => {
  const answers = await openCharts();
  answers.part_status = 500;
  await page.getByRole("button", { name: "Set a window" }).click();
  await expect.element(page.getByText("The server could not do this. Try again in a minute.").first()).toBeVisible();
  await expect.element(chart("SOG, kn")).toBeVisible();
  answers.part_status = 200;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("button", { name: "Try again" })).not.toBeInTheDocument();
});

test("charts whose columns cannot be read can be tried again", async () => {
  await answerStraights();
  answer("GET /tracks/{id}/columns/", noAnswer);
  await open(ANALYSIS);
  await expect
    .element(page.getByText("The server does not answer. Check your connection and try again.").first())
    .toBeVisible();
  await answerStraights();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(chart("SOG, kn")).toBeVisible();
});

test("an analysis of one straight has its charts and no choice among straights", async () => {
  await openCharts(1);
  await expect.element(page.getByRole("combobox", { name: "Straights in the charts" })).not.toBeInTheDocument();
  await expect.element(chart("SOG, kn").getByText(/^[PS] · Straight 1$/)).toBeVisible();
});

test("on a phone the charts fit, and a finger's drag sets the window", async () => {
  await onPhone();
  await openCharts();
  await drag("SOG, kn", 0.4, 0.8);
  await expect.element(page.getByRole("button", { name: "Clear the window" })).toBeVisible();
});
