import { findVisibleRace } from "../../access/race.ts";
import { defineResource } from "../../platform/ops/resource.ts";
import { removeRaces } from "./account-data.ts";
import { RACE_ROUTES } from "./contract.ts";
import { RACE_HANDLERS } from "./handlers.ts";
import { keyOfRaceMap } from "./present.ts";
import { RACE_WIND } from "./race-wind.ts";
import { followTracks, renewRaces, sweepRaces } from "./renew.ts";
import { RACE_FILES, RACE_FOLDER } from "./results.ts";

export const RACES = defineResource({
  name: "races",
  routes: RACE_ROUTES,
  handlers: RACE_HANDLERS,
  ids: { info: "race", races: "race", wind: "race" },
  jobs: [RACE_WIND],
  results: {
    folder: RACE_FOLDER,
    table: "races",
    // Points and reports follow from them and the tracks.
    names: Object.values(RACE_FILES),
    is_made_later: true,
    remake: (context, trx, id) => renewRaces(context, trx, [id]),
    async mayRead(context, viewer, key) {
      const found = viewer && (await findVisibleRace(context, viewer, undefined, Number(key.split("/")[1])));
      // A picture of the present results: an earlier one may show other boats.
      return !!found && [keyOfRaceMap(found, "map_light"), keyOfRaceMap(found, "map_dark")].includes(key);
    },
  },
  sweep: sweepRaces,
  account: { removed: removeRaces },
  onTracks: followTracks,
});
