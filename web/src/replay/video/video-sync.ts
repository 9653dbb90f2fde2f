import type { Playback } from "../../playback/playback";

/** Above this speed browsers do not play a video: its pictures are shown one by one. */
const MAX_PLAYED_SPEED = 10;
/** Largest difference of a video that plays from the clock, s of the video at speed 1. *guess* */
const MAX_DRIFT_S = 0.25;
/** Smallest step of a video that stands, s: half a picture at 25 Hz. *guess* */
const MIN_STEP_S = 0.02;

/** The part of HTMLVideoElement that is used. */
export type VideoElement = Pick<
  HTMLVideoElement,
  "currentTime" | "duration" | "paused" | "seeking" | "playbackRate" | "play" | "pause"
>;

/** Keeps a video in step with the clock of a replay, from the moment it is matched. */
export class VideoSync {
  /** Time of the first picture; null until a moment is matched. */
  start_ms: number | null = null;
  private readonly stop: () => void;

  constructor(
    private readonly video: VideoElement,
    private readonly playback: Playback,
  ) {
    this.stop = playback.loop.subscribe("video", () => this.follow());
  }

  /** The picture that is shown is that of the current time. */
  match(): number {
    this.start_ms = this.playback.time_ms - this.video.currentTime * 1000;
    this.playback.loop.request();
    return this.start_ms;
  }

  /** Moves the video by this much against the clock. */
  shift(by_ms: number): void {
    if (this.start_ms !== null) this.start_ms += by_ms;
    this.playback.loop.request();
  }

  /** The video is played by itself until it is matched again. */
  release(): void {
    this.start_ms = null;
    this.video.pause();
  }

  dispose(): void {
    this.stop();
  }

  private follow(): void {
    const { video, playback, start_ms } = this;
    if (start_ms === null) return;
    const at_s = (playback.time_ms - start_ms) / 1000;
    const { playing, speed } = playback.clock;
    const isCovered = at_s >= 0 && at_s <= video.duration;
    if (isCovered && playing && speed <= MAX_PLAYED_SPEED) this.play(at_s, speed);
    else this.showPicture(Math.min(Math.max(0, at_s), video.duration || 0));
  }

  private play(at_s: number, speed: number): void {
    const { video } = this;
    if (video.playbackRate !== speed) video.playbackRate = speed;
    if (Math.abs(video.currentTime - at_s) > MAX_DRIFT_S * speed && !video.seeking) video.currentTime = at_s;
    // A browser that refuses to play shows pictures still.
    if (video.paused) void video.play().catch(() => {});
  }

  private showPicture(at_s: number): void {
    const { video } = this;
    if (!video.paused) video.pause();
    if (!video.seeking && Math.abs(video.currentTime - at_s) > MIN_STEP_S) video.currentTime = at_s;
  }
}
