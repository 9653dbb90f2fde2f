/** A video element of an iPhone, which shows full screen in a player of its own only. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** Shows a video in full screen. Where the browser refuses, the video stays where it is. */
export async function showFullScreen(video: HTMLVideoElement): Promise<void> {
  try {
    if (video.requestFullscreen) await video.requestFullscreen();
    else (video as PhoneVideo).webkitEnterFullscreen?.();
  } catch {
    // Refused by the browser, as in a frame without the permission.
  }
}
