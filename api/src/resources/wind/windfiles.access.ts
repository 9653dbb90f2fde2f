import { randomUUID } from "node:crypto";
import { readFixture } from "@leebow/fixtures";
import {
  type AccessRow,
  type AccessRows,
  intoPrivate,
  onlyTo,
  VIEWERS_OF_PRIVATE,
  withSession,
} from "../../../test/access.ts";
import type { Maker, Thing, World } from "../../../test/world.ts";
import type { WIND_FILE_ROUTES } from "./contract.ts";

/** A wind file of the owner's that has been read; its times include every track. */
const windFile: Maker = async ({ at, owner }) => {
  const { db, storage } = at.context;
  const source_key = `windlogs/${randomUUID()}.txt`;
  await storage.write(source_key, readFixture("j70-with-wind-log.wind.nmea"));
  const row = {
    user_id: owner.session.user.id,
    original_name: "wind.txt",
    source_key,
    source_bytes: 1000,
    sha256: randomUUID(),
    processing_status: 3,
    start_time: "2000-01-01T00:00:00Z",
    end_time: "2099-01-01T00:00:00Z",
    samples: 1000,
  };
  return (await db.insertInto("wind_files").values(row).returning("id").executeTakeFirstOrThrow()).id;
};

/** The same, attached to the PRIVATE track. */
const attachedWindFile: Maker = async (world) => {
  const id = Number(await windFile(world));
  const track_id = Number(await world.the("private_track"));
  const { db } = world.at.context;
  await db.updateTable("tracks").set({ wind_file_id: id }).where("id", "=", track_id).execute();
  return id;
};

export const WIND_FILE_THINGS = { wind_file: windFile, attached_wind_file: attachedWindFile } satisfies Record<
  string,
  Maker
>;

/** A call about a wind file of one's own, and about one of a track that others may view. */
function rows(own: AccessRow["statuses"], attached: AccessRow["statuses"], json?: (world: World) => Promise<unknown>) {
  const row = (thing: Thing, statuses: AccessRow["statuses"]): AccessRow => ({
    about: thing,
    request: async (world) => {
      const id = await world.the(thing);
      return { params: { id }, ...(json && { json: await json(world) }) };
    },
    statuses,
  });
  return [row("wind_file", own), row("attached_wind_file", attached)];
}

const OWN = withSession(404, { owner: 200, administrator: 200 });
const VIEW = rows(OWN, onlyTo(VIEWERS_OF_PRIVATE, 200));
const track = async (world: World) => ({ track_id: await world.the("private_track") });
/** Also with an own wind file: the track is a PRIVATE one. */
const TO_TRACK = { ...OWN, administrator_without_reason: 409 };

export const WIND_FILE_ACCESS: AccessRows<typeof WIND_FILE_ROUTES> = {
  "GET /windfiles/path/": { statuses: withSession(200) },
  "POST /windfiles/": { request: () => ({ json: {} }), statuses: withSession(400) },
  "GET /windfiles/": { statuses: withSession(200) },
  "GET /windfiles/{id}/": VIEW,
  "GET /windfiles/{id}/curve/": VIEW,
  "GET /windfiles/{id}/reports/": VIEW,
  "POST /windfiles/{id}/attach/": rows(TO_TRACK, intoPrivate(403, { owner: 200, administrator: 200 }), track),
  "POST /windfiles/{id}/detach/": rows(TO_TRACK, intoPrivate(200, { teammate_all: 403 }), track),
  "DELETE /windfiles/{id}/": rows(
    withSession(404, { owner: 204, administrator: 204 }),
    onlyTo(VIEWERS_OF_PRIVATE, 403, { owner: 204, administrator: 204 }),
  ),
};
