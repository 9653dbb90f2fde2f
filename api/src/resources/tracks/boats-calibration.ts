/**
 * A calibration that was accepted for a boat holds for the logs of hers that come later, and on request for the earlier
 * ones, as a correction of each that can be taken back.
 */
import { isDeepStrictEqual } from "node:util";
import type { Correction } from "@leebow/core";
import { sql } from "kysely";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { LIMITS } from "../../platform/limits.ts";
import { requestAnalysis } from "./analyze-track.ts";
import type { EarlierLogs } from "./corrections-schema.ts";

/** Files in which a boat's instruments are logged. */
const LOGS = /\.(nmea|txt|log|csv|tsv|ebl|vkx|json)(\.gz)?$/i;

const calibrationIn = (corrections: readonly Correction[]) =>
  corrections.findLast(({ action }) => action === "calibrate");

/** The calibration of the last log of a person's boat of this class that has one; none for a file that is no log. */
export async function boatsCalibration(
  db: Db,
  user_id: number,
  { boat_name, file_name }: { boat_name: string; file_name: string },
): Promise<Correction[]> {
  if (!LOGS.test(file_name)) return [];
  const last = await db
    .selectFrom("tracks")
    .select("corrections")
    .where("user_id", "=", user_id)
    .where("boat_name", "=", boat_name)
    .where(sql<boolean>`corrections @> '[{"action": "calibrate"}]'::jsonb`)
    .orderBy("sort_time", "desc")
    .limit(1)
    .executeTakeFirst();
  const found = last && calibrationIn(last.corrections);
  return found ? [found] : [];
}

type Log = { id: number; user_id: number; boat_name: string };

/** The logs of a boat before this one, the latest first. */
export async function earlierLogs(db: Db, { id, user_id, boat_name }: Log): Promise<EarlierLogs> {
  const rows = await db
    .selectFrom("tracks")
    .select(["id", "corrections"])
    .where("user_id", "=", user_id)
    .where("boat_name", "=", boat_name)
    .where("sort_time", "<", (eb) => eb.selectFrom("tracks").select("sort_time").where("id", "=", id))
    .where(sql<boolean>`file_name ~* ${LOGS.source}`)
    .orderBy("sort_time", "desc")
    .limit(LIMITS.earlier_logs)
    .execute();
  return {
    logs: rows.map((row) => ({ id: row.id, calibration: calibrationIn(row.corrections)?.calibration ?? null })),
  };
}

/** Sets the calibration of earlier logs, all or none of them, and has those analysed that change. */
export async function calibrateEarlier(context: AppContext, log: Log, { logs }: EarlierLogs): Promise<EarlierLogs> {
  await context.db.transaction().execute(async (trx) => {
    const known = new Set((await earlierLogs(trx, log)).logs.map(({ id }) => id));
    // In one order, so that two such calls at once do not wait for each other.
    for (const { id, calibration } of logs.filter(({ id }) => known.has(id)).sort((a, b) => a.id - b.id)) {
      const locked = trx.selectFrom("tracks").select("corrections").where("id", "=", id).forUpdate();
      const stored = (await locked.executeTakeFirst())?.corrections ?? [];
      const others = stored.filter(({ action }) => action !== "calibrate");
      const corrections = calibration ? [...others, { action: "calibrate" as const, calibration }] : others;
      if (!isDeepStrictEqual(corrections, stored))
        await requestAnalysis(context, trx, id, { corrections: JSON.stringify(corrections) });
    }
  });
  return earlierLogs(context.db, log);
}
