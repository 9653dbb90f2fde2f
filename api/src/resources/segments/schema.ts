/** Messages about segments and their tags. Importable by the browser. */
import { z } from "zod";
import { Id, idText, ProcessingStatus } from "../../platform/http/schemas.ts";
import { SegmentLabel, SegmentMetric, TrackSegment } from "../tracks/schema.ts";

export const IdParams = z.object({ id: idText() });

const CatalogueTag = z
  .strictObject({
    id: Id,
    value: z.string(),
    label: z.string(),
    color: z.string().nullable(),
    of: z.array(z.enum(["segment", "note", "star"])).meta({ description: "Segments, journal notes, gold stars" }),
  })
  .meta({ id: "Tag" });

export const Tags = z.strictObject({ tags: z.array(CatalogueTag) }).meta({ id: "Tags" });

export const Segment = TrackSegment.extend({
  track: Id,
  start: TrackSegment.shape.start.nullable(),
  finish: TrackSegment.shape.finish.nullable(),
  present: z
    .boolean()
    .meta({ description: "False while an added one is looked for, and when it is not found any more" }),
  processing_status: ProcessingStatus.meta({ description: "Of the track" }),
  metric: SegmentMetric.nullable().meta({ description: "Null when the segment is not present" }),
}).meta({ id: "Segment" });
export type Segment = z.infer<typeof Segment>;

const written = (field: string) => z.iso.datetime({ offset: true, error: `Write ${field} as ISO 8601.` });

export const CreateSegment = z
  .object({
    track: Id,
    tag: SegmentLabel,
    start_time: written("start_time"),
    end_time: written("end_time"),
  })
  .meta({ id: "CreateSegment" });
export type CreateSegment = z.infer<typeof CreateSegment>;

export const SegmentTagLink = z
  .object({ tag_id: Id, track: Id.meta({ description: "The segment's track" }) })
  .meta({ id: "SegmentTagLink" });
