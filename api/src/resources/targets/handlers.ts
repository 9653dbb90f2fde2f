import { type PolarFile, PolarFileError, polarFileDamage, readPolarFile } from "@leebow/core";
import { lockQuotas } from "../../platform/auth/users.ts";
import { fieldError, limitReached, notFound } from "../../platform/http/errors.ts";
import type { Handlers } from "../../platform/http/mount.ts";
import { LIMITS } from "../../platform/limits.ts";
import { knownClass } from "../boats/known-class.ts";
import type { TARGET_ROUTES } from "./contract.ts";
import { changeTarget, countTargets, deleteTarget, insertTarget, listTargets, type TargetRow } from "./queries.ts";
import type { Target } from "./schema.ts";

const THIS = "This polar";

/** Target polars are of their account alone: those of others are not found. */
export const TARGET_HANDLERS: Handlers<typeof TARGET_ROUTES> = {
  "GET /targets/": async ({ context, viewer }) => ({
    status: 200,
    body: { results: (await listTargets(context.db, viewer.id)).map(presentTarget) },
  }),

  "POST /targets/": ({ context: { db, core }, viewer, body: { file, ...body } }) => {
    const boat_class = knownClass(core, body.boat_class, "boat_class");
    const read = polarOf(file);
    return db.transaction().execute(async (trx) => {
      await lockQuotas(trx, viewer.id);
      if ((await countTargets(trx, viewer.id)) >= LIMITS.targets_per_user)
        throw limitReached(`You have ${LIMITS.targets_per_user} polars`, "Delete one of them.");
      const made = await insertTarget(trx, {
        ...body,
        boat_class,
        user_id: viewer.id,
        in_use: true,
        format: read.format,
        damage: JSON.stringify(polarFileDamage(read)),
        winds: JSON.stringify(read.polar.winds),
      });
      return { status: 201, body: presentTarget(made) } as const;
    });
  },

  "PATCH /targets/{id}/": ({ context, viewer, params, body }) =>
    context.db.transaction().execute(async (trx) => {
      await lockQuotas(trx, viewer.id);
      const changed = await changeTarget(trx, viewer.id, params.id, body);
      if (!changed) throw notFound(THIS);
      return { status: 200, body: presentTarget(changed) } as const;
    }),

  "DELETE /targets/{id}/": async ({ context, viewer, params }) => {
    if (!(await deleteTarget(context.db, viewer.id, params.id))) throw notFound(THIS);
    return { status: 204 };
  },
};

/** Throws a field error with the sentence for a file that is no polar. */
function polarOf(text: string): PolarFile {
  try {
    return readPolarFile(new TextEncoder().encode(text));
  } catch (error) {
    if (error instanceof PolarFileError) throw fieldError({ file: [error.message] });
    throw error;
  }
}

const presentTarget = ({ user_id: _, created_at, ...target }: TargetRow): Target => ({
  ...target,
  created: created_at.toISOString(),
});
