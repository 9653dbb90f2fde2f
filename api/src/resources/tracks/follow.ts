import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";

declare module "../../platform/ops/resource.ts" {
  interface Resource {
    /** What follows from a change of tracks, in its transaction. Called before it, without a lock of their rows. */
    onTracks?(context: AppContext, trx: Db, change: TracksChange): Promise<Follows>;
  }
}

export interface TracksChange {
  /**
   * `revised`: they are analysed again; `settled`: an analysis has failed, or what a person said of them is used otherwise;
   * `analysed`: they get other results; `removed`.
   */
  kind: "revised" | "settled" | "analysed" | "removed";
  ids: readonly number[];
  /** Tracks that get what was written to those that are removed. */
  heirs?: readonly number[];
}

export interface Follows {
  /** Keys of files that nothing refers to after the change. */
  files?: readonly string[];
  /** Runs after the change. */
  after?(): Promise<void>;
}

/** Lets all resources prepare for a change of tracks. The caller runs `after` when it has made it. */
export async function beforeChange(context: AppContext, trx: Db, change: TracksChange): Promise<Required<Follows>> {
  const follows: Follows[] = [];
  for (const { onTracks } of context.resources) if (onTracks) follows.push(await onTracks(context, trx, change));
  return {
    files: follows.flatMap(({ files = [] }) => files),
    async after() {
      for (const { after } of follows) await after?.();
    },
  };
}

/** The same for a change that is made already. */
export async function afterChange(context: AppContext, trx: Db, change: TracksChange): Promise<void> {
  await (await beforeChange(context, trx, change)).after();
}
