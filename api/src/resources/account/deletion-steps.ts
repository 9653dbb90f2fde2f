import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { leaveBilling } from "../billing/account-data.ts";
import { leaveGarmin } from "../garmin/account-data.ts";
import { removeRaces } from "../races/account-data.ts";
import { handOverTeams } from "../teams/hand-over.ts";
import { removeTracks } from "../tracks/account-data.ts";
import { removeWindFiles } from "../wind/account-data.ts";

/**
 * What a resource does when an account is deleted: in the transaction, before the user's row and all that refers to it
 * goes by the database's cascades. Returns the keys of the files and folders that nothing will refer to then; those of
 * platform/files/folders.ts are known without it.
 */
export type DeletionStep = (context: AppContext, trx: Db, user_id: number) => Promise<string[]>;

/** Of every resource that has more than rows of the user. */
export const DELETION_STEPS: readonly DeletionStep[] = [
  leaveBilling,
  leaveGarmin,
  handOverTeams,
  removeRaces,
  removeTracks,
  removeWindFiles,
];
