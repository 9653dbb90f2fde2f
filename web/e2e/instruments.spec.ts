/** The instruments of a stored track: what is found is switched on, holds after the track is analysed again, and is taken back. */
import { sailedSession } from "../../api/test/sailed-session";
import { expect, test } from "./flow";
import { accessible, logInAsNew, uploadTrack } from "./helpers";

const ready = { timeout: 45_000 };

const withSum = (body: string): string => {
  const sum = [...body].reduce((all, character) => all ^ character.charCodeAt(0), 0);
  return `$${body}*${sum.toString(16).toUpperCase().padStart(2, "0")}`;
};

/** An evening's log whose vane reads 6° too far to starboard and whose log reads 10 % too little. */
function wrongLog(): Buffer {
  const spec = { class: "J70", seed: 5, minutes: 90, rate_hz: 1, tws_kn: 12 };
  const lines = Buffer.from(sailedSession(spec, "nmea")).toString().trim().split(/\r?\n/);
  const changed = lines.flatMap((line) => {
    const fields = line.slice(1).split("*")[0]!.split(",");
    if (fields[0]!.endsWith("MWV") && fields[2] === "T") return [];
    if (fields[0]!.endsWith("MWV")) fields[1] = ((Number(fields[1]) + 6) % 360).toFixed(1);
    if (fields[0]!.endsWith("VHW")) fields[5] = (Number(fields[5]) / 1.1).toFixed(2);
    return [withSum(fields.join(","))];
  });
  return Buffer.from(changed.join("\r\n"));
}

test("errors of a boat's instruments are found, the figures corrected with them, and taken back", async ({ page }) => {
  const account = await logInAsNew(page);
  const id = await uploadTrack(account, { path: "evening.nmea", boat_class: "J70", bytes: wrongLog() });
  await page.goto(`/reports/${id}?tab=instruments`);
  const vane = page.getByRole("row", { name: /^Vane offset −\d\.\d° ± \d\.\d° Reads \d\.\d° too far to starboard/ });
  await expect(vane).toBeVisible(ready);
  await expect(page.getByRole("row", { name: /^Log factor 1\.1\d ± 0\.\d\d Reads \d+ % too little/ })).toBeVisible();
  await accessible(page);
  const corrected = page.getByRole("switch", { name: "Correct the figures with it" });
  await corrected.click();
  await expect(page.getByText("The figures are corrected by the calibration.")).toBeVisible();
  await expect(corrected).toBeChecked();
  // Analysed again.
  await expect(corrected).toBeEnabled(ready);
  await page.reload();
  await expect(corrected).toBeChecked(ready);
  await expect(
    page.getByText("The figures of this track are corrected with it, and later logs of this boat too."),
  ).toBeVisible();
  // What was found stays what it was: the rest and what was corrected.
  await expect(vane).toBeVisible();
  await corrected.click();
  await expect(page.getByText("The figures are as the instruments read.")).toBeVisible();
  await expect(corrected).not.toBeChecked(ready);
});
