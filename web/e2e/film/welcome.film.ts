import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Page, test } from "@playwright/test";
import { fleetBoat } from "../../../api/test/fleet-boat";
import { createAccount, logIn, newPerson } from "../helpers";
import { sharedRace } from "../races-sailed";
import { Camera, FRAMES_PER_S } from "./camera";

const OUTPUT = join(import.meta.dirname, "../../src/people/welcome/film");

test("the film of the welcome: from the file to the first tack", async ({ page }) => {
  const { coach, id } = await sharedRace();
  const sailor = await createAccount(newPerson("Marta", "Vidal"));
  await logIn(page, sailor);
  const folder = mkdtempSync(join(tmpdir(), "leebow-film-"));
  const camera = await Camera.on(page, folder);
  await upload(page, camera);
  await replay(page, camera);
  await report(page, camera);
  await logIn(page, coach);
  await race(page, camera, id);
  encode(camera, folder);
  rmSync(folder, { recursive: true });
});

async function upload(page: Page, camera: Camera) {
  await page.goto("/upload");
  await camera.until(page.getByRole("button", { name: "Upload", exact: true }));
  camera.caption("Upload the file of your watch, phone or instrument.");
  await camera.roll(1.2);
  await page.locator('input[type="file"]').setInputFiles({
    name: "saturday.gpx",
    mimeType: "application/gpx+xml",
    buffer: Buffer.from(fleetBoat({ seed: 3, class: "49er", minutes: 45 })),
  });
  await camera.roll(1.2);
  await camera.click(page.getByRole("button", { name: "Upload", exact: true }));
  await camera.roll(0.8);
  const row = page.getByRole("link", { name: "Full Report" }).first();
  await camera.until(row);
  await camera.roll(2);
}

async function replay(page: Page, camera: Camera) {
  await camera.click(
    page
      .getByRole("link", { name: /^Replay/ })
      .or(page.locator("a[href^='/tracks/']"))
      .first(),
  );
  const play = page.getByRole("button", { name: "Play", exact: true });
  await camera.until(play);
  await page.clock.runFor(3000);
  camera.caption("Replay it. The wind comes from the track alone, with how sure it is.");
  await camera.roll(0.8);
  await camera.click(play);
  await camera.roll(7);
  await camera.click(page.getByRole("tab", { name: /^Maneuvers/ }));
  camera.caption("Every tack and gybe is found, with the metres it cost.");
  await camera.roll(1.5);
  await camera.click(
    page
      .getByRole("tabpanel")
      .getByRole("button", { name: /^(Tack|Gybe)/ })
      .nth(3),
  );
  await camera.roll(3.5);
}

async function report(page: Page, camera: Camera) {
  const track = new URL(page.url()).pathname.split("/").at(-1);
  await page.goto(`/reports/${track}`);
  await camera.until(page.getByRole("tab", { name: /^Tacking/ }));
  camera.caption("The report shows what the losses have in common.");
  await camera.roll(1.5);
  await camera.click(page.getByRole("tab", { name: /^Tacking/ }));
  await camera.roll(4.5);
}

async function race(page: Page, camera: Camera, id: number) {
  await page.goto(`/races/${id}`);
  const play = page.getByRole("button", { name: "Play", exact: true });
  await camera.until(play);
  await page.clock.runFor(4000);
  camera.caption("Put boats on one clock, and share the race by a link.");
  await camera.roll(0.8);
  await camera.click(play);
  await camera.roll(7);
}

/** Both forms of the film, its first picture, and its subtitles. */
function encode({ captions, frames }: Camera, folder: string) {
  mkdirSync(OUTPUT, { recursive: true });
  const input = ["-y", "-loglevel", "error", "-framerate", String(FRAMES_PER_S), "-i", join(folder, "%05d.png")];
  const ffmpeg = (...output: string[]) => execFileSync("ffmpeg", [...input, ...output], { stdio: "inherit" });
  const vp9 = [
    "-c:v",
    "libvpx-vp9",
    "-b:v",
    "0",
    "-crf",
    "38",
    "-cpu-used",
    "5",
    "-row-mt",
    "1",
    "-g",
    "250",
    "-pix_fmt",
    "yuv420p",
  ];
  ffmpeg(...vp9, join(OUTPUT, "film.webm"));
  const h264 = ["-c:v", "libx264", "-preset", "medium", "-crf", "28", "-tune", "animation", "-pix_fmt", "yuv420p"];
  ffmpeg(...h264, "-movflags", "+faststart", join(OUTPUT, "film.mp4"));
  const still = Math.round(frames * 0.35);
  ffmpeg(
    "-vf",
    `select=eq(n\\,${still})`,
    "-frames:v",
    "1",
    "-c:v",
    "libwebp",
    "-quality",
    "70",
    join(OUTPUT, "film.webp"),
  );
  const end_s = frames / FRAMES_PER_S;
  const cues = captions.map(({ start_s, text }, at) => {
    const until_s = captions[at + 1]?.start_s ?? end_s;
    return `${time(start_s)} --> ${time(until_s)}\n${text}\n`;
  });
  writeFileSync(join(OUTPUT, "film.en.vtt"), `WEBVTT\n\n${cues.join("\n")}`);
}

/** hh:mm:ss.mmm */
const time = (seconds: number) => new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);
