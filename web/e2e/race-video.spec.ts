import { expect, type Page, test } from "./flow";
import { accessible, fitsTheScreen } from "./helpers";
import { openRace } from "./races-sailed";

/** Length of the filmed clip, ms. */
const CLIP_MS = 4000;

let clip: Promise<Buffer> | null = null;

/** A video of a changing colour, filmed once by the browser itself. */
function filmed(page: Page): Promise<Buffer> {
  clip ??= film(page);
  return clip;
}

async function film(page: Page): Promise<Buffer> {
  await page.goto("about:blank");
  const bytes = await page.evaluate(async (length_ms) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 160, height: 90 });
    const g = canvas.getContext("2d")!;
    let picture = 0;
    const draw = () => {
      g.fillStyle = `hsl(${picture++ * 4} 60% 50%)`;
      g.fillRect(0, 0, 160, 90);
    };
    const timer = setInterval(draw, 40);
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: "video/webm" });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const isOver = new Promise((done) => {
      recorder.onstop = done;
    });
    recorder.start();
    await new Promise((done) => setTimeout(done, length_ms));
    recorder.stop();
    clearInterval(timer);
    await isOver;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  }, CLIP_MS);
  return Buffer.from(bytes);
}

const pane = (page: Page) => page.getByRole("region", { name: "Video" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function openVideo(page: Page, buffer: Buffer) {
  await button(page, "Video").click();
  await pane(page)
    .locator("input[type=file]")
    .setInputFiles({ name: "coach-rib.webm", mimeType: "video/webm", buffer });
  await expect.poll(() => player(page).then(({ duration_s }) => duration_s)).toBeGreaterThan(2);
}

const player = (page: Page) =>
  page.locator("video").evaluate((video: HTMLVideoElement) => ({
    at_s: video.currentTime,
    duration_s: video.duration,
    rate: video.playbackRate,
    isPaused: video.paused,
  }));

/** The second of the video that belongs to the clock: "Video 0:03.2 is 12:00:01." */
async function expected_s(page: Page): Promise<number> {
  const [, minutes, seconds] = (await pane(page).innerText()).match(/Video (\d+):([\d.]+) is/)!;
  return Number(minutes) * 60 + Number(seconds);
}

/** How far the picture is from the clock, s. */
async function drift_s(page: Page): Promise<number> {
  const wanted = await expected_s(page);
  return Math.abs((await player(page)).at_s - wanted);
}

/** Pauses the replay when the video has come to this second, within the page: on a busy machine a press from outside comes after its end. */
async function pauseAt(page: Page, second: number) {
  const pause = await button(page, "Pause").elementHandle();
  await page.locator("video").evaluate(
    (video: HTMLVideoElement, { pause, second }) =>
      new Promise<void>((done) => {
        const look = () => {
          if (video.currentTime < second) return requestAnimationFrame(look);
          (pause as HTMLElement).click();
          done();
        };
        look();
      }),
    { pause, second },
  );
  await expect.poll(() => player(page).then(({ isPaused }) => isPaused)).toBe(true);
  // The text follows with the next frame, which a busy machine draws late.
  await expect(async () => {
    const shown_s = await expected_s(page);
    await page.waitForTimeout(500);
    expect(await expected_s(page)).toBe(shown_s);
    expect(shown_s).toBeGreaterThan(second - 0.3);
  }).toPass();
}

async function setSpeed(page: Page, speed: number) {
  const shown = page.getByRole("button", { name: /^Speed \d+ times/ });
  for (let press = 0; press < 5; press++) {
    const before = await shown.innerText();
    if (before.includes(`${speed}×`)) return;
    await shown.click();
    // The next frame shows it.
    await expect(shown).not.toHaveText(before);
  }
}

test("a coach matches a video from his disk with one click, and it stays in step with the clock", async ({ page }) => {
  const film_bytes = await filmed(page);
  await openRace(page);
  await openVideo(page, film_bytes);
  await expect(pane(page)).toContainText("local file");
  await page.locator("video").evaluate((video: HTMLVideoElement) => {
    video.currentTime = 1;
  });
  await button(page, "Match here").click();
  await expect(pane(page)).toContainText("Video 0:01.0 is");
  await setSpeed(page, 1);
  await button(page, "Play").click();
  await expect.poll(() => player(page).then(({ isPaused }) => isPaused)).toBe(false);
  // The replay began with the session, and its slider has whole seconds.
  await pauseAt(page, 1.8);
  await expect.poll(() => drift_s(page)).toBeLessThan(0.1);
  const before_s = await expected_s(page);
  await page.getByRole("slider", { name: "Time in the session" }).press("ArrowLeft");
  await expect.poll(() => expected_s(page)).toBeLessThan(before_s);
  await expect.poll(() => drift_s(page)).toBeLessThan(0.1);
  await button(page, "Start 0.1 s later").click();
  await expect.poll(() => drift_s(page)).toBeLessThan(0.1);
  await setSpeed(page, 2);
  await button(page, "Play").click();
  await expect.poll(() => player(page).then(({ rate }) => rate)).toBe(2);
  await expect(pane(page)).toContainText("No video at", { timeout: 20_000 });
  await expect.poll(() => player(page).then(({ isPaused }) => isPaused)).toBe(true);
  await button(page, "Pause").click();
  await accessible(page);
  await button(page, "Match again").click();
  await expect(button(page, "Match here")).toBeVisible();
  await button(page, "Close the video").click();
  await expect(pane(page)).toHaveCount(0);
});

test("the panel is wider with a video, and its edges follow the arrow keys", async ({ page }) => {
  const film_bytes = await filmed(page);
  await openRace(page);
  const panel = page.getByRole("complementary", { name: "Figures and lists" });
  const width = async () => (await panel.boundingBox())!.width;
  const before_px = await width();
  await openVideo(page, film_bytes);
  await expect.poll(width).toBeGreaterThan(before_px + 50);
  const edge = page.getByRole("separator", { name: "Width of the panel" });
  const open_px = await width();
  await edge.focus();
  await edge.press("ArrowLeft");
  await expect.poll(width).toBe(open_px + 16);
  const picture = async () => (await page.locator("video").boundingBox())!.height;
  const height_px = await picture();
  await page.getByRole("separator", { name: "Height of the video" }).press("ArrowDown");
  await expect.poll(picture).toBe(height_px + 16);
});

test("a linked video is played, and one that can not be played says so", async ({ page }) => {
  const film_bytes = await filmed(page);
  await page.route("https://videos.example/**", (route) =>
    route.request().url().endsWith("rib.webm")
      ? route.fulfill({ contentType: "video/webm", body: film_bytes })
      : route.fulfill({ contentType: "text/html", body: "<p>A page about a video</p>" }),
  );
  await openRace(page);
  await button(page, "Video").click();
  const address = page.getByLabel("Or the address of a video file");
  await address.fill("rib.webm");
  await button(page, "Open").click();
  await expect(pane(page)).toContainText("Write an address that begins with https://.");
  await address.fill("https://videos.example/watch");
  await address.press("Enter");
  await expect(pane(page).getByRole("alert")).toContainText("watch could not be played.");
  await address.fill("https://videos.example/rib.webm");
  await button(page, "Open").click();
  await expect.poll(() => player(page).then(({ duration_s }) => duration_s)).toBeGreaterThan(2);
  await expect(pane(page)).toContainText("link");
});

test("on a phone the video is above the map, with its buttons over it", async ({ page }) => {
  const film_bytes = await filmed(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await openRace(page);
  await button(page, "Video").click();
  await pane(page)
    .locator("input[type=file]")
    .setInputFiles({ name: "notes.mp4", mimeType: "video/mp4", buffer: Buffer.from("not a video") });
  await expect(pane(page).getByRole("alert")).toContainText("notes.mp4 could not be played.");
  await pane(page)
    .locator("input[type=file]")
    .setInputFiles({ name: "coach-rib.webm", mimeType: "video/webm", buffer: film_bytes });
  await button(page, "Match here").click();
  await expect(button(page, "Match again")).toBeHidden();
  await button(page, "Place of the video on the clock").click();
  await expect(button(page, "Match again")).toBeVisible();
  await fitsTheScreen(page);
  await accessible(page);
  await button(page, "Close the video").click();
  await expect(pane(page)).toHaveCount(0);
});
