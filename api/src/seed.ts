import { Readable } from "node:stream";
import { demoSessions, writeSession } from "@leebow/core/node";
import type { AppContext } from "./app-context.ts";
import { detailError } from "./http/errors.ts";
import { keepTrack } from "./tracks/accept.ts";
import { countPending, fileNamesOf } from "./tracks/queries.ts";
import { findUserByEmail, updateUser } from "./users/queries.ts";

/** The demonstration account of a new server. Its password is public. */
export const DEMO = {
  email: "demo@leebow.example",
  password: "leebow",
  first_name: "Demo",
  last_name: "Sailor",
} as const;

const FEATURES = ["athlete", "auto_segmentation", "coach_tools"];
/** Half a dozen short sessions take a few seconds; who waits longer than this is told by the track list. */
const PATIENCE_MS = 60_000;

/** Makes the demo account and its recordings, as far as they are not there; resolves when they are analysed. */
export async function seedDemo(context: AppContext): Promise<void> {
  const user_id = await demoUser(context);
  const present = await fileNamesOf(context.db, user_id);
  for (const { name, format, spec } of demoSessions()) {
    if (present.has(name)) continue;
    const incoming = await context.storage.receive(Readable.from([writeSession(spec, format)], { objectMode: false }));
    await keepTrack(context, user_id, { boat_name: spec.class, permissions: "PUBLIC", file_name: name }, incoming);
  }
  const deadline = Date.now() + PATIENCE_MS;
  while ((await countPending(context.db, user_id)) > 0 && Date.now() < deadline) {
    await new Promise((wake) => setTimeout(wake, 100));
  }
}

async function demoUser(context: AppContext): Promise<number> {
  const found = await findUserByEmail(context.db, DEMO.email);
  if (found) return found.id;
  const name = `${DEMO.first_name} ${DEMO.last_name}`;
  await context.auth.api.signUpEmail({ body: { ...DEMO, name, primary_boat_class: "49er" } });
  const made = await findUserByEmail(context.db, DEMO.email);
  if (!made) throw detailError(500, "The demo account could not be made.");
  const row = await updateUser(context.db, made.id, { enabled_features: JSON.stringify(FEATURES) });
  return row.id;
}
