import { expect, it } from "vitest";
import { z } from "zod";
import { LIMITS } from "../platform/limits.ts";
import { ROUTES } from "./resources.ts";

type Cap = keyof typeof LIMITS;
/** Of the code: the features, the tags, the parts of the server there are. */
const FIXED = "fixed";
/** Of one uploaded file, which is at most so large. */
const RECORDING: Cap = "upload_bytes";

/** What bounds each list of an answer, by the entity and field that has it, or by the route whose answer is a list. */
const CAPS: Record<string, Cap | typeof FIXED> = {
  "User.enabled_features": FIXED,
  "User.teammates": "members_per_team",
  "TrackPage.results": "page_size",
  "Track.wind_candidates": RECORDING,
  "UploadedTrack.wind_candidates": RECORDING,
  UploadedArchive: RECORDING,
  "SeparatedTracks.tracks": "uploaded_files",
  "TrackDates.dates": "dates_listed",
  "KnownFiles.known": "known_files",
  TrackDetail: RECORDING,
  AnalysisDocument: RECORDING,
  "SegmentMetric.preview": RECORDING,
  TrackCorrections: "corrections",
  Tags: FIXED,
  "Tag.of": FIXED,
  "TrackSegment.user_tags": "tags_per_user",
  "Segment.user_tags": "tags_per_user",
  "UserTags.tags": "tags_per_user",
  "TargetList.results": "targets_per_user",
  Target: "target_file_chars",
  "RacePage.results": "page_size",
  Race: "race_tracks",
  RaceSummary: "race_tracks",
  RaceBoat: "race_tracks",
  RaceDetail: "race_points",
  RaceBoatDetail: "race_points",
  RaceWind: "race_points",
  "RaceReportAnswer.corrections": "race_corrections",
  // Of the recordings' length: starts are minutes apart.
  RaceDay: RECORDING,
  "RaceTargetAnswer.races": RECORDING,
  "RaceTargetAnswer.targets": "targets_per_user",
  "RaceOfTarget.boats": "race_tracks",
  "RaceOfTarget.boats.legs": RECORDING,
  Duel: RECORDING,
  "Debrief.references": FIXED,
  "Debrief.budgets": FIXED,
  "Debrief.findings": FIXED,
  "Debrief.went_well": FIXED,
  "Debrief.potentials": FIXED,
  "Debrief.notes": FIXED,
  DebriefBudget: FIXED,
  DebriefBand: FIXED,
  DebriefLittle: FIXED,
  DebriefEvidence: RECORDING,
  "DebriefFinding.earlier": "debrief_sessions",
  SailedRace: RECORDING,
  RaceWaypoint: RECORDING,
  RacingBoat: RECORDING,
  HandicapResult: "race_tracks",
  "SharedBoats.boats": "race_tracks",
  "SharedBoat.track_ids": "race_tracks",
  "RaceConsents.results": "consents_listed",
  "RaceConsent.track_ids": "race_tracks",
  "WindFilePage.results": "page_size",
  "WindFile.wind_reports": "wind_reports_per_file",
  "WindCurve.points": "wind_curve_points",
  "GET /windfiles/{id}/reports/": "wind_reports_per_file",
  "WindReport.windpoints": "wind_report_points",
  "JournalPage.results": "journal_page_size",
  "Journal.tags": "journal_tags",
  "Journal.photos": "journal_photos",
  "Journal.replies": "journal_replies",
  "Journal.straight_analysis_segments": "journal_segments",
  "RegattaReport.tracks": "regatta_tracks",
  "RegattaReport.competitor_results": "regatta_competitors",
  "StraightList.results": "straight_analyses_listed",
  StraightAnalysis: "straights_per_analysis",
  AnalyzedSegment: RECORDING,
  Correlations: FIXED,
  BoatCatalogue: FIXED,
  BoatCatalogueEntry: FIXED,
  // One for each boat class.
  "WindConditions.speed_bands": FIXED,
  Improvement: "tracks_per_user",
  ExpectedLoss: "tracks_per_user",
  Leaderboard: "members_per_team",
  RegattaResults: "regatta_results",
  "RegattaResult.track_ids": "regatta_tracks",
  ReportSessions: "report_sessions",
  SpeedRecords: FIXED,
  "Polar.bands": FIXED,
  PolarCurve: FIXED,
  "PolarTargetFile.bands": FIXED,
  "PolarSeasonTrend.points": "polar_sessions",
  "Polar.season.splits": "polar_sessions",
  "PolarSeasonTrend.line": "polar_sessions",
  BoatClasses: FIXED,
  "Season.days": "tracks_per_user",
  "Season.months": "tracks_per_user",
  "Season.winds": FIXED,
  "SeasonLosses.months": "tracks_per_user",
  "SeasonTeam.athletes": "members_per_team",
  "SeasonTeam.days": "tracks_per_user",
  "SeasonTeam.boat_classes": FIXED,
  "SeasonTeam.winds": FIXED,
  "SeasonAthlete.months": "tracks_per_user",
  Teams: "teams_per_user",
  "Team.coaches": "members_per_team",
  "Team.athletes": "members_per_team",
  "GET /billing/prices/": FIXED,
  "Price.product": FIXED,
  // Those that have not ended, of which a user has one.
  "GET /billing/subs/": FIXED,
  "GarminConnection.permissions": FIXED,
  "GarminConnection.activities": "garmin_activities_listed",
  "AdminUserPage.results": "page_size",
  "AdminUser.granted_features": FIXED,
  "AdminUser.enabled_features": FIXED,
  "AdminHealth.parts": FIXED,
  "StorageUse.kinds": FIXED,
  "AdminJobs.results": "jobs_listed",
  "AuditPage.results": "page_size",
};

interface Schema {
  type?: string;
  maxItems?: number;
  $defs?: Record<string, Schema>;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

/** Paths of the lists below a schema that has no largest length of its own. */
function listsOf(schema: Schema, path: string): string[] {
  const { type, maxItems, properties = {}, items, anyOf = [] } = schema;
  return [
    ...(type === "array" && maxItems === undefined ? [path] : []),
    ...Object.entries(properties).flatMap(([name, child]) => listsOf(child, `${path}.${name}`)),
    ...(items ? listsOf(items, path) : []),
    ...anyOf.flatMap((child) => listsOf(child, path)),
  ];
}

/** The lists of every answer of the API. */
function allLists(): string[] {
  const found = new Set<string>();
  for (const [route, { answers }] of Object.entries(ROUTES)) {
    for (const answer of Object.values(answers) as unknown[]) {
      const schema = (answer as { streamed?: unknown } | null)?.streamed ?? answer;
      if (!(schema instanceof z.ZodType)) continue;
      const { $defs = {}, ...own } = z.toJSONSchema(schema, { unrepresentable: "any" }) as Schema;
      for (const [name, definition] of Object.entries({ [route]: own, ...$defs })) {
        for (const path of listsOf(definition, name)) found.add(path);
      }
    }
  }
  return [...found].sort();
}

const isCapOf = (key: string) => (path: string) => path === key || path.startsWith(`${key}.`);

it("the lists of all answers have a largest length, in limits.ts or in the code", () => {
  const lists = allLists();
  expect(lists.length).toBeGreaterThan(80);
  expect(lists.filter((path) => !Object.keys(CAPS).some((key) => isCapOf(key)(path)))).toEqual([]);
  expect(Object.keys(CAPS).filter((key) => !lists.some(isCapOf(key)))).toEqual([]);
  for (const cap of Object.values(CAPS)) if (cap !== FIXED) expect(LIMITS[cap], cap).toBeGreaterThan(0);
});
