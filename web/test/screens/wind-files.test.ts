/** Wind files and wind reports: what the list, the window of a report and a report show. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { reportOf } from "../helpers";
import { answer, refusal } from "./answers";
import { trackOf, windFileOf, windReportOf } from "./made";
import { focus, mouse, open, press } from "./screen";
import { chooseInMenu, expectAddress, expectCount, expectNotices, middleOf } from "./shown";
import { answerTracks } from "./track-answers";
import { answerWindFiles } from "./wind-answers";

const ROW = page.getByRole("article", { name: "committee-boat.txt" });
const LOG = new File(["$WIMWV,1"], "again.txt", { type: "text/plain" });

const uploadLog = async (file: File) => {
  await page.getByRole("button", { name: "Upload Wind File" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload Wind File" });
  await dialog.getByCss('input[type="file"]').upload(file);
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
};

/** Opens the form of a report of the only wind file. */
async function openForm() {
  answerWindFiles([windFileOf()]);
  await open("/wind");
  await page.getByRole("button", { name: "Create Report" }).click();
  const form = page.getByRole("dialog", { name: "Create Report" });
  const start = form.getByRole("slider", { name: "Start of the report" });
  await expect.element(start).toBeVisible();
  return { form, start, end: form.getByRole("slider", { name: "End of the report" }) };
}

test.for([1440, 900, 390])(
  "at %i px the map of a wind file is shown whole, also beside many reports",
  async (width) => {
    const { start_time, end_time } = windReportOf();
    const names = Array.from({ length: 9 }, (_, at) => `Beat ${at + 1}`);
    const wind_reports = names.map((name, at) => ({ id: at + 1, name, start_time, end_time }));
    answerWindFiles([windFileOf({ wind_reports })]);
    await page.viewport(width, 900);
    await open("/wind");
    const picture = ROW.getByRole("img");
    await expect.element(picture).toBeVisible();
    const { width: wide, height: high } = picture.element().getBoundingClientRect();
    expect(wide / high).toBeCloseTo(340 / 224, 1);
  },
);

test("the window of a wind report is dragged by an end, as a whole, and to a place that is pressed", async () => {
  const { start, end } = await openForm();
  const seconds = () => [start, end].map((one) => Number(one.element().getAttribute("aria-valuenow")));
  const drag = (from: { x: number; y: number }, by_px: number) =>
    mouse([{ move: [from.x, from.y] }, "down", { move: [from.x + by_px, from.y], steps: 4 }, "up"]);
  const [, all] = seconds();
  await drag(middleOf(end), -160);
  const [first, shorter] = seconds();
  expect(first).toBe(0);
  expect(shorter! % 60).toBe(0);
  expect(shorter).toBeLessThan(all! - 60);
  const [left, right] = [middleOf(start), middleOf(end)];
  await drag({ x: (left.x + right.x) / 2, y: right.y }, 60);
  const [later, later_end] = seconds();
  expect(later).toBeGreaterThan(0);
  expect(later_end! - later!).toBe(shorter! - first!);
  const { x, y } = middleOf(end);
  await mouse([{ move: [x + 50, y] }, "down", "up"]);
  await expect.poll(() => seconds()[1]).toBeGreaterThan(later_end!);
  expect(seconds()[0]).toBe(later);
});

test("a report has a name and both times before it is made, and the arrow keys move its window by minutes", async () => {
  const { form, start } = await openForm();
  const create = form.getByRole("button", { name: "Create and View" });
  await expect.element(create).toBeDisabled();
  await form.getByLabelText("Name").fill("First beat");
  await expect.element(create).toBeEnabled();
  await form.getByLabelText("Start, time").fill("");
  await expect.element(create).toBeDisabled();
  await focus(start);
  for (const key of ["Home", "ArrowRight", "ArrowRight"]) await press(key);
  // The log begins at 11:20 in its own zone.
  await expect.element(form.getByLabelText("Start, time")).toHaveValue("11:22");
  await expect.element(create).toBeEnabled();
});

test("a report and its wind log are deleted after a question each", async () => {
  const { id, name, start_time, end_time } = windReportOf();
  const reports = [{ id, name, start_time, end_time }];
  const files = [windFileOf({ wind_reports: reports })];
  answerWindFiles(files);
  answer("GET /windreports/{id}/", () => windReportOf());
  answer("DELETE /windreports/{id}/", () => void reports.splice(0));
  answer("DELETE /windfiles/{id}/", () => void files.splice(0));
  await open("/wind-report/9");
  await page.getByRole("button", { name: "Delete Report" }).click();
  await expect.element(page.getByText("Are you sure you want to delete this wind report?")).toBeVisible();
  await page.getByRole("button", { name: "Yes" }).click();
  await expect.element(page.getByText("Wind report deleted successfully.")).toBeVisible();
  await expectAddress("/wind");
  await expect.element(ROW).toHaveTextContent("No reports yet");

  await chooseInMenu(ROW.getByRole("button", { name: "More for committee-boat.txt" }), "Delete Wind File");
  await page.getByRole("button", { name: "Yes" }).click();
  await expect.element(page.getByText("Wind file deleted successfully.")).toBeVisible();
  await expectCount(ROW, 0);
  await expect.element(page.getByText("No wind files yet")).toBeVisible();
});

test("a report says how puffy and shifty the wind was beside the sailor's other reports", async () => {
  const { metrics, ...report } = windReportOf();
  const spread: [number, number, number, number, number] = [6.1, 6.4, 7.1, 7.4, 8.2];
  const stability = { tws: spread, twd: spread, relative_tws: 50, relative_twd: 50 };
  const { id, name, start_time, end_time } = report;
  const wind_reports = [9, 10].map((n) => ({ id: n, name: `${name} ${n}`, start_time, end_time }));
  answerWindFiles([windFileOf({ wind_reports })]);
  answer("GET /windreports/{id}/", () => ({ ...report, metrics: { ...metrics!, stability } }));
  await open(`/wind-report/${id}`);
  await expect.element(page.getByText("This report was puffier than 50% of your other reports.")).toBeVisible();
  await expect.element(page.getByText("This report was shiftier than 50% of your other reports.")).toBeVisible();
  await expect
    .element(page.getByRole("img", { name: /^Direction, difference from the average in degrees/ }))
    .toBeVisible();
  await page.getByRole("link", { name: "Wind file 3" }).click();
  await expect.element(ROW).toHaveTextContent("2 reports");
});

test("a report has averages, spreads and trends, its only stability, and curves that are read with the arrow keys", async () => {
  answerWindFiles([windFileOf()]);
  answer("GET /windreports/{id}/", () => windReportOf());
  await open("/wind-report/9");
  await expect.element(page.getByRole("heading", { name: "Wind Report: First beat" })).toBeVisible();
  await expect.element(page.getByText("11:20 to 11:32, New York time")).toBeVisible();
  for (const name of ["Average", "Standard deviation", "Trend per 1 s", "Trend per 1 min"])
    await expectCount(page.getByText(name, { exact: true }), 2);
  await expect
    .element(
      page.getByText("For relative stability metrics to be calculated, you must have more than one wind report."),
    )
    .toBeVisible();
  const chart = page.getByRole("slider", { name: /^Wind speed and direction/ });
  await focus(chart);
  await press("Home");
  await expect.element(chart).toHaveAttribute("aria-valuetext", "11:20:00, 11.3 kn, from 84°");
  await press("Shift+ArrowRight");
  await expect.element(chart).toHaveAttribute("aria-valuetext", "11:21:00, 12.2 kn, from 87°");
});

test("a text without wind is named as not readable, and can be deleted", async () => {
  const failed = windFileOf({ original_name: "notes.txt", processing_status: 2, error: "No wind was found in it." });
  answerWindFiles([failed]);
  await open("/wind");
  const row = page.getByRole("article", { name: "notes.txt" });
  await expect.element(row.getByText("There was an error processing this wind file.")).toBeVisible();
  expect(row.getByRole("button", { name: "Create Report" }).elements()).toEqual([]);
  await row.getByRole("button", { name: "More for notes.txt" }).click();
  await expect.element(page.getByRole("menuitem", { name: "Delete Wind File" })).toBeEnabled();
});

test("a log without dates, and one of speeds alone, say so and have no report", async () => {
  const times = { start_time: "1970-01-01T10:00:00.000Z", end_time: "1970-01-01T10:40:00.000Z" };
  const undated = windFileOf({ id: 4, original_name: "station.txt", undated: true, ...times });
  answerWindFiles([undated, windFileOf({ id: 5, original_name: "speeds.txt", has_direction: false })]);
  await open("/wind");
  const row = (name: string) => page.getByRole("article", { name });
  await expect.element(row("station.txt")).toHaveTextContent("10:00 to 10:40, without a date");
  await expect
    .element(row("station.txt"))
    .toHaveTextContent("Times of day without a date. Attach it to a track of its day.");
  await expect.element(row("speeds.txt")).toHaveTextContent("Wind speeds without a direction. Attach it to a track.");
  expect(page.getByRole("button", { name: "Create Report" }).elements()).toEqual([]);
});

test("the same log uploaded again is in the list once", async () => {
  answerWindFiles([windFileOf()]);
  answer("GET /windfiles/path/", () => ({
    file_path: "uploads/1",
    method: "PUT" as const,
    url: "/api/files/uploads-1/",
    headers: {},
    max_bytes: 1e7,
    expires_at: "2030-01-01T00:00:00.000Z",
  }));
  answer("PUT /files/{key}/", () => undefined);
  // With 200: it is there already.
  answer("POST /windfiles/", () => Response.json(windFileOf()));
  await open("/wind");
  await expectCount(page.getByRole("article"), 1);
  await uploadLog(LOG);
  await expect.element(page.getByText("This log was uploaded before. It is in the list once.")).toBeVisible();
  await expectCount(page.getByRole("article"), 1);
});

test("a wind report that does not exist says so and leads to the wind files", async () => {
  answerWindFiles([]);
  answer("GET /windreports/{id}/", () => refusal(404, { detail: "There is no such wind report." }));
  await open("/wind-report/99999999");
  await expect.element(page.getByText("This wind report could not be read")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Wind files" }).click();
  await expectAddress("/wind");
});

test("a wind file that is being read shows it; a report without numbers is processing; a refused deletion is told", async () => {
  answerWindFiles([windFileOf({ processing_status: 1 })]);
  answer("GET /windreports/{id}/", () => windReportOf({ metrics: null, windpoints: [] }));
  await open("/wind");
  await expect.element(ROW.getByRole("status")).toHaveTextContent("Working on this wind file");
  await open("/wind-report/9");
  await expect.element(page.getByRole("status").getByText("Wind data is processing...")).toBeVisible();

  answerWindFiles([windFileOf()]);
  for (const refused of [refusal(500), refusal(200)]) {
    answer("DELETE /windfiles/{id}/", () => refused);
    await open("/wind");
    await chooseInMenu(ROW.getByRole("button", { name: "More for committee-boat.txt" }), "Delete Wind File");
    await page.getByRole("button", { name: "Yes" }).click();
    await expectNotices(["Failed to delete the wind file."]);
  }
});

test("the report of a track whose wind report has no numbers yet says that the wind data is processing", async () => {
  const { windpoints, can, ...head } = windReportOf({ metrics: null });
  answer("GET /tracks/{id}/", () => Response.json(trackOf({ wind_file: 3 })));
  answer("GET /tracks/{id}/analysis/", () => ({ engine: "1", parameters: {}, files: [analysis()], failed: [] }));
  answer("GET /windfiles/{id}/reports/", () => [head]);
  answer("GET /windfiles/{id}/", () => windFileOf());
  answer("GET /tracks/{id}/debrief/", () => refusal(404));
  await open("/reports/7");
  await expect.element(page.getByText("Wind data is processing...")).toBeVisible();
  await expect.element(page.getByText("The rest of the report is ready.")).toBeVisible();
});

test("a track whose wind log is missing says so in the list and in its report, and so does one whose last change failed", async () => {
  const wind_error = "The wind log committee-boat.txt is missing in the file storage. Upload it again.";
  const error = "The newest analysis of this track failed: these are the results of the one before.";
  const track = trackOf({ wind_file: 3, wind_error, error });
  answerTracks([track]);
  await open("/home");
  const row = page.getByRole("article", { name: /^Marta Vidal/ });
  for (const sentence of [wind_error, error]) await expect.element(row.getByText(sentence)).toBeVisible();
  answer("GET /tracks/{id}/", () => Response.json(track));
  answer("GET /tracks/{id}/analysis/", () => ({ engine: "1", parameters: {}, files: [analysis()], failed: [] }));
  answer("GET /windfiles/{id}/reports/", () => []);
  answer("GET /windfiles/{id}/", () => windFileOf());
  answer("GET /tracks/{id}/debrief/", () => refusal(404));
  await open("/reports/7");
  for (const sentence of [wind_error, error]) await expect.element(page.getByText(sentence)).toBeVisible();
});

const analysis = () => ({ ...reportOf({ boat_class: "49er" }), maneuvers: [], straights: [] });
