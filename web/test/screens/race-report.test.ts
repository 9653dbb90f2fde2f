/** The report of a race: what it says, how marks are set by hand, and what it does without an answer. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answerRaceReport, REPORT } from "./race-report-answers";
import { address, focus, mouse, open, press, reload } from "./screen";

async function openReport(changes: Parameters<typeof answerRaceReport>[0] = {}, query = "") {
  const answers = answerRaceReport(changes);
  await open(REPORT + query);
  await expect.element(page.getByRole("heading", { name: "Trofeo Otoño, race 3" })).toBeVisible();
  return answers;
}

const card = (name: string) => page.getByRole("region", { name, exact: true });
const moment = () => page.getByRole("slider", { name: "Behind the leader, moment" });

test("the report says how the focus boat sailed", async () => {
  await openReport({}, "?boat=4101&leg=3");
  expect(document.title).toBe("Report of Trofeo Otoño, race 3 · Leebow");
  const head = page.getByCss("dl").first();
  await expect.element(head).toHaveTextContent(/Place\s*2\s*of 8/);
  await expect.element(head).toHaveTextContent(/Behind the winner\s*0:11\s*min/);
  await expect.element(card("Start")).toHaveTextContent("The pin end was 6° ± 4° ahead, worth 11 m.");
  const may = card("Start").getByRole("row", { name: /Puig/ });
  await expect.element(may).toHaveTextContent("may be over");
  await expect.element(may).toHaveTextContent("not sure");
  await expect.element(card("Course").getByRole("img", { name: /tracks of 8 boats. Pin ± 18 m/ })).toBeVisible();
  await expect.element(card("Legs").getByRole("row", { name: /Vidal/ })).toHaveTextContent("6:55");
});

test("a boat of a table becomes the focus boat everywhere and stays in the address", async () => {
  await openReport();
  // Without a boat in the address it is the winner for a viewer who did not sail.
  await expect.element(page.getByRole("combobox", { name: "Focus boat" })).toHaveText("ESP 29375, Jon Etxeberria");
  await card("Legs").getByRole("button", { name: "ESP 31104 Lucía Ferrer" }).click();
  await expect.poll(address).toMatch(/boat=4103/);
  await expect.element(page.getByRole("combobox", { name: "Focus boat" })).toHaveText("ESP 31104, Lucía Ferrer");
  await expect.element(page.getByCss("dl").first()).toHaveTextContent(/Place\s*3\s*of 8/);
  await card("Legs").getByRole("radio", { name: "2 down" }).click();
  await expect.element(card("Legs").getByRole("columnheader", { name: "At mark 2" })).toBeVisible();
  await reload();
  await expect.element(card("Legs").getByRole("radio", { name: "2 down" })).toBeChecked();
  await expect.element(page.getByRole("combobox", { name: "Focus boat" })).toHaveText("ESP 31104, Lucía Ferrer");
});

test("the moment moves by arrow keys and pointer, and the gaps can be read as a table", async () => {
  await openReport({}, "?boat=4101&t=2026-11-15T11:40:00Z");
  const saying = (text: RegExp) =>
    expect.element(moment()).toHaveAttribute("aria-valuetext", expect.stringMatching(text));
  await saying(/^12:40:00. ESP 30782: 0:\d\d min behind/);
  await focus(moment());
  await press("ArrowRight");
  await press("Shift+ArrowRight");
  await saying(/^12:40:11/);
  const box = moment().element().getBoundingClientRect();
  await mouse([{ move: [box.x + 40, box.y + 100] }, "down", "up"]);
  await saying(/^12:30:/);
  await page.getByRole("radio", { name: "Metres" }).click();
  await saying(/m behind|leading/);
  await page.getByRole("button", { name: "Behind the leader: show the table" }).click();
  const row = card("Behind the leader").getByRole("row", { name: /Vidal/ });
  await expect.element(row.getByRole("cell")).toHaveLength(5);
  await page.getByRole("radio", { name: "Seconds" }).click();
  await expect.element(row).toHaveTextContent("+0:11");
});
