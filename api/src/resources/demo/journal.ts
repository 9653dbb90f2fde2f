/** What the demo account has written in its journal, and the reply of its coach. */
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { checkJournal, subjectOf } from "../journals/checks.ts";
import { insertJournal } from "../journals/queries.ts";
import { CreateJournal } from "../journals/request-schema.ts";
import { storeDemoPhoto } from "./content.ts";

/** A track of the demo account, as its entries refer to it. */
export interface DemoTrack {
  id: number;
  boat_name: string;
  /** YYYY-MM-DD, in the track's zone. */
  day: string;
  end_time: Date;
}

/** What the entries are about. */
interface JournalSubjects {
  /** Oldest first. */
  tracks: readonly DemoTrack[];
  /** The track with the analysis of straights. */
  analyzed: DemoTrack;
  analysis_id: number | null;
  race_id: number | null;
  /** The track of the race. */
  raced: DemoTrack | undefined;
  /** The sailors of the race, the demo account first. */
  crew: readonly number[];
  /** Boats of the race in the order of their finish, by their place in the crew. */
  finish_order: readonly number[];
  coach_id: number;
}

/** An entry as the call of the product takes it, and when it was written. */
interface Entry {
  written: Date;
  entry: object;
  has_photo?: boolean;
  reply?: string;
}

const HOUR_MS = 3600 * 1000;

/** Of the entry that is about neither track nor race. */
export const PLAN = "Next week: roll tacks, then long straights in pairs.";

export async function writeJournal(context: AppContext, viewer: Viewer, subjects: JournalSubjects): Promise<void> {
  const photo_key = await storeDemoPhoto(context.storage);
  await context.db.transaction().execute(async (trx) => {
    // A journal lists its entries in the order in which they were stored.
    const entries = entriesFor(subjects).sort((a, b) => a.written.getTime() - b.written.getTime());
    for (const entry of entries) await writeEntry(trx, viewer, entry, subjects.coach_id, photo_key);
  });
}

/** Checked as an entry that the user writes. */
async function writeEntry(trx: Db, viewer: Viewer, made: Entry, coach_id: number, file_key: string): Promise<void> {
  const { track, race, jType, ...entry } = CreateJournal.parse(made.entry);
  const subject = await subjectOf(trx, viewer, { track, race, jType, ...entry });
  await checkJournal(trx, viewer, subject, entry);
  const journal_id = await insertJournal(trx, subject, entry);
  const times = { created_at: made.written, modified_at: made.written };
  await trx.updateTable("journals").set(times).where("id", "=", journal_id).execute();
  if (made.has_photo) {
    await trx.insertInto("journal_photos").values({ journal_id, user_id: viewer.id, file_key }).execute();
  }
  if (!made.reply) return;
  const answered = new Date(made.written.getTime() + HOUR_MS);
  const reply = { journal_id, author_id: coach_id, content: made.reply, created_at: answered, modified_at: answered };
  await trx.insertInto("journal_replies").values(reply).execute();
}

const tags = (...values: string[]) => values.map((value) => ({ value }));
const after = ({ end_time }: DemoTrack): Date => new Date(end_time.getTime() + HOUR_MS);

function entriesFor(subjects: JournalSubjects): Entry[] {
  const { tracks, analyzed, analysis_id, race_id, raced, crew } = subjects;
  const kite = tracks.find(({ boat_name }) => boat_name.includes("Kite"));
  const [first, second] = tracks;
  return [
    {
      written: after(analyzed),
      entry: {
        track: analyzed.id,
        jType: "straight",
        content: "More outhaul in the chop: lower, but faster on both tacks.",
        tags: tags("Speed/Tuning"),
        straight_analysis_id: analysis_id,
      },
      reply: "Good. Try the same with more twist when the waves get longer.",
    },
    ...(first ? [regatta(first, "Autumn Series, day 1", [4, 22], others(crew[1]!))] : []),
    ...(second ? [regatta(second, "Autumn Series, day 2", [3, 25], others(crew[1]!))] : []),
    ...(raced ? [championship(raced, subjects)] : []),
    ...(raced && race_id !== null ? [onTheRace(raced, race_id)] : []),
    ...(kite ? [aboutTheKite(kite)] : []),
    {
      written: after(raced ?? analyzed),
      entry: {
        content: PLAN,
        tags: tags("Boat Handling", "Speed/Tuning"),
      },
    },
  ];
}

const others = (user: number) => [
  { name: "Red 42", finish_position: 1 },
  { user, finish_position: 5 },
];

/** The places are those of the race's report. */
function championship(raced: DemoTrack, { crew, finish_order }: JournalSubjects): Entry {
  const results = finish_order.map((boat, at) => ({ boat, user: crew[boat]!, finish_position: at + 1 }));
  const own = results.find(({ boat }) => boat === 0)!;
  const best = results.filter((one) => one !== own).slice(0, 2);
  return regatta(
    raced,
    "Club Championship",
    [own.finish_position, results.length],
    best.map(({ user, finish_position }) => ({ user, finish_position })),
  );
}

function regatta(
  track: DemoTrack,
  name: string,
  [finish_position, number_competitors]: [number, number],
  competitor_results: readonly object[],
): Entry {
  return {
    written: after(track),
    entry: {
      track: track.id,
      content: `${name}: the starts decided the day.`,
      tags: tags("Boat Handling"),
      regatta_report: {
        name,
        start_date: track.day,
        end_date: track.day,
        number_competitors,
        finish_position,
        tracks: [track.id],
        competitor_results,
      },
    },
  };
}

const onTheRace = (raced: DemoTrack, race: number): Entry => ({
  written: after(raced),
  entry: {
    race,
    content: "The veer after 22 minutes: the boats on the right of the course gained four lengths at the top mark.",
    tags: tags("Local Knowledge"),
  },
});

const aboutTheKite = (kite: DemoTrack): Entry => ({
  written: after(kite),
  has_photo: true,
  entry: {
    track: kite.id,
    jType: "kite",
    content: "The small foil was right until the lull after noon.",
    tags: tags("Local Knowledge"),
    kite_brand: "North Bay",
    kite_model: "Race 4",
    kite_size: "15",
    foil_brand: "Lagoon",
    foil_model: "Mast 105",
    foil_wing: "560",
    feel: 4,
  },
});
