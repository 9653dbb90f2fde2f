import type { TrackColumns } from "@leebow/core";
import { type Remote, releaseProxy, transfer, wrap } from "comlink";
import type { RaceColumnsWorker } from "./race-columns-worker";
import type { WindTrack } from "./wind-now";

/** Reads columns in a worker, as long as a race is loaded. */
export class RaceColumnsReader {
  private readonly worker = new Worker(new URL("./race-columns-worker.ts", import.meta.url), { type: "module" });
  private readonly remote: Remote<RaceColumnsWorker> = wrap<RaceColumnsWorker>(this.worker);
  private readonly failed: Promise<never>;

  constructor() {
    this.failed = new Promise((_, reject) => {
      this.worker.onerror = () => reject(new Error("The reader of the tracks could not be loaded."));
    });
    this.failed.catch(() => {});
  }

  /** The columns of an Arrow stream, against the wind of the race where there is one. The bytes are moved, not copied. */
  read(bytes: Uint8Array, wind: WindTrack | null): Promise<TrackColumns> {
    return Promise.race([this.failed, this.remote.read(transfer(bytes, [bytes.buffer as ArrayBuffer]), wind)]);
  }

  end(): void {
    this.remote[releaseProxy]();
    this.worker.terminate();
  }
}
