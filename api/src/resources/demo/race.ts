/** The race of the demo: six boats, one wind log, two reports on it. */
import type { RaceCorrection } from "@leebow/core";
import { writeSession } from "@leebow/core/node";
import { replaceTracks } from "../../access/race.ts";
import type { AppContext } from "../../platform/context.ts";
import { insertRace, placeRace, updateRace } from "../races/queries.ts";
import { RACE_WIND } from "../races/race-wind.ts";
import { COMPUTE_WIND_REPORT } from "../wind/compute-wind-report.ts";
import { insertReport } from "../wind/report-queries.ts";
import { type DemoRecording, RACE_BOATS, RACE_NAME, RACE_SHIFT_MIN } from "./sessions.ts";

const MINUTE_MS = 60_000;

interface Place {
  lat_deg: number;
  lon_deg: number;
}

/** The fields of a race in the simulator's truth that are used here. */
interface TrueRace {
  time: string;
  line: { pin: Place; committee: Place };
  waypoints: { marks: Place[] }[];
  /** At the marks and the finish, since the gun. */
  passings_s: number[];
}

const trueRace = ({ spec }: DemoRecording): TrueRace =>
  JSON.parse(new TextDecoder().decode(writeSession(spec, "truth"))).races[0];

/** The boats of the race, by their numbers, in the order in which they finish: what its sailors write in their journals. */
export function finishOrder(recordings: readonly DemoRecording[]): number[] {
  const finishes = recordings.slice(-RACE_BOATS).map((recording) => ({
    boat: recording.boat,
    finish_s: trueRace(recording).passings_s.at(-1)!,
  }));
  return finishes.sort((a, b) => a.finish_s - b.finish_s).map(({ boat }) => boat);
}

/** Makes race and reports where they are missing. Id of the race; null when not all of its tracks are analysed. */
export async function makeRace(
  context: AppContext,
  crew: readonly number[],
  recordings: readonly DemoRecording[],
): Promise<number | null> {
  const boats = recordings.slice(-RACE_BOATS);
  await makeReports(context, crew[0]!, boats[0]!);
  const made = await context.db
    .selectFrom("races")
    .select("id")
    .where("user_id", "=", crew[0]!)
    .where("name", "=", RACE_NAME)
    .executeTakeFirst();
  if (made) return made.id;
  const track_ids = await trackIdsOf(context, crew, boats);
  if (track_ids.length < RACE_BOATS) return null;
  return context.db.transaction().execute(async (trx) => {
    const id = await insertRace(trx, crew[0]!, RACE_NAME);
    await replaceTracks(trx, id, track_ids);
    await placeRace(trx, id);
    await updateRace(trx, id, { corrections: JSON.stringify(committeePlaces(boats[0]!)) });
    await context.jobs.enqueue(trx, RACE_WIND, { race_id: id, revision: 1 });
    return id;
  });
}

/** The ends of the lines as the race committee tells them: placed by hand, as a coach would. */
function committeePlaces(recording: DemoRecording): RaceCorrection[] {
  const { time: at, line, waypoints } = trueRace(recording);
  const [committee, pin] = waypoints.at(-1)!.marks;
  return [
    { action: "place_line_end", at, end: "pin", ...line.pin },
    { action: "place_line_end", at, end: "committee", ...line.committee },
    { action: "set_finish", at, end: "pin", ...pin! },
    { action: "set_finish", at, end: "committee", ...committee! },
  ];
}

async function trackIdsOf({ db }: AppContext, crew: readonly number[], boats: readonly DemoRecording[]) {
  const rows = await db
    .selectFrom("tracks")
    .select("id")
    .where("user_id", "in", crew)
    .where(
      "file_name",
      "in",
      boats.map(({ file_name }) => file_name),
    )
    .where("result_key", "is not", null)
    .execute();
  return rows.map(({ id }) => id);
}

/** One report on the wind before the shift and one on the wind after it. */
async function makeReports({ db, jobs }: AppContext, user_id: number, { spec, wind_name }: DemoRecording) {
  const file = await db
    .selectFrom("wind_files")
    .select(["id", "end_time"])
    .where("user_id", "=", user_id)
    .where("original_name", "=", wind_name)
    .where("processing_status", "=", 3)
    .executeTakeFirst();
  if (!file?.end_time) return;
  const minute = (after: number) => new Date(spec.start_time_ms + after * MINUTE_MS);
  const parts = [
    { name: "Before the shift", start_time: minute(0), end_time: minute(RACE_SHIFT_MIN) },
    { name: "After the shift", start_time: minute(RACE_SHIFT_MIN + 1), end_time: minute(spec.minutes) },
  ];
  await db.transaction().execute(async (trx) => {
    const present = await trx
      .selectFrom("wind_reports")
      .select("id")
      .where("wind_file_id", "=", file.id)
      .limit(1)
      .executeTakeFirst();
    if (present) return;
    for (const part of parts) {
      const wind_report_id = await insertReport(trx, { wind_file_id: file.id, ...part });
      await jobs.enqueue(trx, COMPUTE_WIND_REPORT, { wind_report_id });
    }
  });
}
