import { readFixture } from "@leebow/fixtures";
import type { WindFile } from "../src/app/contract.ts";
import type { Person, TestServer } from "./test-server.ts";
import { until } from "./until.ts";

/** The log of a wind station beside the track j70-with-wind-log.gpx. */
export const windLog = () => readFixture("j70-with-wind-log.wind.nmea");

/** Sends a file to a signed address, as a browser does, without the session. */
export async function store(
  at: TestServer,
  upload: { url: string; headers: Record<string, string> },
  bytes: Uint8Array,
) {
  const { url, headers } = upload;
  const request = new Request(new URL(url, "http://leebow.test"), { method: "PUT", headers, body: bytes as BodyInit });
  return at.fetch(request);
}

/** Uploads a wind log and waits until it is read, successfully or not. */
export async function uploadWind(
  at: TestServer,
  { call }: Person,
  bytes: Uint8Array,
  orig_file_name = "wind.txt",
): Promise<WindFile> {
  const { body: upload } = await call("GET", "/api/windfiles/path/");
  const stored = await store(at, upload, bytes);
  if (stored.status !== 204) throw new Error(`the upload was answered with ${stored.status}`);
  const { status, body } = await call("POST", "/api/windfiles/", {
    json: { file_path: upload.file_path, orig_file_name },
  });
  if (status !== 201) throw new Error(`the wind file was answered with ${status}: ${JSON.stringify(body)}`);
  return readWind(call, body.id);
}

/** The wind file when it is read. */
export const readWind = (call: Person["call"], id: number): Promise<WindFile> =>
  until(async () => {
    const { body } = await call("GET", `/api/windfiles/${id}/`);
    return body.processing_status !== 1 && body;
  });
