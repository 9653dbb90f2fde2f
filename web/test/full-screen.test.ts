import { describe, expect, it, vi } from "vitest";
import { showFullScreen } from "../src/replay/video/video-pane";

const video = (methods: object) => methods as HTMLVideoElement;

describe("a video in full screen", () => {
  it("is shown by the page where the browser can", async () => {
    const requestFullscreen = vi.fn(async () => undefined);
    const webkitEnterFullscreen = vi.fn();
    await showFullScreen(video({ requestFullscreen, webkitEnterFullscreen }));
    expect([requestFullscreen.mock.calls.length, webkitEnterFullscreen.mock.calls.length]).toEqual([1, 0]);
  });

  it("is shown in the player of an iPhone, which has no other", async () => {
    const webkitEnterFullscreen = vi.fn();
    await showFullScreen(video({ webkitEnterFullscreen }));
    expect(webkitEnterFullscreen).toHaveBeenCalledOnce();
  });

  it("stays where it is when the browser refuses", async () => {
    const requestFullscreen = vi.fn(() => Promise.reject(new TypeError("Permissions check failed")));
    await expect(showFullScreen(video({ requestFullscreen }))).resolves.toBeUndefined();
  });
});
