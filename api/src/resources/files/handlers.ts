import { extname } from "node:path";
import type { AppContext } from "../../platform/context.ts";
import { detailError, notFound } from "../../platform/http/errors.ts";
import type { Handlers } from "../../platform/http/mount.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { FILE_ROUTES } from "./contract.ts";
import { canStillRead } from "./policy.ts";
import { storeUpload } from "./store-upload.ts";

const PICTURE_TYPES: Record<string, string> = { ".png": "image/png", ".webp": "image/webp" };

/** The permission was checked now; the storage's own address is valid just long enough to begin the download. */
const directAddress = ({ storage }: AppContext, key: string, download_name: string) =>
  storage.directAddress(key, {
    download_name,
    content_type: "application/octet-stream",
    lifetime_s: LIMITS.direct_address_s,
  });

/** Files by signed address: its holder may read the file, without a session, until the address expires. */
export const FILE_HANDLERS: Handlers<typeof FILE_ROUTES> = {
  "GET /files/{key}/": async ({ context, params: { key }, c }) => {
    const granted = context.storage.verify(key, new URL(c.req.url).searchParams);
    if (!granted) {
      throw detailError(
        "address_expired",
        "This address has expired or is not complete. Reload the page to get a new one.",
      );
    }
    const stored = (await canStillRead(context, key, granted.user_id)) ? await context.storage.open(key) : null;
    if (!stored) throw notFound("This file");
    // Pictures made by this server are shown; uploaded files are only ever offered for saving.
    const isPicture = extname(key) in PICTURE_TYPES;
    const content_type = PICTURE_TYPES[extname(key)] ?? "application/octet-stream";
    const download_name = isPicture ? granted.download_name : (granted.download_name ?? "track");
    // The key names an immutable file; a picture may be shown from the browser's cache for a day.
    const cache_control = isPicture ? "private, max-age=86400, immutable" : "private, no-cache";
    const elsewhere = download_name && !isPicture ? await directAddress(context, key, download_name) : null;
    return { status: 200, file: { stored, content_type, etag: `"${key}"`, cache_control, download_name, elsewhere } };
  },

  "PUT /files/{key}/": async ({ context, params: { key }, c }) => {
    await storeUpload(context.storage, key, c.req.raw);
    return { status: 204 };
  },
};
