import { join } from "node:path";
import type { Config } from "../config.ts";
import { deriveKey } from "../signature.ts";
import { LocalDisk } from "./local-disk.ts";
import type { Storage } from "./storage.ts";

/** Where the files are, for messages: a name, and what to set to use another place. */
export interface StoragePlace {
  name: string;
  remedy: string;
}

/** The file storage of the configuration: object storage where it names one, else the folder `files` in the data folder. */
export async function openStorage(
  config: Pick<Config, "data" | "secret" | "s3">,
): Promise<{ storage: Storage; place: StoragePlace }> {
  const signing_key = deriveKey(config.secret, "files");
  if (config.s3) {
    // Its client takes a quarter of a second to load.
    const { S3Storage } = await import("./s3-storage.ts");
    const place = { name: `the bucket ${config.s3.bucket}`, remedy: "set S3_BUCKET to another bucket" };
    return { storage: new S3Storage(config.s3, signing_key), place };
  }
  const folder = join(config.data, "files");
  return { storage: new LocalDisk(folder, signing_key), place: placeOnDisk(folder) };
}

export const placeOnDisk = (folder: string): StoragePlace => ({
  name: folder,
  remedy: "set LEEBOW_DATA to another folder",
});
