import { Readable } from "node:stream";
import { zipOf } from "../../platform/files/zip.ts";
import { notFound } from "../../platform/http/errors.ts";
import type { Handlers } from "../../platform/http/mount.ts";
import { findUserInfo } from "./account-queries.ts";
import type { ACCOUNT_ROUTES } from "./contract.ts";
import { checkCurrentPassword } from "./credentials.ts";
import { deleteAccount } from "./delete-account.ts";
import { exportAddress, userOfAddress } from "./export-address.ts";
import { entriesOf } from "./exports.ts";

/** Other people; leaving, and the own data. */
export const ACCOUNT_HANDLERS: Handlers<typeof ACCOUNT_ROUTES> = {
  "POST /users/info/": async ({ context, viewer, body: { id } }) => {
    const found = await findUserInfo(context.db, viewer, id);
    if (!found) throw notFound("This person");
    const { image, ...person } = found;
    return { status: 200, body: { ...person, profile_img: image && context.storage.signedPath(image) } };
  },

  "DELETE /users/me/": async ({ context, viewer, body: { current_password } }) => {
    await checkCurrentPassword(context, viewer, current_password);
    await deleteAccount(context, viewer);
    return { status: 204 };
  },

  "POST /users/export/": ({ context, viewer }) => ({
    status: 200,
    body: { url: exportAddress(context.config, viewer) },
  }),

  "GET /users/export/": async ({ context, query }) => {
    const user = await userOfAddress(context, query);
    const zip = Readable.from(zipOf(entriesOf(context, user)), { objectMode: false });
    zip.on("error", (error) => context.log.error("an export ended early", { user_id: user.id, error }));
    const content = Readable.toWeb(zip) as ReadableStream<Uint8Array>;
    return { status: 200, download: { content, content_type: "application/zip", name: "leebow-export.zip" } };
  },
};
