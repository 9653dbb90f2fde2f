import type { RaceTrackRow, VisibleRace } from "../../access/race.ts";
import { isInLink } from "../../access/race.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { boatsOf } from "../races/boats.ts";
import type { ConsentRow } from "../races/consent-queries.ts";
import { presentPerson, raceMap } from "../races/present.ts";
import type { RaceConsent, SharedBoat, SharedBoats } from "./schema.ts";

const ORDER: readonly SharedBoat["state"][] = ["in_link", "asked", "not_asked", "left_out"];

/** The boats of a race as those who may share it see them. What an owner answered is said as "left out" alone. */
export function presentBoats({ tracks }: VisibleRace, viewer: Viewer, storage: Storage): SharedBoats {
  const boats = boatsOf(tracks.filter(({ is_visible }) => is_visible)).map((boat) =>
    presentBoat(boat, viewer, storage),
  );
  boats.sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  return { boats, in_link: boats.filter(({ state }) => state === "in_link").length };
}

function presentBoat(boat: readonly RaceTrackRow[], viewer: Viewer, storage: Storage): SharedBoat {
  const first = boat[0]!;
  const hidden = boat.filter((track) => !isInLink(track));
  const asked = hidden.find(({ consent }) => consent === "asked");
  const agreed = boat.find(({ permissions }) => permissions === "PRIVATE");
  return {
    user: presentPerson({ ...first, id: first.user_id }, storage),
    boat_name: first.boat_name,
    track_ids: boat.map(({ id }) => id),
    is_own: first.user_id === viewer.id,
    state: stateOf(hidden),
    reason: hidden.length > 0 ? "private" : agreed ? "agreed" : "public",
    asked: asked?.asked_at?.toISOString() ?? null,
    agreed: hidden.length === 0 ? (agreed?.answered_at?.toISOString() ?? null) : null,
  };
}

/**
 * Of a boat by those of its tracks that the link does not show. One that the race's coach may not view is left out, and so is
 * that of an owner whom the race does not ask again.
 */
function stateOf(hidden: readonly RaceTrackRow[]): SharedBoat["state"] {
  if (hidden.length === 0) return "in_link";
  if (hidden.some((track) => track.asks_no_more || !track.is_coachs)) return "left_out";
  return hidden.some(({ consent }) => consent === "asked") ? "asked" : "not_asked";
}

/** An owner's consents, one a race: `races` are those that the owner may see. */
export function presentConsents(
  rows: readonly ConsentRow[],
  races: ReadonlyMap<number, VisibleRace>,
  viewer: Viewer,
  storage: Storage,
): RaceConsent[] {
  return [...new Set(rows.map(({ race_id }) => race_id))].map((id) => {
    const of_race = rows.filter(({ race_id }) => race_id === id);
    const found = races.get(id);
    const row = of_race.find(({ consent }) => consent === "asked") ?? of_race[0]!;
    const { asked_by, first_name, last_name, image } = row;
    const map = (name: "map_light" | "map_dark") => (found ? raceMap(found, viewer, storage, name) : null);
    return {
      race: { id, name: row.name, static_map: map("map_light"), static_map_dark: map("map_dark") },
      state: row.consent as RaceConsent["state"],
      asked_by:
        asked_by === null
          ? null
          : presentPerson({ id: asked_by, first_name: first_name!, last_name: last_name!, image }, storage),
      asked: row.asked_at?.toISOString() ?? null,
      answered: row.answered_at?.toISOString() ?? null,
      track_ids: of_race.map(({ track_id }) => track_id),
      boat_name: row.boat_name,
      start_time: of_race.find(({ start_time }) => start_time)?.start_time?.toISOString() ?? null,
      end_time: of_race.findLast(({ end_time }) => end_time)?.end_time?.toISOString() ?? null,
      tz: row.tz,
    };
  });
}
