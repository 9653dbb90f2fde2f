/** Files of a track that the browser saves. */
import type { Permission, Track } from "@leebow/api/contract";
import { saveFile, saveFrom } from "../format/save-file";
import { dayKey } from "../format/times";
import { call, request, showFailure } from "../server/client";
import { notify } from "../server/notices";

/** Time-out of the specification for the address of a download. */
const DOWNLOAD_TIMEOUT_MS = 3000;
const NO_REPORT = "No Report for Download";

/** All points of a track. */
export const downloadPoints = (id: number) =>
  report(async () => {
    const url = await pointsAddress(id);
    if (url === null) notify.info(NO_REPORT);
    else saveFrom(url);
  });

/** The file as it was uploaded. */
export const downloadSource = (id: number) => report(async () => saveFrom((await sourceAddress(id)).url));

/** The report of a track as a spreadsheet; `tws_kn`: the wind strength by hand. */
export const downloadSpreadsheet = (track: Track, tws_kn: number | null = null) =>
  report(async () => {
    const bytes = await fetchSpreadsheet(track.id, tws_kn);
    if (bytes === null) {
      notify.info(NO_REPORT);
      return;
    }
    saveFile([bytes as BlobPart], "", reportName(track));
  });

/** Date as MMDDYY plus the owner's last name and '-track-report.xlsx', as the server names it. */
function reportName({ start_time, created, tz, full_name }: Track): string {
  const [year = "", month = "", day = ""] = dayKey(start_time ?? created, tz).split("-");
  const last_name = full_name.slice(full_name.lastIndexOf(" ") + 1).replaceAll(/[^\p{L}\p{N}-]+/gu, "");
  return `${month}${day}${year.slice(2)}${last_name}-track-report.xlsx`;
}

async function report(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (cause) {
    showFailure(cause);
  }
}

/** Address of the source as it was uploaded. */
export const sourceAddress = (id: number) =>
  call("GET /download/track/source/{id}/", { params: { id }, signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) });

/** Address of all points of a track as CSV; null when there are none. */
export async function pointsAddress(id: number): Promise<string | null> {
  const signal = AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS);
  const answer = await request("GET /download/exportCSV/{id}/", { params: { id }, signal });
  return answer.status === 200 ? answer.body.url : null;
}

/** The report of a track as XLSX; null when there is none. */
export async function fetchSpreadsheet(id: number, tws_kn: number | null = null): Promise<Uint8Array | null> {
  const answer = await request("GET /reports/track/", { query: { track_id: id, tws_kn: tws_kn ?? undefined } });
  return answer.status === 200 ? answer.body : null;
}

/** The choices of a track's visibility; the hints say who sees it, as the server decides it. */
export const VISIBILITIES: { value: Permission; label: string; hint: string }[] = [
  { value: "PUBLIC", label: "Public", hint: "Everyone who is logged in sees it." },
  {
    value: "PRIVATE",
    label: "Private",
    hint: "You see it, those of your teams whom you allow it, and the administrators of this server.",
  },
];
