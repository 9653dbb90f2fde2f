/** The upload of files: what is asked, read and refused before, and on their way nothing moves that may be under the pointer. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import sample from "../../src/engine/sample.fit?url";
import { answer, noAnswer } from "./answers";
import { trackOf } from "./made";
import { focus, MARTA, open, press } from "./screen";
import { chooseOption, expectAddress, expectCount, expectTexts, openList } from "./shown";
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

for (const width of WIDTHS)
  test(`at ${width} px a file of two days lists its tracks, which a press and an answer put together again`, async () => {
    answerTracks([trackOf()]);
    answer("POST /tracks/known/", () => ({ known: [] }));
    const names = ["week, 2026-06-13 10.00.gpx", "week, 2026-06-14 10.00.gpx"];
    const tracks = names.map((file_name, i) => ({ id: 31 + i, file_name, is_new: true }));
    answer("POST /tracks/", () => ({ ...trackOf({ id: 31 }), archive: { kind: "days", tracks, remarks: [] } }));
    answer("GET /tracks/{id}/", ({ params }) => Response.json(trackOf({ id: Number(params.id) })));
    const joined: unknown[] = [];
    let fails = true;
    answer("POST /tracks/{id}/join/", ({ params, body }) => {
      joined.push([params.id, body]);
      if (fails) return Response.json({ detail: "The server is busy.", code: "busy" }, { status: 503 });
      return trackOf({ id: 31, processing_status: 4 });
    });
    await page.viewport(width, 900);
    await open("/upload");
    await expect.element(button("Upload")).toBeVisible();
    choose((await recordings()).slice(1));
    await expect.element(files().getByText("This file is whole.", { exact: false })).toBeVisible();
    await button("Upload").click();
    await expect.element(files().getByText("Two days in this file: two tracks.")).toBeVisible();
    await expectCount(files().getByRole("link", { name: /^Open the map/ }), 2);
    const keep = async () => {
      await focus(button("Keep as one track"));
      await press("Enter");
      const question = page.getByRole("dialog", { name: "Keep them as one track?" });
      await question.getByRole("button", { name: "Keep as one track" }).click();
    };
    await keep();
    await expect.element(files().getByText("The tracks stay apart. The server is busy.")).toBeVisible();
    fails = false;
    await keep();
    await expect.element(files().getByText("Uploaded.", { exact: false })).toBeVisible();
    expect(joined).toEqual([
      ["31", { track_ids: [32] }],
      ["31", { track_ids: [32] }],
    ]);
  });

test("the class of each boat of a file is asked, and is that of its track at once", async () => {
  answerTracks([trackOf()]);
  answer("POST /tracks/known/", () => ({ known: [] }));
  const tracks = ["GER 1", "GER 2"].map((name, i) => ({ id: 41 + i, file_name: `day, ${name}.gpx`, is_new: true }));
  answer("POST /tracks/", () => ({ ...trackOf({ id: 41 }), archive: { kind: "boats", tracks, remarks: [] } }));
  answer("GET /tracks/{id}/", ({ params }) => Response.json(trackOf({ id: Number(params.id) })));
  const changed: unknown[] = [];
  answer("PATCH /tracks/{id}/", ({ params, body }) => {
    changed.push([params.id, body]);
    return trackOf({ id: Number(params.id), boat_name: "Laser" });
  });
  await open("/upload");
  await expect.element(button("Upload")).toBeVisible();
  choose([new File([(await recordings())[1]!], "day.gpx")]);
  await expect.element(files().getByText("This file is whole.", { exact: false })).toBeVisible();
  await button("Upload").click();
  await expect.element(files().getByText("Two boats at the same time: two tracks.")).toBeVisible();
  await openList(files().getByRole("combobox", { name: "Boat class of GER 2" }));
  await chooseOption("Laser");
  await expect.poll(() => changed).toEqual([["42", { boat_name: "Laser" }]]);
});

/** Files of the fixtures that have no track, by name. */
const BROKEN = import.meta.glob<string>("../../../fixtures/broken/*.gpx", {
  query: "?url",
  import: "default",
  eager: true,
});
const SETTINGS = import.meta.glob<string>("../../../fixtures/broken/settings-only.fit", {
  query: "?url",
  import: "default",
  eager: true,
});
async function broken(name: string): Promise<File> {
  const url = { ...BROKEN, ...SETTINGS }[`../../../fixtures/broken/${name}`]!;
  return new File([await (await fetch(url)).arrayBuffer()], name);
}

test("an upload asks for the boat class and is Public unless Private is chosen; the hint names the files", async () => {
  answerTracks([]);
  // A class of the profile that the list of uploads does not have is chosen at first, and can be given up.
  await open("/upload", { user: { ...MARTA, primary_boat_class: "Kite Flying" } });
  await expect
    .element(page.getByText(".fit, .gpx or .csv; of CSV, the files of Vakaros and Velocitek.", { exact: false }))
    .toBeVisible();
  await expect.element(page.getByText(/One GPS point a second is best\./)).toBeVisible();
  await expect.element(page.getByRole("radio", { name: /^Public/ })).toBeChecked();
  await expect.element(page.getByRole("radio", { name: /^Private/ })).not.toBeChecked();
  const list = page.getByLabelText("Boat class");
  await expect.element(list).toHaveText("Kite Flying");
  await openList(list);
  await chooseOption("Another class…");
  await button("Choose from the list").click();
  await button("Upload").click();
  await expect.element(page.getByText("Boat Class required")).toBeVisible();
  await expect.element(page.getByText("Track File required")).toBeVisible();
  await openList(list);
  await expectTexts(page.getByRole("option"), [
    ...["29er", "470", "49er", "49erFX", "C420", "CFJ", "Formula Kite", "i420", "J70", "Laser", "Melges 24", "Moth"],
    ...["Nacra 17", "Viper 640", "Other", "Another class…"],
  ]);
});

test("files without a track, and one byte over the limit, are refused with a sentence each", async () => {
  answerTracks([]);
  answer("POST /tracks/known/", () => ({ known: [] }));
  const photo = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], "photo.png");
  const large = new File(["<gpx>"], "large.gpx");
  Object.defineProperty(large, "size", { value: 100 * 1024 * 1024 + 1 });
  for (const [file, words] of [
    [await broken("empty.gpx"), /empty/i],
    [photo, /\.fit, \.gpx/],
    [await broken("settings-only.fit"), /holds .* no track/],
    [await broken("no-times.gpx"), /no times/],
    [await broken("no-positions.gpx"), /no positions/],
    [large, /100 MB/],
  ] as const) {
    await open("/upload");
    await expect.element(button("Upload")).toBeVisible();
    choose([file]);
    const refused = page.getByRole("alert").first();
    await expect.element(refused).toHaveTextContent(words);
    await expectAddress("/upload");
  }
});

test("when the connection breaks during an upload, the form reports it and keeps the file", async () => {
  answerTracks([trackOf()]);
  answer("POST /tracks/known/", () => ({ known: [] }));
  answer("POST /tracks/", noAnswer);
  await open("/upload");
  await expect.element(button("Upload")).toBeVisible();
  choose((await recordings()).slice(1));
  await expect.element(files().getByText("This file is whole.", { exact: false })).toBeVisible();
  await button("Upload").click();
  await expect.element(files().getByRole("alert")).toBeVisible();
  await expect.element(files().getByText("whole.fit", { exact: true })).toBeVisible();
  answer("POST /tracks/", () => trackOf({ id: 21 }));
  await button("Upload").click();
  await expectAddress("/home");
});
