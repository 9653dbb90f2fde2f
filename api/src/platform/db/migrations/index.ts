import type { Migration } from "kysely/migration";
import * as peopleAndTracks from "./0001-people-and-tracks.ts";
import * as damageAndWindHint from "./0002-damage-and-wind-hint.ts";
import * as corrections from "./0003-corrections.ts";
import * as storageBinding from "./0004-storage-binding.ts";
import * as retiredResults from "./0005-retired-results.ts";
import * as loginAttempts from "./0006-login-attempts.ts";
import * as segmentsAndFacts from "./0007-segments-and-facts.ts";
import * as turnsAndLossBases from "./0008-turns-and-loss-bases.ts";
import * as teams from "./0009-teams.ts";
import * as durableUploads from "./0010-durable-uploads.ts";
import * as events from "./0011-events.ts";
import * as segmentsVersion from "./0012-segments-version.ts";

import * as segmentTags from "./0015-segment-tags.ts";
import * as straightAnalyses from "./0016-straight-analyses.ts";
import * as races from "./0017-races.ts";
import * as raceEvents from "./0018-race-events.ts";
import * as windFiles from "./0019-wind-files.ts";
import * as windReports from "./0020-wind-reports.ts";
import * as journals from "./0021-journals.ts";
import * as billing from "./0023-billing.ts";
import * as garmin from "./0024-garmin.ts";
import * as membershipConsent from "./0026-membership-consent.ts";
import * as lists from "./0027-lists.ts";
import * as windFilePlaces from "./0028-wind-file-places.ts";
import * as racePictures from "./0029-race-pictures.ts";
import * as speedRecords from "./0030-speed-records.ts";
import * as confirmedAddresses from "./0031-confirmed-addresses.ts";
import * as raceConsents from "./0034-race-consents.ts";
import * as visibilityEvents from "./0035-visibility-and-journal-events.ts";
import * as administration from "./0043-administration.ts";
import * as quotas from "./0044-quotas.ts";
import * as raceCorrections from "./0045-race-corrections.ts";
import * as sessions from "./0046-sessions.ts";
import * as units from "./0047-units.ts";
import * as polars from "./0048-polars.ts";
import * as turnLosses from "./0049-turn-losses.ts";
import * as sessionColumns from "./0050-session-columns.ts";
import * as raceDecisions from "./0051-race-decisions.ts";
import * as hiddenEntries from "./0052-hidden-entries.ts";
import * as emailConfirmations from "./0053-email-confirmations.ts";
import * as appliedParameters from "./0054-applied-parameters.ts";
import * as recordedTime from "./0055-recorded-time.ts";
import * as joinedFiles from "./0056-joined-files.ts";
import * as sameBoat from "./0057-same-boat.ts";
import * as targets from "./0058-targets.ts";
import * as windsWithout from "./0059-winds-without.ts";

/** All migrations by name, applied in the order of their names. Imported, not read from a folder, so that a bundle has them. */
export const MIGRATIONS: Record<string, Migration> = {
  "0001-people-and-tracks": peopleAndTracks,
  "0002-damage-and-wind-hint": damageAndWindHint,
  "0003-corrections": corrections,
  "0004-storage-binding": storageBinding,
  "0005-retired-results": retiredResults,
  "0006-login-attempts": loginAttempts,
  "0007-segments-and-facts": segmentsAndFacts,
  "0008-turns-and-loss-bases": turnsAndLossBases,
  "0009-teams": teams,
  "0010-durable-uploads": durableUploads,
  "0011-events": events,
  "0012-segments-version": segmentsVersion,
  "0015-segment-tags": segmentTags,
  "0016-straight-analyses": straightAnalyses,
  "0017-races": races,
  "0018-race-events": raceEvents,
  "0019-wind-files": windFiles,
  "0020-wind-reports": windReports,
  "0021-journals": journals,
  "0023-billing": billing,
  "0024-garmin": garmin,
  "0026-membership-consent": membershipConsent,
  "0027-lists": lists,
  "0028-wind-file-places": windFilePlaces,
  "0029-race-pictures": racePictures,
  "0030-speed-records": speedRecords,
  "0031-confirmed-addresses": confirmedAddresses,
  "0034-race-consents": raceConsents,
  "0035-visibility-and-journal-events": visibilityEvents,
  "0043-administration": administration,
  "0044-quotas": quotas,
  "0045-race-corrections": raceCorrections,
  "0046-sessions": sessions,
  "0047-units": units,
  "0048-polars": polars,
  "0049-turn-losses": turnLosses,
  "0050-session-columns": sessionColumns,
  "0051-race-decisions": raceDecisions,
  "0052-hidden-entries": hiddenEntries,
  "0053-email-confirmations": emailConfirmations,
  "0054-applied-parameters": appliedParameters,
  "0055-recorded-time": recordedTime,
  "0056-joined-files": joinedFiles,
  "0057-same-boat": sameBoat,
  "0058-targets": targets,
  "0059-winds-without": windsWithout,
};
