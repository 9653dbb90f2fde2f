import { isDeepStrictEqual } from "node:util";
import { STANDARD_UNITS } from "@leebow/core";
import { EngineError, type RaceAnalysis, type RaceCorrection, type RaceDay } from "@leebow/core/node";
import { managesRace, openRace, trackIdsOfRace } from "../../access/race.ts";
import type { Db } from "../../platform/db/open.ts";
import { inTurn } from "../../platform/http/computing-calls.ts";
import { detailError, fieldError, forbidden, notFound } from "../../platform/http/errors.ts";
import { isExpected, versionOf } from "../../platform/http/list-version.ts";
import type { Call, Handlers } from "../../platform/http/mount.ts";
import { workbookOf, XLSX_TYPE } from "../../platform/http/spreadsheet.ts";
import { LIMITS } from "../../platform/limits.ts";
import { boatsOf } from "./boats.ts";
import type { RACE_ROUTES } from "./contract.ts";
import { updateRace } from "./queries.ts";
import { readRaceTarget } from "./race-target.ts";
import {
  analyzeRace,
  type Corrected,
  openReportColumns,
  readDuel,
  readRaceReport,
  reportOf,
  shownOf,
} from "./report.ts";
import type { RaceReportAnswer } from "./report-schema.ts";
import { raceSheets } from "./report-sheets.ts";
import { folderOfReports } from "./results.ts";

type ReportRoute =
  | "GET /races/{id}/report/"
  | "GET /races/{id}/report/columns/"
  | "GET /races/{id}/report/duel/"
  | "GET /races/{id}/report/target/"
  | "GET /races/{id}/report/spreadsheet/"
  | "PUT /races/{id}/corrections/";
type Caller = Pick<Call<unknown>, "context" | "c">;

const CHANGED =
  "Somebody else has changed the corrections of this race in the meantime. Theirs are kept and yours are not saved. " +
  "Read the report again and repeat your change.";

/** The report of a race, and the corrections of it by hand. */
export const REPORT_HANDLERS: Pick<Handlers<typeof RACE_ROUTES>, ReportRoute> = {
  "GET /races/{id}/report/": async (call) => {
    const found = await openRace(call);
    const of = reportOf(found);
    return { status: 200, body: answerOf(found, of && (await readRaceReport(call.context, of))) };
  },

  "GET /races/{id}/report/columns/": async (call) => {
    const { key, stored } = await openReportColumns(call.context, reportOf(await openRace(call)));
    const content_type = "application/vnd.apache.arrow.stream";
    return { status: 200, file: { stored, content_type, etag: `"${key}"`, cache_control: "private, no-cache" } };
  },

  "GET /races/{id}/report/duel/": async (call) => {
    const of = reportOf(await openRace(call));
    const { start_time, a, b, leg } = call.query;
    const request = { start_time, a: String(a), b: String(b), leg };
    return { status: 200, body: { duel: of ? await readDuel(call.context, of, request) : null } };
  },

  "GET /races/{id}/report/target/": async (call) => {
    const of = reportOf(await openRace(call));
    const body = of
      ? await readRaceTarget(call.context, of, call.viewer, call.query.tws_kn ?? null)
      : { targets: [], races: [] };
    return { status: 200, body };
  },

  "GET /races/{id}/report/spreadsheet/": async (call) => {
    const found = await openRace(call);
    const of = reportOf(found);
    if (!of) return { status: 204 };
    const content = await inTurn(call.context, async () => {
      const day = await readRaceReport(call.context, of);
      return workbookOf(raceSheets(day, boatsOf(found.tracks), call.viewer?.units ?? STANDARD_UNITS));
    });
    return { status: 200, download: { content, content_type: XLSX_TYPE, name: `race-${found.race.id}-report.xlsx` } };
  },

  "PUT /races/{id}/corrections/": async (call) => {
    const { context, c, body } = call;
    const found = await openRace(call);
    if (!managesRace(call.viewer, found.race)) throw forbidden();
    requireVersion(c, found.race.corrections);
    requireTracksOf(found, body.corrections);
    const hidden = await hiddenOf(context.db, found);
    requireRoom(hidden, body.corrections);
    const corrections = [...hidden, ...body.corrections];
    const of = reportOf({ ...found, race: { ...found.race, corrections } });
    // Also while there is no report yet: one that the engine refuses would break the report later.
    const analyze = () =>
      of ? inTurn(context, () => analyzeRace(context, of)) : context.core.races([], { corrections });
    const analysis = await checked(analyze);
    await replaceCorrections(call, found.race.id, corrections);
    // Reports with the former corrections; one that is being written now is deleted with the results of the race.
    if (found.race.result_key) await context.storage.remove(folderOfReports(found.race.result_key));
    return { status: 200, body: answerOf({ ...found, race: { ...found.race, corrections } }, of && analysis.day) };
  },
};

function answerOf(found: Corrected, report: RaceDay | undefined): RaceReportAnswer {
  const { processing_status, corrections } = found.race;
  return {
    processing_status: processing_status as RaceReportAnswer["processing_status"],
    report: report ?? null,
    corrections: shownOf(found),
    version: versionOf(corrections),
  };
}

/** Throws 400 for a correction about a track that is not in the race, or that the caller may not view. */
function requireTracksOf({ tracks }: Corrected, corrections: readonly RaceCorrection[]): void {
  const ids = new Set(tracks.map(({ id }) => String(id)));
  for (const correction of corrections) {
    if (!("track" in correction) || ids.has(correction.track)) continue;
    throw fieldError({ corrections: [`Track ${correction.track} is not in this race, or is not shared with you.`] });
  }
}

/** The corrections about tracks that a manager may not view; those about tracks that left the race are dropped. */
async function hiddenOf(db: Db, found: Corrected): Promise<RaceCorrection[]> {
  if (found.sees_all_tracks) return [];
  const in_race = new Set((await trackIdsOfRace(db, found.race.id)).map(String));
  const shown = new Set(shownOf(found));
  return found.race.corrections.filter(
    (correction) => !shown.has(correction) && "track" in correction && in_race.has(correction.track),
  );
}

/** Throws 400 when there would be too many corrections with those that the caller may not view. */
function requireRoom(hidden: readonly RaceCorrection[], corrections: readonly RaceCorrection[]): void {
  if (hidden.length + corrections.length <= LIMITS.race_corrections) return;
  const most = `A race can have ${LIMITS.race_corrections} corrections`;
  throw fieldError({
    corrections: [`${most}, and ${hidden.length} are about tracks that are not shared with you. Send fewer.`],
  });
}

/** What the engine refuses is a mistake of the client. */
async function checked(analyze: () => Promise<RaceAnalysis>): Promise<RaceAnalysis> {
  try {
    return await analyze();
  } catch (error) {
    if (error instanceof EngineError && error.kind === "bad_options")
      throw fieldError({ corrections: [error.message] });
    throw error;
  }
}

function requireVersion(c: Caller["c"], corrections: readonly RaceCorrection[]): void {
  if (!isExpected(c.req.header("if-match"), versionOf(corrections))) throw detailError("changed", CHANGED);
}

/** Compares the version of If-Match again under the lock of the row: of two editors at once the second is refused. */
async function replaceCorrections(call: Caller, id: number, corrections: readonly RaceCorrection[]): Promise<void> {
  await call.context.db.transaction().execute(async (trx) => {
    const locked = trx.selectFrom("races").select("corrections").where("id", "=", id).forUpdate();
    const stored = await locked.executeTakeFirst();
    if (!stored) throw notFound("This race");
    requireVersion(call.c, stored.corrections);
    if (isDeepStrictEqual(corrections, stored.corrections)) return;
    await updateRace(trx, id, { corrections: JSON.stringify(corrections) });
  });
}
