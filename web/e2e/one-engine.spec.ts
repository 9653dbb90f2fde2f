import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "./flow";
import { chooseOption, fixture, saveReport, sharedTrack } from "./helpers";

const FILES = [
  { file: "49er-kiel.fit", boat_class: "49er" },
  { file: "ilca-weymouth.gpx", boat_class: "Laser" },
  { file: "formula-kite-palma.vakaros.csv", boat_class: "Formula Kite" },
  { file: "470-hyeres.velocitek.csv", boat_class: "470" },
];

type AnalysisJson = Record<string, unknown> & { name?: string };

/** The analysis that the CLI prints. */
function analysisOfCli(file: string, boat_class: string): AnalysisJson {
  const program = join(import.meta.dirname, "../../cli/bin/leebow.mjs");
  const out = execFileSync(
    process.execPath,
    [program, "analyze", fixture(file), "--boat", boat_class, "--format", "json"],
    { maxBuffer: 1e9 },
  );
  return JSON.parse(out.toString("utf8")).files[0];
}

/** The analysis that the page without an account saves. */
async function analysisOfPage(page: Page, file: string, boat_class: string): Promise<AnalysisJson> {
  await page.getByLabel("Track files").setInputFiles(fixture(file));
  await expect(page.getByRole("heading", { name: file })).toBeVisible({ timeout: 60_000 });
  await page.getByRole("combobox", { name: "Boat class" }).click();
  await chooseOption(page.getByRole("option", { name: boat_class, exact: true }));
  let analysis: AnalysisJson = {};
  // Until the file is analysed for the new class, the old report is saved.
  await expect(async () => {
    const download = await saveReport(page, "All data (JSON)");
    const { files } = JSON.parse(readFileSync(await download.path(), "utf8")) as { files: AnalysisJson[] };
    analysis = files.find(({ name }) => name === file)!;
    expect(analysis.boat_class).toBe(boat_class);
  }).toPass({ timeout: 30_000 });
  return analysis;
}

/** The analysis without the ids that a server gives to its segments; fails when one lacks its id. */
function withoutIds(analysis: AnalysisJson): AnalysisJson {
  const strip = (segments: unknown) =>
    (segments as { id?: number }[]).map(({ id, ...segment }) => {
      expect(id).toBeGreaterThan(0);
      return segment;
    });
  return { ...analysis, maneuvers: strip(analysis.maneuvers), straights: strip(analysis.straights) };
}

/** The analysis that the server answers after an upload. */
async function analysisOfServer(page: Page, file: string, boat_class: string): Promise<AnalysisJson> {
  const { account, id } = await sharedTrack(fixture(file), boat_class);
  const headers = { authorization: `Bearer ${account.access}` };
  return (await (await page.request.get(`/api/tracks/${id}/analysis/`, { headers })).json()).files[0];
}

test("the browser, the server and the CLI give the same analysis of the files of four devices", async ({ page }) => {
  await page.goto("/analyze");
  for (const { file, boat_class } of FILES)
    await test.step(file, async () => {
      const [terminal, browser] = [analysisOfCli(file, boat_class), await analysisOfPage(page, file, boat_class)];
      const server = withoutIds(await analysisOfServer(page, file, boat_class));
      // The names differ: each has the file name it was given.
      for (const analysis of [terminal, browser, server]) delete analysis.name;
      expect(browser).toEqual(terminal);
      expect(server).toEqual(terminal);
    });
});
