/** The upload of files: what is read of one, and its way to the server, moves nothing that may be under the pointer. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import sample from "../../src/analyze/sample.fit?url";
import { answer } from "./answers";
import { trackOf } from "./made";
import { focus, open, press } from "./screen";
import { answerTracks } from "./track-answers";

const WIDTHS = [1440, 390];
const files = () => page.getByRole("list", { name: "Files to upload" });

/** A session, and what is left of it by a device that lost its power before the end; of another size than the whole one. */
async function recordings(): Promise<File[]> {
  const whole = await (await fetch(sample)).arrayBuffer();
  return [new File([whole.slice(0, Math.floor(0.8 * whole.byteLength))], "cut.fit"), new File([whole], "whole.fit")];
}

function choose(chosen: File[]): void {
  const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
  const taken = new DataTransfer();
  for (const file of chosen) taken.items.add(file);
  input.files = taken.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

const tops = (elements: Element[]) => elements.map((one) => Math.round(one.getBoundingClientRect().top + scrollY));
const button = (name: string) => page.getByRole("button", { name, exact: true });
/** Of the files, and of the two buttons. */
const places = (first: string, second: string) =>
  tops([...files().element().children, button(first).element(), button(second).element()]);

for (const width of WIDTHS)
  test(`at ${width} px the button stays where it is while files are read, sent and stored, and so do the files`, async () => {
    answerTracks([trackOf()]);
    answer("POST /tracks/known/", () => ({ known: [] }));
    const stored: (() => void)[] = [];
    let id = 20;
    answer("POST /tracks/", async () => {
      await new Promise<void>((done) => stored.push(done));
      return trackOf({ id: ++id, processing_status: 1 });
    });
    answer("GET /tracks/{id}/", ({ params }) =>
      Response.json(trackOf({ id: Number(params.id), processing_status: 1 })),
    );
    await page.viewport(width, 900);
    await open("/upload");
    await expect.element(button("Upload")).toBeVisible();
    choose(await recordings());
    await expect.element(files()).toBeVisible();
    const before = tops([button("Upload").element()]);
    await expect.element(files().getByText("This file is whole.", { exact: false })).toBeVisible();
    await expect.element(files().getByText(/^The file is incomplete/)).toBeVisible();
    expect(tops([button("Upload").element()])).toEqual(before);

    await button("Upload").click();
    await expect.poll(() => stored.length).toBe(1);
    const sending = places("Cancel", "Upload");
    stored[0]!();
    await expect.poll(() => stored.length).toBe(2);
    await expect.element(page.getByRole("region", { name: "What was read of cut.fit" })).toBeVisible();
    expect(places("Cancel", "Upload")).toEqual(sending);
    stored[1]!();
    await expect.element(button("To the track list")).toBeVisible();
    expect(places("Upload another", "To the track list")).toEqual(sending);
  });

/** A run of 41 minutes along a beach, as a watch names it. */
function run(): File {
  const points = Array.from({ length: 2460 }, (_, s) => {
    const time = new Date(Date.UTC(2026, 5, 13, 10, 0, s)).toISOString();
    return `<trkpt lat="${(54.5 + (s * 3) / 111_200).toFixed(7)}" lon="10.2"><time>${time}</time></trkpt>`;
  });
  const gpx = `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><type>running</type><trkseg>${points.join("")}</trkseg></trk></gpx>`;
  return new File([gpx], "run.gpx");
}

for (const width of WIDTHS)
  test(`at ${width} px a run is not sent, which its row says, until it is said with the keyboard that it is sailing`, async () => {
    answerTracks([trackOf()]);
    answer("POST /tracks/known/", () => ({ known: [] }));
    const sent: (string | null)[] = [];
    answer("POST /tracks/", ({ form }) => {
      sent.push(form!.get("is_sailing") as string | null);
      return trackOf({ id: 21, processing_status: 1 });
    });
    answer("GET /tracks/{id}/", ({ params }) =>
      Response.json(trackOf({ id: Number(params.id), processing_status: 1 })),
    );
    await page.viewport(width, 900);
    await open("/upload");
    await expect.element(button("Upload")).toBeVisible();
    choose([run()]);
    await expect
      .element(files().getByRole("alert"))
      .toHaveTextContent("This is a run, 41 min, and no sailing. It is not sent.");
    await press("Tab");
    await focus(button("It is sailing, send it: run.gpx"));
    await press("Enter");
    await expect.poll(() => sent).toEqual(["true"]);
  });
