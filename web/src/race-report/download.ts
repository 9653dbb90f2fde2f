import { showFailure } from "../api/client";
import { fetchRaceSpreadsheet, type RaceAddress } from "../api/race-report";
import { saveFile } from "../format/save-file";
import { notify } from "../stores/notices";

/** Has the browser save the report of a race as a spreadsheet. */
export async function downloadRaceSpreadsheet(address: RaceAddress): Promise<void> {
  try {
    const bytes = await fetchRaceSpreadsheet(address);
    if (bytes === null) notify.info("No Report for Download");
    else saveFile([bytes as BlobPart], "", `race-${address.id}-report.xlsx`);
  } catch (cause) {
    showFailure(cause);
  }
}
