import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { fixture, newSailor, PASSWORD } from "./helpers";

const FILES = [
  { file: "49er-kiel.fit", boat_class: "49er" },
  { file: "ilca-weymouth.gpx", boat_class: "Laser" },
  { file: "formula-kite-palma.vakaros.csv", boat_class: "Formula Kite" },
  { file: "470-hyeres.velocitek.csv", boat_class: "470" },
];

type Said = Record<string, unknown> & { name?: string };

/** What the terminal prints. */
function saidByTerminal(file: string, boat_class: string): Said {
  const program = join(import.meta.dirname, "../../cli/bin/leebow.mjs");
  const out = execFileSync(
    process.execPath,
    [program, "analyze", fixture(file), "--boat", boat_class, "--format", "json"],
    { maxBuffer: 1e9 },
  );
  return JSON.parse(out.toString("utf8")).files[0];
}

/** What the page without an account saves. */
async function saidByPage(page: Page, file: string, boat_class: string): Promise<Said> {
  await page.goto("/analyze");
  await page.getByLabel("Track files").setInputFiles(fixture(file));
  await expect(page.getByRole("heading", { name: file })).toBeVisible({ timeout: 60_000 });
  await page.getByRole("combobox", { name: "Boat class" }).click();
  await page.getByRole("option", { name: boat_class, exact: true }).click();
  let said: Said = {};
  // The file is read anew for the class: until then the old report is saved.
  await expect(async () => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save report" }).click(),
    ]);
    said = JSON.parse(readFileSync(await download.path(), "utf8")).files[0];
    expect(said.boat_class).toBe(boat_class);
  }).toPass({ timeout: 30_000 });
  return said;
}

/** What the server answers after an upload. */
async function saidByServer(page: Page, file: string, boat_class: string): Promise<Said> {
  const sailor = newSailor("One", "Engine");
  const origin = new URL(page.url()).origin;
  const names = { first_name: sailor.first, last_name: sailor.last, email: sailor.email, primary_boat_class: "Other" };
  const registered = await page.request.post(`${origin}/api/users/register/`, {
    data: { ...names, password: PASSWORD, password_confirmation: PASSWORD },
  });
  const headers = { authorization: `Bearer ${(await registered.json()).access}` };
  const multipart = {
    boat_name: boat_class,
    permissions: "PRIVATE",
    file: { name: file, mimeType: "application/octet-stream", buffer: readFileSync(fixture(file)) },
  };
  const uploaded = await page.request.post(`${origin}/api/tracks/`, { headers, multipart });
  expect(uploaded.status()).toBe(201);
  const { id } = await uploaded.json();
  const status = async () =>
    (await (await page.request.get(`${origin}/api/tracks/${id}/?notrackpoints=true`, { headers })).json())
      .processing_status;
  await expect.poll(status, { timeout: 45_000 }).toBe(3);
  return (await (await page.request.get(`${origin}/api/tracks/${id}/analysis/`, { headers })).json()).files[0];
}

for (const { file, boat_class } of FILES) {
  test(`the browser, the server and the terminal say the same of ${file}`, async ({ page }) => {
    const [terminal, browser] = [saidByTerminal(file, boat_class), await saidByPage(page, file, boat_class)];
    const server = await saidByServer(page, file, boat_class);
    // Each names the file as it was given.
    for (const said of [terminal, browser, server]) delete said.name;
    expect(browser).toEqual(terminal);
    expect(server).toEqual(terminal);
  });
}
