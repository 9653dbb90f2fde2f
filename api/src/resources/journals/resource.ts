import { defineResource } from "../../platform/ops/resource.ts";
import { exportJournals } from "./account-data.ts";
import { JOURNAL_ROUTES } from "./contract.ts";
import { JOURNAL_HANDLERS } from "./handlers.ts";
import { JOURNAL_FILES, sweepDeletedPhotos } from "./photo-handlers.ts";
import { mayReadPhoto } from "./queries.ts";

export const JOURNALS = defineResource({
  name: "journals",
  routes: JOURNAL_ROUTES,
  handlers: JOURNAL_HANDLERS,
  ids: { journals: "journal entry" },
  files: [{ ...JOURNAL_FILES, mayRead: ({ db }, viewer, key) => mayReadPhoto(db, viewer, key) }],
  sweep: sweepDeletedPhotos,
  account: {
    about: "journals.json    your journal; photos/ has the photos you added",
    exported: exportJournals,
    tables: ["journals", "journal_photos"],
  },
});
