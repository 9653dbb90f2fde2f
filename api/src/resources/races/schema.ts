/** Messages about races. Importable by the browser. Names are the specification's; unknown is null. */
import { z } from "zod";
import { Id, Instant, idText, integerText, numberText, ProcessingStatus } from "../../platform/http/schemas.ts";
import { LIMITS } from "../../platform/limits.ts";
import { TrackMode, Trackpoint, TrackSegment } from "../tracks/schema.ts";

const TOO_FEW_TRACKS = "Please select at least 2 tracks.";

export const RaceParams = z.object({ id: idText() });
export const RaceTrackParams = z.object({ id: idText(), track_id: idText() });
export const ShareQuery = z.object({ share_id: z.string().max(100).optional() });
export const RaceQuery = ShareQuery.extend({ notrackpoints: z.enum(["true", "false"]).optional() });
export const RaceColumnsQuery = ShareQuery.extend({
  only: z
    .literal("positions", 'only is "positions".')
    .optional()
    .meta({ description: "positions: time and position alone, a fix a second at most, as a map of the course needs" }),
});
export const DuelQuery = ShareQuery.extend({
  start_time: Instant.meta({ description: "Of the race, as the report says it" }),
  a: idText().meta({ description: "Id of the boat's track, as the report names it" }),
  b: idText(),
  leg: integerText(z.int().min(0).max(254)).meta({ description: "Index of the leg" }),
});
export const RaceTargetQuery = ShareQuery.extend({
  tws_kn: numberText(z.number().positive().max(100))
    .optional()
    .meta({ description: "Wind speed where no boat measured one, kn" }),
});
export const RaceListQuery = z
  .object({
    cursor: z.string().max(200),
    owner: TrackMode,
    search: z.string().trim().max(LIMITS.search_chars, "Search for fewer words.").meta({
      description: "Each word occurs in the race's name, its place, its coach's name or that of a sailor",
    }),
  })
  .partial();

const TrackIds = z
  .array(Id, TOO_FEW_TRACKS)
  .max(LIMITS.race_tracks, `A race has ${LIMITS.race_tracks} tracks at most.`)
  .transform((ids) => [...new Set(ids)])
  .refine((ids) => ids.length >= LIMITS.race_min_tracks, TOO_FEW_TRACKS);

const RaceName = z
  .string("Write a name for this race.")
  .trim()
  .max(LIMITS.name_chars, `A name has ${LIMITS.name_chars} characters at most.`);

export const CreateRace = z
  .object({
    tracks: TrackIds,
    name: RaceName.optional().meta({ description: "'Race ' and the next id when absent or empty" }),
  })
  .meta({ id: "CreateRace" });

export const UpdateRace = z.object({ name: RaceName.min(1, "Write a name for this race.") }).meta({ id: "UpdateRace" });

export const UpdateRaceTracks = z
  .object({ race: Id.optional().meta({ description: "As in the path" }), tracks: TrackIds })
  .meta({ id: "UpdateRaceTracks" });

export const ShareRace = z
  .object({
    expires: z.iso
      .datetime("Write the end as a date with a time, as 2026-07-30T12:00:00Z.")
      .refine((time) => time < "9999", "Choose an earlier end.")
      .nullable()
      .optional()
      .meta({
        description: `Null: never. Absent: the end of the present link stays; a new one ends after ${LIMITS.share_link_days} days`,
      }),
  })
  .meta({ id: "ShareRace" });

export const RaceShare = z
  .strictObject({ share_id: z.string(), url: z.string(), expires: Instant.nullable() })
  .meta({ id: "RaceShare" });
export type RaceShare = z.infer<typeof RaceShare>;

export const RacePerson = z
  .strictObject({
    id: Id,
    first_name: z.string(),
    last_name: z.string(),
    profile_img: z.string().nullable().meta({ description: "Signed address" }),
  })
  .meta({ id: "RacePerson" });
export type RacePerson = z.infer<typeof RacePerson>;

export const RaceCan = z
  .strictObject({
    edit: z.boolean().meta({ description: "Name and tracks" }),
    share: z.boolean(),
    revoke_share: z.boolean(),
    delete: z.boolean(),
    leave: z.boolean().meta({ description: "Take the own tracks out of it, for good" }),
  })
  .meta({ id: "RaceCan", description: "What the viewer may do with this race beside viewing it" });
export type RaceCan = z.infer<typeof RaceCan>;

export const Race = z
  .strictObject({
    id: Id,
    name: z.string(),
    user: RacePerson.meta({ description: "The coach who made the race" }),
    share_id: z
      .string()
      .nullable()
      .meta({ description: "Null when there is no link, or it is not the viewer's to pass on" }),
    share_expires: Instant.nullable(),
    start_time: Instant.nullable(),
    tz: z.string().nullable(),
    location: z.string().nullable(),
    static_map: z
      .string()
      .nullable()
      .meta({ description: "Signed address of a PNG: all boats, or the first track of those visible to the viewer" }),
    static_map_dark: z.string().nullable(),
    processing_status: ProcessingStatus,
    error: z.string().nullable().meta({ description: "A sentence when processing_status is 2" }),
    wind_reason: z
      .string()
      .nullable()
      .meta({ description: "Why the race has no wind, or what it is estimated without, a sentence" }),
    wind: z
      .strictObject({
        twd_deg: z.number().meta({ description: "Where it comes from, mean over the race, degrees" }),
        sd_deg: z.number().meta({ description: "Standard deviation, degrees" }),
      })
      .nullable(),
    competitors: z.array(RacePerson),
    track_ids: z.array(Id).meta({ description: "The tracks visible to the viewer, first started first" }),
    created: Instant,
    can: RaceCan,
  })
  .meta({ id: "Race" });
export type Race = z.infer<typeof Race>;

export const RacePage = z
  .strictObject({
    results: z.array(Race),
    next: z.string().nullable().meta({ description: "Cursor of the next page" }),
    previous: z.string().nullable(),
    next_name: z.string().meta({ description: "What a race without a name would be called: 'Race ' and the next id" }),
  })
  .meta({ id: "RacePage" });
export type RacePage = z.infer<typeof RacePage>;

export const RaceWindEstimate = z
  .strictObject({
    time: Instant,
    ewd: z.number().meta({ description: "Direction the wind blows from, degrees, estimated from all boats" }),
    sd: z.number().meta({ description: "Standard deviation, degrees" }),
  })
  .meta({ id: "RaceWindEstimate" });

const BOAT = {
  id: Id.meta({ description: "The first of its tracks" }),
  track_ids: z.array(Id).meta({
    description: "Consecutive tracks of one user, class and day are one boat, unless any of them overlap in time",
  }),
  user: z.strictObject({ id: Id, first_name: z.string(), last_name: z.string() }),
  full_name: z.string(),
  boat_name: z.string(),
  file_name: z.string().meta({ description: "Of its first track; it may have the sail number" }),
  tz: z.string().nullable(),
  location: z.string().nullable(),
  start_time: Instant.nullable(),
  end_time: Instant.nullable(),
  has_vote: z.boolean().meta({ description: "Whether the boat took part in the estimate of the wind" }),
  wind_reason: z
    .string()
    .nullable()
    .meta({ description: "Why it did not, has no wind, or was without its wind log, a sentence" }),
};
export const RaceBoat = z.strictObject(BOAT).meta({ id: "RaceBoat" });
export type RaceBoat = z.infer<typeof RaceBoat>;

export const Racepoint = z
  .strictObject({
    id: z.int().meta({ description: "Of the trackpoint" }),
    race_wind_estimate: z.strictObject({ ewd: z.number() }).nullable().meta({ description: "At the boat, degrees" }),
    etwa: z.number().nullable().meta({ description: "Angle to it, degrees; 0 to 180 on starboard tack" }),
    vmg: z.number().nullable().meta({ description: "Made good towards it, knots" }),
    lvg: z.number().nullable().meta({ description: "Made good across it, knots" }),
  })
  .meta({ id: "Racepoint" });

export const RaceBoatDetail = z
  .strictObject({
    ...BOAT,
    segments: z.array(TrackSegment).meta({ description: "Offsets are those in trackpoints" }),
    trackpoints: z.array(Trackpoint),
    racepoints: z.array(Racepoint).meta({ description: "One a trackpoint" }),
  })
  .meta({ id: "RaceBoatDetail" });

const WITH_WIND = { wind_estimates: z.array(RaceWindEstimate) };

export const RaceSummary = Race.extend({ ...WITH_WIND, track: z.array(RaceBoat) }).meta({ id: "RaceSummary" });

export const RaceDetail = Race.extend({
  ...WITH_WIND,
  points_every: z.int().meta({ description: "Every how many fixes there is a trackpoint: above 1 in large races" }),
  track: z.array(RaceBoatDetail),
}).meta({ id: "RaceDetail" });
export type RaceDetail = z.infer<typeof RaceDetail>;

export const RaceWindAnswer = z
  .strictObject({
    id: Id,
    processing_status: ProcessingStatus,
    ...WITH_WIND,
    wind_reason: z.string().nullable(),
    tracks: z.array(z.strictObject({ id: Id, has_vote: z.boolean(), reason: z.string().nullable() })),
  })
  .meta({ id: "RaceWind" });
