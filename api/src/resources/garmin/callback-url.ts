import { seal, unseal } from "../../platform/sealed-text.ts";

const PURPOSE = "garmin callback";

/** The address of a file as it is stored: it has a token that opens the file. */
export const sealCallback = (secret: string, summary_id: string, url: string) => seal(secret, PURPOSE, url, summary_id);

/** The address; null when it was used, or sealed under another secret. */
export const openCallback = (secret: string, summary_id: string, sealed: string | null) =>
  unseal(secret, PURPOSE, sealed ?? "", summary_id);
