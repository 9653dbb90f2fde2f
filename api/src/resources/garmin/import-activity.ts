import { Readable, Transform } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { findUser } from "../../platform/auth/users.ts";
import type { AppContext } from "../../platform/context.ts";
import { defineJob } from "../../platform/jobs/definition.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { Incoming } from "../../platform/storage/storage.ts";
import { storeTrack } from "../tracks/accept.ts";
import { openCallback } from "./connect.ts";
import { ask, type GarminProvider, GarminRefused } from "./provider.ts";
import { type ActivityRow, findActivity, finishActivity } from "./queries.ts";
import { accessToken, NotConnected } from "./tokens.ts";

/** Why an activity becomes no track, in a sentence for its user. */
class NoTrack extends Error {}
/** Another run of the job has imported the activity. */
class Imported extends Error {}

const GONE = "Garmin no longer offers this file. Export it from Garmin Connect and upload it.";
const ENDED = "The connection to Garmin has ended. Connect it again, or upload the file.";
const FAULT = "Leebow could not download this file. Export it from Garmin Connect and upload it.";
const TOO_LARGE = `This file is larger than ${LIMITS.upload_bytes / 1024 / 1024} MB, the most Leebow takes.`;

const IS_SAILING = "If it is sailing, export it from Garmin Connect and upload it.";

/** With its body. *guess*: 100 MB at 3 Mbit/s. */
const DOWNLOAD_TIMEOUT_MS = 300_000;

/** Downloads an activity's file and keeps it as a track of the user's. A second run changes nothing. */
export const IMPORT_ACTIVITY = defineJob({
  name: "import-garmin-activity",
  payload: z.object({ activity_id: z.number().int() }),
  // 15 s, 30 s, … between the attempts, more than two hours in all; Garmin offers a file for a day.
  retries: 9,
  retry_delay_s: 15,
  timeout_s: 600,
  parallel: 2,
  async run(context, { activity_id }) {
    const activity = await findActivity(context.db, activity_id);
    if (activity?.status !== "waiting") return;
    try {
      await importActivity(context, activity);
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === null) throw error;
      await finishActivity(context.db, activity.id, { status: "failed", reason });
    }
  },
  async onFailed({ db }, { activity_id }) {
    await finishActivity(db, activity_id, { status: "failed", reason: FAULT });
  },
});

/** The sentence for an error that another attempt would meet again; null for others. */
function reasonOf(error: unknown): string | null {
  if (error instanceof NoTrack) return error.message;
  if (error instanceof NotConnected) return ENDED;
  if (error instanceof GarminRefused) return GONE;
  if (!(error instanceof HTTPException && error.status < 500)) return null;
  // The quota, or no sailing, as the upload answers it.
  const { code, detail = FAULT } = JSON.parse(error.message);
  return code === "no_sailing" ? `${detail} ${IS_SAILING}` : detail;
}

async function importActivity(context: AppContext, activity: ActivityRow): Promise<void> {
  const { db, storage } = context;
  const user = await findUser(db, activity.user_id);
  if (!user) return;
  const response = await download(context, activity);
  const incoming = await receive(storage, response);
  const accepted = {
    boat_name: user.primary_boat_class ?? "Other",
    // Nobody has chosen to show this session to others.
    permissions: "PRIVATE" as const,
    file_name: `garmin-${(activity.activity_id ?? activity.summary_id).replace(/[^\w-]/g, "-")}.${activity.file_type.toLowerCase()}`,
    garmin_id: activity.activity_id ?? activity.summary_id,
  };
  try {
    await storeTrack(context, user.id, accepted, incoming, async (trx, track_id) => {
      if (!(await finishActivity(trx, activity.id, { status: "imported", track_id }))) throw new Imported();
    });
  } catch (error) {
    if (!(error instanceof Imported)) throw error;
  } finally {
    await incoming.discard();
  }
}

/** The file, with the user's token; with a new one when Garmin refuses the first. */
async function download(context: AppContext, activity: ActivityRow): Promise<Response> {
  const { garmin, config } = context;
  const url = openCallback(config.secret, activity.summary_id, activity.callback_url);
  if (!garmin || url === null) throw new NoTrack(GONE);
  if (!isGarminsOwn(garmin, url)) throw new NoTrack("The address of this file is not Garmin's.");
  const get = (token: string) =>
    ask(garmin, url, { headers: { authorization: `Bearer ${token}` } }, DOWNLOAD_TIMEOUT_MS);
  const token = await accessToken(context, activity.user_id);
  try {
    return await get(token);
  } catch (error) {
    if (!(error instanceof GarminRefused) || error.status !== 401) throw error;
    return get(await accessToken(context, activity.user_id, token));
  }
}

/** Whether an address is of the configured origin: the token goes nowhere else, and no address inside is reached. */
function isGarminsOwn({ api_url }: GarminProvider, url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, username, password } = new URL(url);
  return origin === new URL(api_url).origin && username === "" && password === "";
}

/** Stores the body temporarily, as long as it is not larger than an upload may be. */
async function receive(storage: AppContext["storage"], response: Response): Promise<Incoming> {
  if (!response.body) throw new NoTrack(GONE);
  const body = Readable.fromWeb(response.body as WebStream);
  const limited = body.pipe(limit(LIMITS.upload_bytes));
  body.on("error", (error) => limited.destroy(error));
  // The rest of a body that is too large is not read.
  limited.on("close", () => body.destroy());
  const incoming = await storage.receive(limited);
  if (incoming.bytes > 0) return incoming;
  await incoming.discard();
  throw new NoTrack(GONE);
}

function limit(max_bytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      if (bytes > max_bytes) done(new NoTrack(TOO_LARGE));
      else done(null, chunk);
    },
  });
}
