import { hasKiteNotes } from "../../access/journal.ts";
import { findVisibleRace } from "../../access/race.ts";
import { openTrack, teammatesOf, visibleTo } from "../../access/track.ts";
import type { Db } from "../../platform/db/open.ts";
import { fieldError, notFound } from "../../platform/http/errors.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { findVisibleAnalysis } from "../straights/queries.ts";
import type { CreateJournal, JournalContent } from "./request-schema.ts";
import type { JournalType } from "./tables.ts";

/** What an entry is about; its kind and its author. */
export interface Subject {
  /** Null before it is stored. */
  id: number | null;
  track_id: number | null;
  race_id: number | null;
  /** Class of the track. */
  boat_class: string | null;
  j_type: JournalType | null;
  author_id: number;
}

/** What a new entry is about. Throws 404 when the viewer may not view it, and as {@link openTrack}. */
export async function subjectOf(trx: Db, viewer: Viewer, { track, race, jType }: CreateJournal): Promise<Subject> {
  if (track !== null && race !== null) throw fieldError({ race: ["An entry is about a track or a race, not both."] });
  const row = track === null ? null : await openTrack({ context: { db: trx }, viewer, params: { id: track } });
  if (race !== null && !(await findVisibleRace({ db: trx }, viewer, undefined, race))) throw notFound("This race");
  return {
    id: null,
    track_id: track,
    race_id: race,
    boat_class: row?.boat_name ?? null,
    j_type: jType,
    author_id: viewer.id,
  };
}

/** Throws the errors of an entry by field: those of its texts first, then those of what it refers to. */
export async function checkJournal(trx: Db, viewer: Viewer, subject: Subject, entry: JournalContent): Promise<void> {
  throwIfAny(contentErrors(subject, entry));
  throwIfAny({
    ...(await segmentErrors(trx, viewer, subject, entry)),
    ...(await regattaTrackErrors(trx, viewer, entry)),
    ...(await competitorErrors(trx, subject, entry)),
  });
}

type FieldErrors = Record<string, string[]>;

function throwIfAny(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw fieldError(errors);
}

const KITE_ONLY = "Kite notes are for tracks of a boat class with kites.";
const SECTION = "Choose the start and the end of the section.";

function contentErrors({ track_id, race_id, boat_class, j_type }: Subject, entry: JournalContent): FieldErrors {
  const { s_point, e_point } = entry;
  const errors: FieldErrors = {};
  if (!saysSomething(j_type, entry)) errors.content = ["Content required"];
  if ((j_type === "kite" || hasKiteFields(entry)) && !hasKiteNotes(boat_class ?? "")) errors.jType = [KITE_ONLY];
  if (j_type === "star" && track_id === null && race_id === null) errors.track = ["Choose a track or a race."];
  if (j_type === "straight" && track_id === null) errors.track = ["Choose a track."];
  if ((s_point === null) !== (e_point === null) || (j_type === "star" && s_point === null)) errors.s_point = [SECTION];
  else if (s_point && e_point && Date.parse(s_point) >= Date.parse(e_point)) {
    errors.e_point = ["The section ends before it begins."];
  }
  return errors;
}

/** A note and a gold star need words; other entries say something without them. */
function saysSomething(j_type: JournalType | null, { content, regatta_report, tags }: JournalContent): boolean {
  if (content !== "" || j_type === "kite" || j_type === "straight") return true;
  return j_type !== "star" && (regatta_report !== null || tags.length > 0);
}

function hasKiteFields(entry: JournalContent): boolean {
  const { kite_brand, kite_model, kite_size, foil_brand, foil_model, foil_wing } = entry;
  return [kite_brand, kite_model, kite_size, foil_brand, foil_model, foil_wing].some((text) => text !== null);
}

async function segmentErrors(
  trx: Db,
  viewer: Viewer,
  { track_id }: Subject,
  entry: JournalContent,
): Promise<FieldErrors> {
  const ids = [...new Set(entry.straight_analysis_segments)];
  const errors: FieldErrors = {};
  if (entry.straight_analysis_id !== null && !(await isAnalysisOf(trx, viewer, track_id, entry.straight_analysis_id))) {
    errors.straight_analysis_id = ["This analysis does not exist, or is not shared with you."];
  }
  if (ids.length === 0) return errors;
  const found = await trx
    .selectFrom("segments")
    .select("id")
    .where("id", "in", ids)
    .where("track_id", "=", track_id ?? 0)
    .where("kind", "=", "straight")
    .execute();
  if (found.length < ids.length) errors.straight_analysis_segments = ["Choose straight segments of this track."];
  return errors;
}

async function isAnalysisOf(trx: Db, viewer: Viewer, track_id: number | null, id: number): Promise<boolean> {
  const analysis = await findVisibleAnalysis(trx, viewer, id);
  return analysis !== undefined && analysis.track_id === track_id;
}

async function regattaTrackErrors(trx: Db, viewer: Viewer, { regatta_report }: JournalContent): Promise<FieldErrors> {
  const ids = [...new Set(regatta_report?.tracks)];
  if (ids.length === 0) return {};
  const found = await trx
    .selectFrom("tracks")
    .select("tracks.id")
    .where("tracks.id", "in", ids)
    .where(visibleTo(viewer))
    .execute();
  if (found.length === ids.length) return {};
  return { "regatta_report.tracks": ["One of these tracks does not exist, or is not shared with you."] };
}

/** Competitors with an account are members of the author's teams, the author among them, or were it when they were named. */
async function competitorErrors(
  trx: Db,
  { id, author_id }: Subject,
  { regatta_report }: JournalContent,
): Promise<FieldErrors> {
  const competitors = regatta_report?.competitor_results ?? [];
  const ids = competitors.flatMap(({ user }) => user ?? []);
  if (ids.length === 0) return {};
  const found = await trx
    .selectFrom("users")
    .select("id")
    .where("id", "in", ids)
    .where((eb) =>
      eb.or([
        eb("id", "in", teammatesOf(author_id)),
        eb("id", "in", eb.selectFrom("regatta_competitors").select("user_id").where("journal_id", "=", id)),
      ]),
    )
    .execute();
  const mates = new Set(found.map(({ id }) => id));
  return Object.fromEntries(
    competitors.flatMap(({ user }, i) =>
      user === null || mates.has(user)
        ? []
        : [[`regatta_report.competitor_results.${i}.user`, ["Choose a member of your teams or write a name."]]],
    ),
  );
}
